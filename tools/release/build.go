package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The artifacts of a release: archives, packages, completions and manifests, the same bytes
// for the same commit.

// target is a system and a processor that the program is built for.
type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func (t target) program() string {
	if t.os == "windows" {
		return "nonogram.exe"
	}
	return "nonogram"
}

func (t target) archive() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// packagers are the kinds of packages for Linux.
var packagers = []string{"deb", "rpm"}

// shells are those that completions are made for, with the names their files have.
var shells = []struct{ name, file string }{
	{"bash", "nonogram.bash"}, {"zsh", "_nonogram"}, {"fish", "nonogram.fish"}, {"powershell", "nonogram.ps1"},
}

// documents go into every archive, unit into those for Linux.
var documents = []string{"LICENSE", "README.md", "CHANGELOG.md"}

const (
	unit = "deploy/nonogram.service"
	sums = "SHA256SUMS"
)

// artifact is the name of a file of the release without its ending.
func (s *source) artifact(t target) string {
	return fmt.Sprintf("nonogram_%s_%s_%s", strings.TrimPrefix(s.version, "v"), t.os, t.arch)
}

// artifacts are the names of all files of the release.
func (s *source) artifacts() []string {
	names := append([]string{sums, s.npmName()}, manifestNames...)
	for _, t := range targets {
		names = append(names, s.artifact(t)+t.archive(), s.artifact(t)+".cdx.json")
		if t.os == "linux" {
			for _, kind := range packagers {
				names = append(names, s.artifact(t)+"."+kind)
			}
		}
	}
	slices.Sort(names)
	return names
}

// build makes all artifacts in a folder, which is emptied first.
func (s *source) build(folder string) error {
	if _, err := os.Stat(filepath.Join(s.dir, "web", "packed")); err != nil {
		return errors.New("there is no web/packed: make release makes it")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := emptied(folder); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "nonogram-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, t := range targets {
		if err := errors.Join(s.compile(work, t), s.compileLibrary(work, t)); err != nil {
			return err
		}
	}
	if err := s.derive(work); err != nil {
		return err
	}
	for _, t := range targets {
		if err := s.pack(work, folder, t); err != nil {
			return err
		}
		fmt.Println(s.artifact(t))
	}
	if err := errors.Join(s.npm(folder), s.manifests(folder)); err != nil {
		return err
	}
	return writeSums(folder)
}

func programOf(work string, t target) string {
	return filepath.Join(work, t.os+"_"+t.arch, t.program())
}

// compile builds the program for a target.
func (s *source) compile(work string, t target) error {
	flags := fmt.Sprintf("-s -w -buildid= -X main.version=%s -X main.commit=%s -X main.date=%s", s.version, s.commit, s.day())
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", programOf(work, t), "./cmd/nonogram")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s/%s: %w\n%s", t.os, t.arch, err, out)
	}
	return nil
}

// compilers are the C compilers for other systems. Without one an archive has no library.
var compilers = map[target]string{
	{"linux", "arm64"}:   "aarch64-linux-gnu-gcc",
	{"windows", "amd64"}: "x86_64-w64-mingw32-gcc",
}

// library is the name of the C library.
func (t target) library() string {
	switch t.os {
	case "windows":
		return "nonogram.dll"
	case "darwin":
		return "libnonogram.dylib"
	}
	return "libnonogram.so"
}

// compileLibrary builds the C library for a target whose C compiler is there.
func (s *source) compileLibrary(work string, t target) error {
	compiler := compilers[t]
	if t == (target{runtime.GOOS, runtime.GOARCH}) {
		compiler = "gcc"
	}
	path, err := exec.LookPath(compiler)
	if err != nil {
		fmt.Printf("%s/%s: no C compiler, so its archive is without the C library\n", t.os, t.arch)
		return nil
	}
	flags := fmt.Sprintf("-s -w -buildid= -X main.version=%s", s.version)
	if t.os == "linux" {
		flags += " -extldflags=-Wl,--build-id=none"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-buildmode=c-shared", "-ldflags", flags, "-o", filepath.Join(filepath.Dir(programOf(work, t)), t.library()), "./cmd/libnonogram")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=1", "CC="+path, "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the library for %s/%s: %w\n%s", t.os, t.arch, err, out)
	}
	return nil
}

// derive lets the program of this machine write its manual pages and completions.
func (s *source) derive(work string) error {
	here := target{runtime.GOOS, runtime.GOARCH}
	if !slices.Contains(targets, here) {
		return fmt.Errorf("%s/%s is none of the systems that are built for, so no manual pages can be made", here.os, here.arch)
	}
	if _, err := output(programOf(work, here), "man", filepath.Join(work, "man")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(work, "completions"), 0o755); err != nil {
		return err
	}
	for _, shell := range shells {
		script, err := output(programOf(work, here), "completion", shell.name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, "completions", shell.file), []byte(script+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pack makes the archive, the packages and the list of parts of one target.
func (s *source) pack(work, folder string, t target) error {
	members, err := s.members(work, t)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if t.archive() == ".zip" {
		err = writeZip(&b, members, s.time)
	} else {
		err = writeTar(&b, members, s.time)
	}
	if err != nil {
		return err
	}
	out := filepath.Join(folder, s.artifact(t))
	if err := os.WriteFile(out+t.archive(), b.Bytes(), 0o644); err != nil {
		return err
	}
	if err := s.parts(programOf(work, t), out+".cdx.json"); err != nil {
		return err
	}
	if t.os != "linux" {
		return nil
	}
	return s.packages(work, out, t)
}

// members are the files of an archive, below a folder with its name.
func (s *source) members(work string, t target) ([]member, error) {
	names := map[string]string{t.program(): programOf(work, t)} // inside → on disk
	for _, name := range documents {
		names[name] = filepath.Join(s.dir, name)
	}
	if t.os == "linux" {
		names[filepath.Base(unit)] = filepath.Join(s.dir, unit)
	}
	if library := filepath.Join(filepath.Dir(programOf(work, t)), t.library()); exists(library) {
		names[t.library()] = library
		names["nonogram.h"] = filepath.Join(s.dir, "cmd/libnonogram/nonogram.h")
	}
	for _, folder := range []string{"man", "completions"} {
		files, err := filepath.Glob(filepath.Join(work, folder, "*"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			names[folder+"/"+filepath.Base(file)] = file
		}
	}
	var members []member
	for name, file := range names {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		members = append(members, member{name: s.artifact(t) + "/" + name, data: data, program: name == t.program()})
	}
	return members, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// parts writes the list of modules that a program is made of, in CycloneDX.
func (s *source) parts(program, out string) error {
	return s.tool("cyclonedx-gomod", "bin", "-json", "-noserial", "-notimestamp", "-version", s.version, "-output", out, program)
}

// tool runs a tool of tools/go.mod, for which paths have to be absolute.
func (s *source) tool(args ...string) error {
	cmd := exec.Command("go", append([]string{"-C", filepath.Join(s.dir, "tools/release/tools"), "tool"}, args...)...)
	cmd.Env = append(os.Environ(), fmt.Sprint("SOURCE_DATE_EPOCH=", s.time.Unix()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", args[0], err, out)
	}
	return nil
}

// packages makes the packages for Linux.
func (s *source) packages(work, out string, t target) error {
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return err
	}
	config := filepath.Join(work, "nfpm-"+t.arch+".yaml")
	if err := os.WriteFile(config, []byte(s.nfpm(dir, work, t)), 0o644); err != nil {
		return err
	}
	for _, kind := range packagers {
		if err := s.tool("nfpm", "package", "--config", config, "--packager", kind, "--target", out+"."+kind); err != nil {
			return err
		}
	}
	return nil
}

// nfpm is what goes where in a package. Installing it starts nothing.
func (s *source) nfpm(dir, work string, t target) string {
	const places = `name: nonogram
arch: %s
platform: linux
version_schema: none
version: %q
section: games
maintainer: nonogram <nonogram@localhost>
description: |
  Solver, maker and player of nonograms
  Solves, counts, explains, rates, makes, converts, proves and draws nonograms, and
  serves a web app and an HTTP API.
license: MIT
mtime: %s
contents:
- {src: %q, dst: /usr/bin/nonogram, file_info: {mode: 0755}}
- {src: %q, dst: /usr/lib/systemd/system/nonogram.service}
- {src: %q, dst: /usr/share/doc/nonogram/copyright}
- {src: %q, dst: /usr/share/doc/nonogram/CHANGELOG.md}
- {src: %q, dst: /usr/share/man/man1/}
- {src: %q, dst: /usr/share/bash-completion/completions/nonogram}
- {src: %q, dst: /usr/share/zsh/vendor-completions/_nonogram}
- {src: %q, dst: /usr/share/fish/vendor_completions.d/nonogram.fish}
`
	in := filepath.Join
	return fmt.Sprintf(places, t.arch, s.packageVersion(), s.time.Format("2006-01-02T15:04:05Z"),
		programOf(work, t), in(dir, unit), in(dir, "LICENSE"), in(dir, "CHANGELOG.md"), in(work, "man", "*.1"),
		in(work, "completions", "nonogram.bash"), in(work, "completions", "_nonogram"), in(work, "completions", "nonogram.fish"))
}

// writeSums writes the checksums of all other files of a folder, as sha256sum -c reads them.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		if slices.Contains([]string{sums, signature, signers}, e.Name()) {
			continue
		}
		sum, err := sumOf(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(filepath.Join(folder, sums), []byte(b.String()), 0o644)
}

// sumOf returns the checksum of a file.
func sumOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// emptied removes the release of an earlier build: a folder with nothing but files of
// nonogram that its checksums list, as they were written. Any other folder that is not empty
// is refused, and nothing in it is touched.
func emptied(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	} else if err != nil {
		return err
	}
	list, err := os.ReadFile(filepath.Join(folder, sums))
	if err != nil || !strings.Contains(string(list), "  nonogram") {
		return fmt.Errorf("%s is not empty and is not a release: expected a new or an empty folder", folder)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && slices.Contains([]string{sums, signature, signers}, e.Name()) {
			continue
		}
		sum, err := sumOf(filepath.Join(folder, e.Name()))
		if line := sum + "  " + e.Name() + "\n"; err != nil || !e.Type().IsRegular() || !strings.Contains("\n"+string(list), "\n"+line) {
			return fmt.Errorf("%s is not of the release in %s, which is left as it is: expected a new or an empty folder", e.Name(), folder)
		}
	}
	for _, e := range entries {
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
