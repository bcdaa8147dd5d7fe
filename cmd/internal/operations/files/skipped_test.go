package files_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/files"
)

// The files of an archive that are not puzzles are named, with what they miss.
func TestSkippedMembers(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range [][2]string{{"a.non", "width 1\nheight 1\nrows\n1\ncolumns\n1\n"}, {"notes.txt", "call the printer"}, {"empty.txt", ""}} {
		f, err := w.Create(m[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(m[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := &operations.Service{Reader: files.Reader{}}
	got, err := files.Decode(t.Context(), s, &files.DecodeRequest{Input: operations.Input{Data: b.Bytes(), Filename: "box.zip"}})
	if err != nil || len(got.Puzzles) != 1 || len(got.Skipped) != 2 {
		t.Fatalf("%+v, %v, want one puzzle and two names", got, err)
	}
	for i, name := range []string{"notes.txt", "empty.txt"} {
		if s := got.Skipped[i]; !strings.Contains(s.Name, name) || s.Reason == "" {
			t.Errorf("%+v, want %s", s, name)
		}
	}
}
