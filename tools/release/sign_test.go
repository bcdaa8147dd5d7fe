package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A signature by a new key and by the same key again is accepted, one by another key, of other
// checksums, or of other files is not.
func TestSign(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("NO ssh-keygen: SIGNATURES ARE NOT TESTED")
	}
	folder, keys := t.TempDir(), t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(file(name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	key, other, trusted := filepath.Join(keys, "key"), filepath.Join(keys, "other"), filepath.Join(keys, "trusted")
	if err := sign(folder, key); err == nil {
		t.Error("a folder without checksums is signed")
	}
	write("a.tar.gz", "content")
	if err := writeSums(folder); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := sign(folder, key); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(key); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the key: %v, %v", info, err)
	}
	if err := os.Rename(file(signers), trusted); err != nil {
		t.Fatal(err)
	}
	if err := verify(folder, trusted); err != nil {
		t.Error(err)
	}
	write("a.tar.gz", "changed")
	if err := verify(folder, trusted); err == nil {
		t.Error("a changed file is accepted")
	}
	if err := writeSums(folder); err != nil {
		t.Fatal(err)
	}
	if err := verify(folder, trusted); err == nil {
		t.Error("changed checksums are accepted")
	}
	if err := sign(folder, other); err != nil {
		t.Fatal(err)
	}
	if err := verify(folder, trusted); err == nil {
		t.Error("another key is accepted")
	}
}

// Only a release is removed for a new one, and only if every file is of it.
func TestEmptied(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	if err := emptied(folder); err != nil {
		t.Errorf("a folder that does not exist: %v", err)
	}
	const program = "nonogram_1_linux_amd64.tar.gz"
	for _, c := range []struct {
		name    string
		files   map[string]string
		foreign map[string]string // written after the checksums
		link    bool
		removed bool
	}{
		{name: "a release", files: map[string]string{program: "x", "nonogram.rb": "y"}, removed: true},
		{name: "a signed release", files: map[string]string{program: "x"}, foreign: map[string]string{signature: "s", signers: "k"}, removed: true},
		{name: "a release and a file", files: map[string]string{program: "x"}, foreign: map[string]string{"photo.jpg": "z"}},
		{name: "a release and a folder", files: map[string]string{program: "x"}, foreign: map[string]string{"photos/photo.jpg": "z"}},
		{name: "a release with a changed file", files: map[string]string{program: "x"}, foreign: map[string]string{program: "z"}},
		{name: "a release of others", files: map[string]string{"debian.iso": "x"}},
		{name: "a release with a link", files: map[string]string{program: "x"}, link: true},
		{name: "a folder of someone else", foreign: map[string]string{"photos/photo.jpg": "z"}},
	} {
		folder := t.TempDir()
		write := func(files map[string]string) {
			for name, text := range files {
				path := filepath.Join(folder, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
		}
		write(c.files)
		if c.files != nil {
			if err := writeSums(folder); err != nil {
				t.Fatal(err)
			}
		}
		write(c.foreign)
		if c.link {
			if err := os.Symlink(program, filepath.Join(folder, "nonogram")); err != nil {
				t.Fatal(err)
			}
		}
		before, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := emptied(folder); (err == nil) != c.removed {
			t.Errorf("%s: %v", c.name, err)
		}
		after, err := os.ReadDir(folder)
		if want := len(before); err != nil || !c.removed && len(after) != want || c.removed && len(after) > 0 {
			t.Errorf("%s: %d of %d files are left, %v", c.name, len(after), want, err)
		}
	}
}
