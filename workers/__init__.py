"""The work behind the pages: delivering mail and sweeping due deadlines, as Celery tasks."""
