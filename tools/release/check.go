package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Checks of a release: it is made a second time, in another folder, and has to be the same
// to the byte (make release-check gives the compiler an empty cache for it); then
// everything is unpacked and started, or, where this machine cannot, said not to have been.

// check checks the release in a folder.
func (s *source) check(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if e.Name() != signature && e.Name() != signers {
			names = append(names, e.Name())
		}
	}
	if want := s.artifacts(); !slices.Equal(names, want) {
		return fmt.Errorf("found the files %q, expected %q", names, want)
	}
	work, err := os.MkdirTemp("", "nonogram-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := s.again(folder, work); err != nil {
		return err
	}
	for _, t := range targets {
		if err := s.start(folder, work, t); err != nil {
			return fmt.Errorf("%s: %w", s.artifact(t), err)
		}
	}
	return s.install(folder, work)
}

// again builds everything once more and compares.
func (s *source) again(folder, work string) error {
	second := filepath.Join(work, "second")
	if err := s.build(second); err != nil {
		return err
	}
	for _, name := range s.artifacts() {
		a, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(second, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			return fmt.Errorf("%s is another when it is built again", name)
		}
	}
	fmt.Printf("built twice, with equal bytes: %d files\n", len(s.artifacts()))
	return nil
}

// emulators start programs of other machines.
var emulators = map[target]string{
	{"linux", "arm64"}:   "qemu-aarch64-static",
	{"windows", "amd64"}: "wine",
}

// maxProgram is how many bytes a program may have, with everything in it.
const maxProgram = 50_000_000

// start unpacks an archive, looks what its program was built for, and starts it.
func (s *source) start(folder, work string, t target) error {
	dir := filepath.Join(work, s.artifact(t))
	if err := unpack(filepath.Join(folder, s.artifact(t)+t.archive()), work); err != nil {
		return err
	}
	program := filepath.Join(dir, t.program())
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	for _, setting := range info.Settings {
		if setting.Key == "GOOS" && setting.Value != t.os || setting.Key == "GOARCH" && setting.Value != t.arch {
			return fmt.Errorf("the program was built with %s=%s", setting.Key, setting.Value)
		}
	}
	if file, err := os.Stat(program); err != nil {
		return err
	} else if file.Size() > maxProgram {
		return fmt.Errorf("the program has %d bytes, expected at most %d", file.Size(), maxProgram)
	}
	command := []string{program}
	if t != (target{runtime.GOOS, runtime.GOARCH}) {
		emulator, err := exec.LookPath(emulators[t])
		if err != nil {
			fmt.Printf("NOT STARTED, for want of such a machine or of an emulator: %s\n", s.artifact(t))
			return nil
		}
		command = []string{emulator, program}
	}
	return s.works(s.artifact(t)+t.archive(), command...)
}

// works lets a program tell its version and solve.
func (s *source) works(what string, command ...string) error {
	call := func(args ...string) (string, error) { return output(command[0], append(command[1:], args...)...) }
	version, err := call("version")
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("nonogram version %s (%s, %s)", s.version, s.commit, s.day()); !strings.Contains(version, want) {
		return fmt.Errorf("it says %q, not %q", version, want)
	}
	answer, err := call("solve", "@heart")
	if err != nil {
		return err
	}
	if !strings.Contains(answer, "unique · 5×5") {
		return fmt.Errorf("it solves with\n%s", answer)
	}
	fmt.Printf("started, and solved: %s\n", what)
	return nil
}

// base is a clean Debian, made once.
const base = "bin/debian.tar"

// freshness takes lists of packages whose day is over, as mirrors that stand still have
// them: nothing but the package is tried there.
const freshness = `--aptopt=Acquire::Check-Valid-Until "false"`

// install installs the packages in roots of their own, and removes them again.
func (s *source) install(folder, work string) error {
	native := s.artifact(target{"linux", runtime.GOARCH})
	if os.Getuid() != 0 || runtime.GOOS != "linux" {
		fmt.Println("NOT INSTALLED, since only root may make a root: the packages")
		return nil
	}
	if err := s.installDeb(filepath.Join(folder, native+".deb"), filepath.Join(work, "debian")); err != nil {
		return fmt.Errorf("%s.deb: %w", native, err)
	}
	if err := s.installRPM(filepath.Join(folder, native+".rpm"), filepath.Join(work, "rpm")); err != nil {
		return fmt.Errorf("%s.rpm: %w", native, err)
	}
	return nil
}

func (s *source) installDeb(file, root string) error {
	if _, err := exec.LookPath("mmdebstrap"); err != nil {
		fmt.Printf("NOT INSTALLED, for want of mmdebstrap: %s\n", file)
		return nil
	}
	if _, err := os.Stat(base); errors.Is(err, os.ErrNotExist) {
		if _, err := output("mmdebstrap", "--variant=minbase", freshness, "stable", base); err != nil {
			_ = os.Remove(base) // a part of it
			return err
		}
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	if _, err := output("tar", "-C", root, "--exclude=./dev/*", "-xf", base); err != nil {
		return err
	}
	if _, err := output("cp", file, root+"/nonogram.deb"); err != nil {
		return err
	}
	if _, err := output("chroot", root, "dpkg", "--install", "/nonogram.deb"); err != nil {
		return err
	}
	if err := s.works(filepath.Base(file)+", installed", "chroot", root, "nonogram"); err != nil {
		return err
	}
	if _, err := output("chroot", root, "dpkg", "--purge", "nonogram"); err != nil {
		return err
	}
	return gone(root)
}

func (s *source) installRPM(file, root string) error {
	if _, err := exec.LookPath("rpm"); err != nil {
		fmt.Printf("NOT INSTALLED, for want of rpm: %s\n", file)
		return nil
	}
	// The root has nothing but the package: the program is static.
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if _, err := output("rpm", "--root", root, "--nodeps", "--install", absolute); err != nil {
		return err
	}
	if err := s.works(filepath.Base(file)+", installed", "chroot", root, "/usr/bin/nonogram"); err != nil {
		return err
	}
	if _, err := output("rpm", "--root", root, "--nodeps", "--erase", "nonogram"); err != nil {
		return err
	}
	return gone(root)
}

// gone sees that a package has left nothing of the program.
func gone(root string) error {
	for _, name := range []string{"usr/bin/nonogram", "usr/lib/systemd/system/nonogram.service", "usr/share/man/man1/nonogram.1.gz", "usr/share/man/man1/nonogram.1"} {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			return fmt.Errorf("%s is still there after the package was removed", name)
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unpack unpacks an archive of ours.
func unpack(file, folder string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if strings.HasSuffix(file, ".zip") {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return err
		}
		for _, f := range r.File {
			content, err := f.Open()
			if err != nil {
				return err
			}
			if err := place(folder, f.Name, content); err != nil {
				return err
			}
		}
		return nil
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for r := tar.NewReader(unzipped); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := place(folder, head.Name, r); err != nil {
			return err
		}
	}
}

func place(folder, name string, content io.Reader) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("the name %q leads out of the archive", name)
	}
	data, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o755)
}
