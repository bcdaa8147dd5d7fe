package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// every calls all functions of the package with an empty request: each is an operation of
// its module.
const every = `
import * as nonogram from 'nonogram';
const functions = Object.entries(nonogram).filter(([name]) => name !== 'NonogramError');
for (const [name, call] of functions) {
  const code = await call().then(() => 'answered', (e) => e.code);
  if (!['answered', 'bad_request'].includes(code)) console.log(name, code);
}
console.log(functions.length, 'functions');
`

// typed has one right and one wrong call.
const typed = `
import { solve, type SolveAnswer } from 'nonogram';
const answer: SolveAnswer = await solve({ puzzle: { rows: [[1]], columns: [[1]] } });
console.log(answer.status);
// @ts-expect-error
await solve({ puzzle: { rows: 1 } });
`

// The package is installed into an empty project, where the sample of its page works, every
// function answers, and the types are found.
func TestNPM(t *testing.T) {
	s := &source{dir: "../..", version: "v1.2.0", time: time.Unix(0, 0)}
	if _, err := os.Stat(filepath.Join(s.dir, "web/public/engine/draw.wasm")); err != nil {
		t.Skip("THE NPM PACKAGE IS NOT TESTED: make wasm makes the modules")
	}
	dir := t.TempDir()
	if err := s.npm(dir); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(s.dir, "npm/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	sample := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(page)
	if sample == nil {
		t.Fatal("npm/README.md has no sample")
	}
	for name, text := range map[string]string{
		"package.json": `{"type": "module", "private": true}`, "sample.js": string(sample[1]), "every.js": every, "typed.ts": typed,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := command(dir, name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("npm", "install", "--offline", "--no-audit", "--no-fund", "./"+s.npmName())
	if got := run("node", "sample.js"); got != "unique\n.#.#.\n#####\n#####\n.###.\n..#..\n" {
		t.Errorf("the sample prints\n%s", got)
	}
	if got := run("node", "every.js"); got != "16 functions\n" {
		t.Errorf("calls of all functions print\n%s", got)
	}
	compiler, err := filepath.Abs(filepath.Join(s.dir, "web/node_modules/.bin/tsc"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip("THE TYPES ARE NOT TESTED: npm ci in web installs the compiler")
	}
	run(compiler, "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "typed.ts")
}

// Manifests have the checksums of the archives, and Arch's is a script with all its fields.
func TestManifests(t *testing.T) {
	s := &source{dir: "../..", version: "v1.2.0", url: "https://example.org/x"}
	dir := t.TempDir()
	for _, target := range targets {
		if err := os.WriteFile(filepath.Join(dir, s.artifact(target)+target.archive()), []byte(target.os+target.arch), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.manifests(dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"PKGBUILD":      {"linux amd64", "linux arm64"},
		"nonogram.rb":   {"darwin amd64", "darwin arm64", "linux amd64", "linux arm64"},
		"nonogram.yaml": {"windows amd64", "windows arm64"},
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(string(data))
		for _, pair := range want {
			system, arch, _ := strings.Cut(pair, " ")
			m := manifest{s: s, folder: dir}
			sum, err := m.Sum(system, arch)
			if err != nil {
				t.Fatal(err)
			}
			if file := "https://example.org/x/" + m.File(system, arch); strings.Count(text, sum) != 1 || strings.Count(text, file) != 1 {
				t.Errorf("%s names %s %d times and its sum %d times", name, file, strings.Count(text, file), strings.Count(text, sum))
			}
		}
	}
	out, err := command(dir, "bash", "-euc", `. ./PKGBUILD; echo $pkgname $pkgver ${#sha256sums_x86_64[@]}; declare -f package >/dev/null`).CombinedOutput()
	if err != nil || string(out) != "nonogram-bin 1.2.0 1\n" {
		t.Errorf("PKGBUILD: %v\n%s", err, out)
	}
}
