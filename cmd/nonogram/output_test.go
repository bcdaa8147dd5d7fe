package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"nonogram/cmd/internal/atomicfile"
)

// An output is whole and new, or the old file stands untouched.

var errEncoder = errors.New("cannot be encoded")

func writing(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, _ = io.WriteString(w, text)
		return err
	}
}

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s has %q (%v), want %q", path, got, err, want)
	}
}

// wantAlone checks that nothing was left beside a file.
func wantAlone(t *testing.T, path string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 || files[0].Name() != filepath.Base(path) {
		t.Errorf("beside %s there are %v (%v)", path, files, err)
	}
}

func TestWriteFileReplacesOnlyWhenComplete(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzle.non")
	if err := writeFile(path, writing("first", nil)); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, writing("half of the sec", errEncoder)); !errors.Is(err, errEncoder) {
		t.Errorf("error %v, want that of the encoder", err)
	}
	wantFile(t, path, "first")
	if err := writeFile(path, writing("second", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "second")
	wantAlone(t, path)
	if err := writeFile(filepath.Dir(path), writing("x", nil)); err == nil {
		t.Error("a folder was replaced by a file")
	}
	wantAlone(t, path)
}

// Output that takes hours has no name until it is complete, on systems that allow it, and
// leaves the old file when it fails.
func TestWriteSpooled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := writeSpooled(path, writing("", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "")
	if err := writeSpooled(path, writing("old", nil)); err != nil {
		t.Fatal(err)
	}
	err := writeSpooled(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, strings.Repeat("x", 1<<16))
		if runtime.GOOS != "windows" {
			wantAlone(t, path)
		}
		return errEncoder
	})
	if !errors.Is(err, errEncoder) {
		t.Error(err)
	}
	wantFile(t, path, "old")
	wantAlone(t, path)
}

func TestWriteFileKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "private"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := writeFile(link, writing("new", nil)); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v (%v)", info, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file became %v (%v), want mode 0600", info.Mode(), err)
	}
}

// TestWriteFileKeepsPipe writes to something that is not a plain file, and fails: it
// must still be there. (A device would be lost to the whole system.) Whoever opens
// the pipe first, writer or reader, waits for the other, so nothing is lost.
func TestWriteFileKeepsPipe(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("needs the program mkfifo")
	}
	path := filepath.Join(t.TempDir(), "pipe")
	if out, err := exec.Command(mkfifo, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	read := make(chan string)
	go func() {
		data, _ := os.ReadFile(path)
		read <- string(data)
	}()
	if err := writeFile(path, writing("half", errEncoder)); !errors.Is(err, errEncoder) {
		t.Errorf("error %v, want that of the encoder", err)
	}
	if got := <-read; got != "half" {
		t.Errorf("through the pipe came %q", got)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe became %v (%v)", info, err)
	}
	if err := atomicfile.Writable(path); err != nil {
		t.Error(err)
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	if err := atomicfile.Writable(filepath.Join(dir, strings.Repeat("x", 250))); err != nil {
		t.Errorf("a long name: %v", err)
	}
	path := filepath.Join(dir, "puzzle.non")
	if err := atomicfile.Writable(path); err != nil {
		t.Error(err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("left %v behind", files)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none", "puzzle.non")} {
		if err := atomicfile.Writable(bad); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+bad+": ") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}
