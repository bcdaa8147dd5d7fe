// Package corpus lets tests read a folder of real puzzles with known answers. The
// folder is not part of the project, because the puzzles are not ours to give away;
// the environment variable NONOGRAM_CORPUS names it. Tests that need it are skipped,
// and say so, where it is not set.
package corpus

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
)

// Variable names the folder.
const Variable = "NONOGRAM_CORPUS"

// Path is a place in the corpus. Without a corpus the test is skipped.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv(Variable)
	if root == "" {
		t.Skip(Variable + " is not set: no corpus of real puzzles to test with")
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

// Read is the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Puzzles reads all puzzles of a file, in whatever format. An unreadable one fails
// the test.
func Puzzles(t testing.TB, path string) []*nonogram.Puzzle {
	t.Helper()
	var puzzles []*nonogram.Puzzle
	for p, err := range format.Decode(Read(t, path), filepath.Base(path), "") {
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	if len(puzzles) == 0 {
		t.Fatalf("no puzzle in %s", path)
	}
	return puzzles
}

// Files lists the files below a folder of the corpus whose names end so.
func Files(t testing.TB, folder, ending string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(Path(t, folder), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ending) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s files in %s: %v", ending, folder, err)
	}
	return files
}

// Find locates a file by name below a folder of the corpus.
func Find(t testing.TB, folder, name string) string {
	t.Helper()
	for _, path := range Files(t, folder, name) {
		if filepath.Base(path) == name {
			return path
		}
	}
	t.Fatalf("no file %s below %s", name, folder)
	return ""
}

// Table reads a tab-separated file of known answers with a header; rows are maps by
// column.
func Table(t testing.TB, name string) []map[string]string {
	t.Helper()
	f, err := os.Open(Path(t, "truth", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var header []string
	var rows []map[string]string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		fields := strings.Split(sc.Text(), "\t")
		if header == nil {
			header = fields
			continue
		}
		row := map[string]string{}
		for i, name := range header {
			if i < len(fields) {
				row[name] = fields[i]
			}
		}
		rows = append(rows, row)
	}
	return rows
}
