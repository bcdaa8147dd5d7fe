#!/bin/sh
# Starts three NATS servers and workers on this machine, and stops them with Ctrl-C:
#
#   deploy/cluster.sh [FOLDER [WORKERS]]
#
# The servers keep their data in FOLDER (default: ./cluster), each message three times,
# so one of them may be killed at any time. It needs nats-server and nonogram in PATH.
set -eu
dir=${1:-cluster}
workers=${2:-2}
port=${NONOGRAM_CLUSTER_PORT:-4222}
for program in nats-server nonogram; do
	command -v "$program" >/dev/null || { echo "$0: there is no $program in PATH" >&2; exit 1; }
done
mkdir -p "$dir"
if [ -n "$(ls -A "$dir")" ] && [ ! -e "$dir/.nonogram-cluster" ]; then
	echo "$0: $dir is not empty and is not a cluster's: expected a new or an empty folder" >&2
	exit 1
fi
: >"$dir/.nonogram-cluster"
urls= routes=
for i in 0 1 2; do
	urls=${urls:+$urls,}nats://127.0.0.1:$((port + i))
	routes=${routes:+$routes, }nats://127.0.0.1:$((port + 2000 + i))
done
pids=
stop() {
	trap - EXIT INT TERM
	# shellcheck disable=SC2086 # a list of numbers
	kill $pids 2>/dev/null || true
	wait
}
trap stop EXIT
trap 'stop; exit 0' INT TERM
for i in 0 1 2; do
	cat >"$dir/n$i.conf" <<CONF
server_name: n$i
listen: 127.0.0.1:$((port + i))
max_payload: 8MB
jetstream { store_dir: "$dir/n$i" }
cluster { name: nonogram, listen: 127.0.0.1:$((port + 2000 + i)), routes: [ $routes ] }
CONF
	nats-server -c "$dir/n$i.conf" >"$dir/n$i.log" 2>&1 &
	pids="$pids $!"
done
until nonogram batch status --nats "$urls" >/dev/null 2>&1; do
	for pid in $pids; do
		kill -0 "$pid" 2>/dev/null || { echo "$0: a server has ended, see $dir/n*.log" >&2; exit 1; }
	done
	sleep 1
done
i=0
while [ "$i" -lt "$workers" ]; do
	nonogram batch work --nats "$urls" --workers 1 >"$dir/worker$i.log" 2>&1 &
	pids="$pids $!"
	i=$((i + 1))
done
echo "export NATS_URL=$urls"
wait
