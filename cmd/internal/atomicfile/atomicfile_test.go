package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nonogram/cmd/internal/atomicfile"
)

func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

// Whichever step fails, the file is the old or the new one, and no temporary file is left.
func TestEveryStepFails(t *testing.T) {
	all := []atomicfile.Step{atomicfile.Create, atomicfile.Fill, atomicfile.Sync, atomicfile.Move, atomicfile.SyncFolder}
	fault := errors.New("fault")
	for _, failing := range append(all, "none") {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		var steps []atomicfile.Step
		err := atomicfile.File{Mode: 0o600, Synced: true, Before: func(s atomicfile.Step) error {
			if steps = append(steps, s); s == failing {
				return fault
			}
			return nil
		}}.Write(path, writing("new"))
		want := "old"
		if failing == atomicfile.SyncFolder || failing == "none" {
			want = "new"
		}
		got, readErr := os.ReadFile(path)
		files, dirErr := os.ReadDir(filepath.Dir(path))
		info, statErr := os.Stat(path)
		if errors.Is(err, fault) != (failing != "none") || string(got) != want || readErr != nil || dirErr != nil || len(files) != 1 {
			t.Errorf("%s fails: %v, then %q and %v", failing, err, got, files)
		}
		if statErr != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%s fails: the mode is %v", failing, info.Mode())
		}
		if failing == "none" && !slices.Equal(steps, all) {
			t.Errorf("the steps were %v", steps)
		}
	}
}

// An error of the writer leaves the old file, and only Synced waits for the disk.
func TestWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	fault := errors.New("fault")
	f := atomicfile.File{Mode: 0o600, Before: func(s atomicfile.Step) error {
		if s == atomicfile.Sync || s == atomicfile.SyncFolder {
			t.Errorf("the step %s is taken", s)
		}
		return nil
	}}
	if err := f.Write(path, func(io.Writer) error { return fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) > 0 {
		t.Errorf("%v is left", files)
	}
	if err := f.Write(path, writing("x")); err != nil {
		t.Error(err)
	}
	if err := f.Write(filepath.Join(path, "below"), writing("x")); err == nil {
		t.Error("a file below a file is written")
	}
}
