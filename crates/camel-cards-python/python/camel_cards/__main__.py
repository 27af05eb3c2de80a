"""`python -m camel_cards` runs the command `camel-cards` of the package camel-cards-cli."""

import os
import shutil
import subprocess
import sys
import sysconfig


def main() -> int | str:
    command = shutil.which("camel-cards", path=sysconfig.get_path("scripts")) or shutil.which("camel-cards")
    if command is None:
        return "the command camel-cards is not installed: pip install camel-cards-cli"
    if os.name == "posix":
        # So only the command handles Ctrl-C.
        os.execv(command, [command, *sys.argv[1:]])
    return subprocess.call([command, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
