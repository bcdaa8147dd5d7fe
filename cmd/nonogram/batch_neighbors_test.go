package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Files of other people beside the output and the folder of a queue: no batch command
// removes, empties or changes one.

// plant makes files, and links where the content begins with "-> ".
func plant(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if target, link := strings.CutPrefix(content, "-> "); err == nil && link {
			err = os.Symlink(target, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tree describes all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			found[name], err = os.Readlink(path)
		case e.Type().IsRegular():
			var data []byte
			data, err = os.ReadFile(path)
			found[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		default:
			found[name] = e.Type().String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const onePuzzle = "$1\n1\n1\n2\n0\n"

// A command that is refused leaves all as it was, and says what to do.
func TestBatchRefusesFoldersOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		args  []string
	}{
		"a folder of photos, results to standard output": {map[string]string{"mydata/photos/a.txt": "x"}, []string{"run", "--dir", "mydata", "--out", "-", "p.txt"}},
		"a folder with the name of the queue":            {map[string]string{"o.jsonl.batch/notes": "x"}, []string{"run", "--out", "o.jsonl", "p.txt"}},
		"a file called run":                              {map[string]string{"d/run": "a story"}, []string{"run", "--dir", "d", "--out", "o.jsonl", "p.txt"}},
		"a link called run":                              {map[string]string{"story": "x", "d/run": "-> ../story"}, []string{"run", "--dir", "d", "--out", "o.jsonl", "p.txt"}},
		"a link in a marked folder":                      {map[string]string{"story": "x", "d/nonogram-queue": "", "d/run": "-> ../story"}, []string{"run", "--dir", "d", "--out", "o.jsonl", "p.txt"}},
		"a link called lock":                             {map[string]string{"story": "x", "d/nonogram-queue": "", "d/lock": "-> ../story"}, []string{"status", "--dir", "d"}},
		"the store of another server":                    {map[string]string{"d/jetstream/x": "x"}, []string{"submit", "--dir", "d", "p.txt"}},
		"a link to a folder":                             {map[string]string{"data/a": "x", "o.jsonl.batch": "-> data"}, []string{"run", "--out", "o.jsonl", "p.txt"}},
		"a folder for workers":                           {map[string]string{"d/a": "x"}, []string{"work", "--dir", "d", "--drain"}},
		"a folder to read results from":                  {map[string]string{"d/a": "x"}, []string{"results", "--dir", "d", "j"}},
		"a folder to list workers of":                    {map[string]string{"d/a": "x"}, []string{"workers", "--dir", "d"}},
		"a folder to cancel in":                          {map[string]string{"d/a": "x"}, []string{"cancel", "--dir", "d", "j"}},
		"a folder to remove from":                        {map[string]string{"d/a": "x"}, []string{"remove", "--dir", "d", "j"}},
		"a folder for a census":                          {map[string]string{"d/a": "x"}, []string{"census", "--dir", "d", "--size", "2x2"}},
		"a folder for a server":                          {map[string]string{"d/a": "x"}, []string{"serve", "--dir", "d", "--listen", "127.0.0.1:0"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			plant(t, dir, c.files)
			plant(t, dir, map[string]string{"p.txt": onePuzzle})
			before := tree(t, dir)
			startProgram(t, dir, nil, append([]string{"batch"}, c.args...)...).wait(t, time.Minute, 1, "name a new or an empty folder with --dir")
			if after := tree(t, dir); !maps.Equal(before, after) {
				t.Errorf("was %v\nis  %v", before, after)
			}
		})
	}
}

// A run that succeeds leaves its output, its folder if it was named, and its neighbors.
func TestBatchRunKeepsItsNeighbors(t *testing.T) {
	neighbors := map[string]string{
		"p.txt": onePuzzle, "game.over/photo": "x", "game.batch.over/photo": "x", "o.jsonl.new": "x", "o.jsonl.batch.over/a": "x",
		"secret": "x", "q.jsonl.new": "-> secret", "run": "x", "lock": "x", "jetstream/a": "x",
	}
	for _, c := range []struct {
		args []string
		made []string // beside what was there
	}{
		{[]string{"--dir", "game", "--out", "-"}, []string{"game"}},
		{[]string{"--dir", "game", "--out", "o.jsonl"}, []string{"game", "o.jsonl"}},
		{[]string{"--dir", "game/", "--out", "o.jsonl"}, []string{"game", "o.jsonl"}},
		{[]string{"--out", "o.jsonl"}, []string{"o.jsonl"}},
		{[]string{"--out", "q.jsonl"}, []string{"q.jsonl"}},
		{[]string{"--out", "-"}, nil},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			dir := t.TempDir()
			plant(t, dir, neighbors)
			before := tree(t, dir)
			for range 2 { // the second finds what the first has left
				startProgram(t, dir, nil, append(append([]string{"batch", "run", "--workers", "1"}, c.args...), "p.txt")...).wait(t, time.Minute, 0, "")
			}
			after := tree(t, dir)
			for _, name := range c.made {
				maps.DeleteFunc(after, func(path, _ string) bool { return path == name || strings.HasPrefix(path, name+"/") })
			}
			if !maps.Equal(before, after) {
				t.Errorf("was %v\nis  %v", before, after)
			}
		})
	}
}

// A run that is stopped says truly whether it goes on, and a folder that was named stays.
func TestBatchRunStopped(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"--dir game --out -", "the same command goes on"},
		{"--out -", "with --out - nothing is kept"},
		{"--out o.jsonl", "the same command goes on"},
	} {
		dir, temp := t.TempDir(), t.TempDir()
		t.Setenv("TMPDIR", temp)
		in, feed, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		run := startProgram(t, dir, in, append([]string{"batch", "run", "--workers", "1"}, strings.Fields(c.args)...)...)
		in.Close()
		awaitThat(t, "the server runs", func() bool {
			found, _ := filepath.Glob(filepath.Join(dir, "*", "server.json"))
			hidden, _ := filepath.Glob(filepath.Join(temp, "*", "server.json"))
			return len(found)+len(hidden) > 0
		})
		_ = run.Process.Signal(syscall.SIGINT)
		run.wait(t, time.Minute, 4, c.says)
		feed.Close()
		kept, _ := filepath.Glob(filepath.Join(dir, "*", "nonogram-queue"))
		if goesOn := strings.Contains(c.says, "goes on"); len(kept) > 0 != goesOn {
			t.Errorf("%s: %q, and the folder of the queue: %v", c.args, c.says, kept)
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("%s: %v is left in the folder for temporary files", c.args, left)
		}
	}
}
