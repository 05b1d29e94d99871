"""``python -m service`` is ``tenpost``."""

import sys

from service.cli import main

sys.exit(main())
