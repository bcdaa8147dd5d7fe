#!/usr/bin/env bash
# Builds and vets every commit after BASE in a work tree of its own, and requires that each
# has a body. Run it before commits are published: make commits BASE=origin/main.
set -euo pipefail
base=${1:?usage: commits.sh BASE}
tree=$(mktemp -d)
trap 'git worktree remove --force "$tree"' EXIT
git worktree add --quiet --detach "$tree" "$base"
for commit in $(git rev-list --reverse "$base"..HEAD); do
	git log -1 --format='%h %s' "$commit"
	if [[ -z "$(git log -1 --format=%b "$commit")" ]]; then
		echo "it has no body: say why"
		exit 1
	fi
	git -C "$tree" checkout --quiet "$commit"
	(cd "$tree" && ${GO:-go} build ./... && ${GO:-go} vet ./... && ${GO:-go} -C tools vet ./...)
done
