package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// typed calls every function of the package with every kind of input that its types allow; none may
// reject. What would be rejected is not allowed.
const typed = `
import * as nonogram from 'nonogram';
import type { Source, Sources } from 'nonogram';
const { solve, count, rate, hint, explain, check, clues, techniques, prove, certify, generate, repair, describe, dedupe } = nonogram;
const { scan, methods, table, lines, decode, convert, formats, puzzles, puzzle, render } = nonogram;

const rows = [[1, 1], [5], [5], [3], [1]], columns = [[2], [4], [4], [4], [2]];
const goal = ['.#.#.', '#####', '#####', '.###.', '..#..'];
const text = JSON.stringify({ rows, columns });
const sources: Source[] = [
  { puzzle: { rows, columns } }, { puzzle: { goal } }, { puzzle: { rows: [[1, null]], columns: [[1], [], [{ n: 1 }]] } },
  { text }, { text, format: 'json', filename: 'heart.json' }, { data: btoa(text) }, { pack: 'heart' },
];
const heart: Source = { puzzle: { goal } };
const several: Sources[] = [...sources, { puzzles: [{ goal }, { rows, columns }] }];
const called = new Set<string>();
let calls = 0;
async function call(name: string, f: () => Promise<unknown>) {
  calls++;
  called.add(name);
  await f().catch((e) => console.log(name, calls, e.code, e.message));
}
for (const source of sources) {
  await call('solve', () => solve(source));
  await call('count', () => count(source));
  await call('rate', () => rate(source));
  await call('hint', () => hint(source));
  await call('explain', () => explain(source));
  await call('prove', () => prove(source));
  await call('describe', () => describe(source));
  await call('table', () => table(source));
  await call('decode', () => decode(source));
  for (const as of ['text', 'svg', 'png'] as const) await call('render', () => render({ as, ...source }));
}
for (const source of [heart, { pack: 'heart' }, { text: goal.join('\n') }]) {
  await call('repair', () => repair(source));
  await call('generate', () => generate({ kind: 'repair', ...source }));
  const { certificate } = await prove(source);
  await call('certify', () => certify({ ...source, certificate: certificate! }));
  await call('certify', () => certify({ ...source, certificate_file: btoa(certificate!) }));
}
for (const source of several) {
  await call('dedupe', () => dedupe(source));
  for (const as of ['pdf', 'html'] as const) await call('render', () => render({ as, ...source }));
  await call('convert', () => convert({ to: 'json', ...source }));
}
await call('solve', () => solve({ ...heart, method: 'liao:dfs', limit: 1 }));
await call('check', () => check({ ...heart, state: goal }));
await call('check', () => check({ pack: 'heart', score: true, moves: ['r1c2 #'] }));
await call('clues', () => clues({ grid: goal }));
await call('generate', () => generate());
await call('generate', () => generate({ kind: 'puzzle', width: 5 }));
const [width, height] = [40, 40];
const rgba = btoa(String.fromCharCode(...Array.from({ length: 4 * width * height }, (_, i) => (i % 4 === 3 || i % 160 < 80 ? 255 : 0))));
await call('generate', () => generate({ kind: 'image', image: { width, height, rgba }, width: 5 }));
called.add('scan');
await scan({ image: { width, height, rgba } }).then(() => console.log('a scan of nothing'), (e) => e.code === 'unreadable' || console.log('scan', e.code, e.message));
await call('lines', () => lines({ length: 3 }));
await call('puzzles', () => puzzles());
await call('puzzle', () => puzzle({ name: '17' }));
await call('techniques', () => techniques({ language: 'de' }));
await call('methods', () => methods());
await call('formats', () => formats());
const functions = Object.keys(nonogram).filter((name) => name !== 'NonogramError');
console.log(functions.filter((name) => !called.has(name)).join(' ') || 'all', functions.length, 'functions');

export async function rejected() {
  // @ts-expect-error no puzzle
  await solve({});
  // @ts-expect-error clues of the wrong type
  await solve({ puzzle: { rows: 1 } });
  // @ts-expect-error neither clues nor a picture
  await solve({ puzzle: { title: 'nothing' } });
  // @ts-expect-error two puzzles
  await solve({ text, pack: 'heart' });
  // @ts-expect-error several puzzles
  await count({ puzzles: [{ goal }] });
  // @ts-expect-error a file
  await scan({ image_file: rgba });
  // @ts-expect-error no picture
  await generate({ kind: 'image' });
  // @ts-expect-error no marks
  await check(heart);
  // @ts-expect-error no certificate
  await certify(heart);
  // @ts-expect-error no name
  await puzzle();
}
`

// The package is installed into an empty project, where the sample of its page works, every
// function answers, and the types are found.
func TestNPM(t *testing.T) {
	s := &source{dir: "../..", version: "v1.2.0", time: time.Unix(0, 0)}
	readme, err := os.ReadFile(filepath.Join(s.dir, "npm/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	sample := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(readme)
	if sample == nil {
		t.Fatal("npm/README.md has no sample")
	}
	dir := installed(t, s, map[string]string{"sample.js": string(sample[1]), "typed.ts": typed})
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := command(dir, name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	if got := run("node", "sample.js"); got != "unique\n.#.#.\n#####\n#####\n.###.\n..#..\n" {
		t.Errorf("the sample prints\n%s", got)
	}
	if size := unpacked(t, filepath.Join(dir, "node_modules", "nonogram")); size > 12_000_000 {
		t.Errorf("%d bytes unpacked", size)
	}
	compiler, err := filepath.Abs(filepath.Join(s.dir, "web/node_modules/.bin/tsc"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip("THE TYPES ARE NOT TESTED: npm ci in web installs the compiler")
	}
	run(compiler, "--strict", "--module", "nodenext", "--target", "es2022", "typed.ts")
	if got := run("node", "typed.js"); got != "all 24 functions\n" {
		t.Errorf("calls of all functions print\n%s", got)
	}
}

// page is the program of a web page.
const page = `
import { solve, rate, render, decode } from 'nonogram';
const answers = [await solve({ pack: 'heart' }), await rate({ text: '1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n' })];
const drawing = await render({ as: 'svg', pack: 'heart' });
await fetch('/done', { method: 'POST', body: answers.map((a) => a.status) + ' ' + drawing.text.slice(0, 4) });
`

// A bundler finds the modules, and the bundle works in a browser.
func TestNPMInBrowser(t *testing.T) {
	s := &source{dir: "../..", version: "v1.2.0", time: time.Unix(0, 0)}
	bundler, err := filepath.Abs(filepath.Join(s.dir, "web/node_modules/.bin/vite"))
	if err != nil {
		t.Fatal(err)
	}
	chromium, missing := exec.LookPath("chromium-headless-shell")
	if missing != nil {
		chromium, missing = exec.LookPath("chromium")
	}
	if _, err := exec.LookPath(bundler); err != nil || missing != nil {
		t.Skip("THE NPM PACKAGE IS NOT TESTED IN A BROWSER: make web browser installs what is needed")
	}
	dir := installed(t, s, map[string]string{"main.js": page, "index.html": `<script type="module" src="main.js"></script>`})
	if out, err := command(dir, bundler, "build", "--target", "es2022", "--logLevel", "error").CombinedOutput(); err != nil {
		t.Fatalf("vite build: %v\n%s", err, out)
	}
	done := make(chan string, 1)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join(dir, "dist"))))
	mux.HandleFunc("POST /done", func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		done <- string(body)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	browser := command(dir, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--remote-debugging-port=0", server.URL)
	browser.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a script starts the browser
	if err := browser.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = syscall.Kill(-browser.Process.Pid, syscall.SIGKILL)
		_ = browser.Wait()
	}()
	select {
	case got := <-done:
		if got != "unique,unique <svg" {
			t.Errorf("the page says %q", got)
		}
	case <-time.After(2 * time.Minute):
		t.Error("the page says nothing")
	}
}

// installed returns a project with the package and some files of its own.
func installed(t *testing.T, s *source, files map[string]string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(s.dir, "web/public/engine/draw.wasm")); err != nil {
		t.Skip("THE NPM PACKAGE IS NOT TESTED: make wasm makes the modules")
	}
	dir := t.TempDir()
	err := s.npm(dir)
	files["package.json"] = `{"type": "module", "private": true}`
	for name, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := command(dir, "npm", "install", "--offline", "--no-audit", "--no-fund", "./"+s.npmName()).CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	return dir
}

// unpacked returns the size of the files of a folder.
func unpacked(t *testing.T, dir string) (size int64) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
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
