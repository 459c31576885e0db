"""Builds the wheel: the Python files, and the library beside them where the tree around has built one. A build backend of PEP
517 without dependencies, so that pip needs no network."""
import base64
import gzip
import hashlib
import io
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _read(*path):
    with open(os.path.join(HERE, *path), "rb") as file:
        return file.read()


def _version():
    return re.search(rb'VERSION = "(.*)"', _read("croupier", "declarations.py")).group(1).decode()


def _library():
    """libcroupier.so of the tree, or None: then the system's is used."""
    given = os.environ.get("CROUPIER_LIBRARY")
    for path in ([given] if given else [os.path.join(HERE, "..", build, "libcroupier.so") for build in ("build", "build-dev")]):
        if os.path.exists(path):
            return path
    return None


def _metadata():
    lines = ["Metadata-Version: 2.1", "Name: croupier", f"Version: {_version()}",
             "Summary: A referee for games with secrets: matches, views, bots, batches", "License: MIT", "Requires-Python: >=3.9",
             "Requires-Dist: cffi>=1.15", "Requires-Dist: numpy>=1.20", "Provides-Extra: client",
             'Requires-Dist: websockets>=10; extra == "client"', "Description-Content-Type: text/markdown", ""]
    return "\n".join(lines).encode() + b"\n" + _read("README.md")


def _tag(library):
    if not library:
        return "py3-none-any"
    system, _, _, _, machine = os.uname()
    return f"py3-none-{system.lower()}_{machine}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _library()
    info, name = f"croupier-{_version()}.dist-info", f"croupier-{_version()}-{_tag(library)}.whl"
    files = {f"croupier/{file}": _read("croupier", file) for file in sorted(os.listdir(os.path.join(HERE, "croupier"))) if file.endswith(".py")}
    if library:
        with open(library, "rb") as file:
            files["croupier/libcroupier.so"] = file.read()
    files[f"{info}/METADATA"] = _metadata()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: croupier\nRoot-Is-Purelib: {'false' if library else 'true'}\n"
                              f"Tag: {_tag(library)}\n").encode()
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0)), record + f"{info}/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"croupier-{_version()}"
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
    files = [f"{folder}/{file}" for folder in ("croupier", "backend") for file in sorted(os.listdir(os.path.join(HERE, folder)))
             if file.endswith(".py")] + ["pyproject.toml", "README.md"]
    with open(os.path.join(sdist_directory, name + ".tar.gz"), "wb") as file, \
            gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed, tarfile.open(fileobj=packed, mode="w") as out:
        for path in files:
            data, info = _read(path), tarfile.TarInfo(f"{name}/{path}")
            info.size, info.mtime = len(data), epoch
            out.addfile(info, io.BytesIO(data))
    return name + ".tar.gz"
