# One image for every role; compose.yaml says which command each service runs.
# x86-64 and ARM: docker buildx build --platform linux/amd64,linux/arm64 .

FROM python:3.12-slim AS build
RUN python -m venv /venv
ENV PATH=/venv/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes --only-binary :all: -r requirements/run.txt
# What .dockerignore lets through: the code and what it reads.
COPY . .
# The code stays where it is and is found there; its dependencies are installed above, by hash.
# A strict umask of the builder's must not keep the service from reading its own files.
RUN printf '/app\n' > "$(python -c 'import site; print(site.getsitepackages()[0])')/tenpost.pth" \
    && printf '#!/venv/bin/python\nimport sys\nfrom service.cli import main\nsys.exit(main())\n' > /venv/bin/tenpost \
    && chmod 755 /venv/bin/tenpost \
    && python -m compileall -q events service workers migrations \
    && chmod -R a+rX /app /venv

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data tenpost && install -d -o tenpost /data
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 TENPOST_DATA_DIR=/data TENPOST_LISTEN=0.0.0.0
WORKDIR /app
USER tenpost
VOLUME /data
EXPOSE 8010
STOPSIGNAL SIGTERM
# The small host: one process, SQLite in /data. It asks for TENPOST_SMTP_HOST, TENPOST_BASE_URL, TENPOST_MAIL_FROM.
CMD ["tenpost", "up", "--port", "8010"]
