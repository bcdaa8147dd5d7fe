package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"nonogram/cmd/internal/terminal"
	"nonogram/format"
)

// A spool returns its content, and leaves no file in the folder.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	s := &spool{near: filepath.Join(dir, "out")}
	var want bytes.Buffer
	for i := range 1000 {
		line := strings.Repeat(strconv.Itoa(i), 100) + "\n"
		want.WriteString(line)
		if n, err := io.WriteString(s, line); err != nil || n != len(line) {
			t.Fatal(n, err)
		}
	}
	var got bytes.Buffer
	if err := s.copyTo(&got); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes, %v", got.Len(), err)
	}
	s.close()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s is left behind", left[0].Name())
	}
}

// What convert keeps does not grow with the number of puzzles, into a file or where nothing
// can be written any more.
func TestConvertMemoryIsBounded(t *testing.T) {
	const puzzles, most = 20_000, 12 << 20 // a puzzle takes some 3 kB
	var stdout, stderr bytes.Buffer
	for _, test := range []struct {
		to    string
		lossy bool
	}{{"out.json", false}, {"out.non", false}, {"out.g", false}} {
		a := &app{out: terminal.NewOutput(&stdout), err: &stderr}
		c, err := newConverter(a, filepath.Join(t.TempDir(), test.to), "", test.lossy, false, false)
		if err != nil {
			t.Fatal(err)
		}
		before := heap()
		n := 0
		for p, err := range format.Read(&rows{n: puzzles}, "f.txt", "tournament") {
			if err != nil {
				t.Fatal(err)
			}
			c.add(item{id: p.ID, file: "f.txt", label: p.ID, puzzle: p})
			n++
		}
		grown := int64(heap()) - int64(before)
		if n != puzzles || c.puzzles != puzzles || c.err != nil || grown > most {
			t.Errorf("%s: %d puzzles, %v, %d kB kept, expected at most %d kB", test.to, c.puzzles, c.err, grown>>10, most>>10)
		}
		c.drop()
	}
}

// heap returns the bytes in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// rows is a tournament file of n puzzles of 20 × 20.
type rows struct {
	n, at int
	rest  []byte
}

func (r *rows) Read(b []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.at == r.n {
			return 0, io.EOF
		}
		r.at++
		r.rest = fmt.Appendf(r.rest[:0], "$%d\n%s", r.at, strings.Repeat("1\t1\t2\n", 40))
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
