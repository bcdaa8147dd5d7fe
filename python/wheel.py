"""Writes the wheel: wheel.py LIBRARY VERSION FOLDER. A wheel is an archive with a list of its files."""

import base64
import hashlib
import re
import sysconfig
import zipfile
from pathlib import Path
from sys import argv

METADATA = """Metadata-Version: 2.1
Name: nonogram
Version: {version}
Summary: Nonograms: solved, counted, explained, rated, made, scanned and proved
License: MIT
Requires-Python: >=3.9
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: nonogram\nRoot-Is-Purelib: false\nTag: {tag}\n"


def number(version: str) -> str:
    """The version as Python writes it: v1.2.0-5-gabc is 1.2.0.post5+gabc."""
    release = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-(\d+)-(g\w+))?(-dirty)?", version)
    if release is None:
        return "0+" + re.sub(r"\W+", ".", version)
    local = ".".join(part for part in (release[3], release[4] and "dirty") if part)
    return release[1] + (f".post{release[2]}" if release[2] else "") + (f"+{local}" if local else "")


library, version, folder = Path(argv[1]), number(argv[2]), Path(argv[3])
root = Path(__file__).parent
tag = "py3-none-" + re.sub(r"\W", "_", sysconfig.get_platform())
info = f"nonogram-{version}.dist-info"
files = {f"nonogram/{path.name}": path.read_bytes() for path in sorted((root / "nonogram").glob("*.py*")) if path.is_file()}
files[f"nonogram/{library.name}"] = library.read_bytes()
files[f"{info}/METADATA"] = METADATA.format(version=version).encode()
files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
for name in ("LICENSE", "cmd/nonogram/third_party_notices.txt"):
    files[f"{info}/{Path(name).name}"] = (root.parent / name).read_bytes()
record = ""
for name, data in files.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    record += f"{name},sha256={digest},{len(data)}\n"
files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
folder.mkdir(parents=True, exist_ok=True)
for old in folder.glob("nonogram-*.whl"):
    old.unlink()
wheel = folder / f"nonogram-{version}-{tag}.whl"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name)  # without the time, so that the same files give the same wheel
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        archive.writestr(entry, data)
print(wheel)
