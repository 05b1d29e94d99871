"""The pages, one module a concern: what a request asks for becomes a command or a view."""
