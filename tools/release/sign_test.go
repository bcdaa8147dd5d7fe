package main

import (
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

// Only a release is removed for a new one.
func TestEmptied(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	if err := emptied(folder); err != nil {
		t.Errorf("a folder that does not exist: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "photos"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := emptied(folder); err == nil {
		t.Error("a folder of someone else is removed")
	}
	if err := os.WriteFile(filepath.Join(folder, sums), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := emptied(folder); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("an old release is left")
	}
}
