#!/bin/sh
# Runs make as on a bare Debian: in a chroot with the base system, make, git, Go and Node
# and nothing else, on the files of the last commit. Needs root and debootstrap.
#
#	tools/bare.sh [TARGET…]       make test, or these targets
#
# BARE is the folder of the chroot; it is kept, so that a second run begins at once. Go
# and Node are those of this machine, since Debian's are too old. SUITE and MIRROR choose
# the Debian.
set -eu
root=${BARE:-/var/tmp/nonogram-bare}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}

cd "$(git rev-parse --show-toplevel)"
if [ "$(id -u)" != 0 ]; then
	echo "bare.sh: a chroot needs root" >&2
	exit 1
fi
if ! command -v debootstrap >/dev/null; then
	apt-get update -q && apt-get install -qy --no-install-recommends debootstrap
fi
if [ ! -e "$root/.complete" ]; then
	debootstrap --variant=minbase --include=ca-certificates,make,git "$suite" "$root" "$mirror"
	echo "deb $mirror-security $suite-security main" >>"$root/etc/apt/sources.list"
	cp -a "$(go env GOROOT)" "$root/usr/local/go"
	node=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
	mkdir -p "$root/usr/local/lib/node_modules"
	cp "$node/bin/node" "$root/usr/local/bin/"
	cp -a "$node/lib/node_modules/npm" "$root/usr/local/lib/node_modules/"
	ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
	ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
	touch "$root/.complete"
fi
# The way to the network is that of this machine.
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
for folder in proc sys dev dev/pts dev/shm; do
	mountpoint -q "$root/$folder" || mount --bind "/$folder" "$root/$folder"
done
trap 'for folder in dev/shm dev/pts dev sys proc; do umount -l "$root/$folder" || true; done' EXIT

rm -rf "$root/src"
mkdir "$root/src"
git archive HEAD | tar -x -C "$root/src"
# Some tests ask git for the files of the project.
chroot "$root" env -i HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8 $(env | grep -i '^[a-z]*_proxy=' || true) \
	NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt GOPROXY="$(go env GOPROXY)" \
	PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
	sh -c 'cd /src && git init -q && git add -A && git -c user.name=bare -c user.email=bare@localhost commit -qm bare && exec make "$@"' make "${@:-test}"
