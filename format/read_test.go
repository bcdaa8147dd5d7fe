package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nonogram"
)

// slabFiles are files of 200 puzzles, some of them bad.
func slabFiles() map[string]string {
	var tournament, lines, named, mixed, non, array strings.Builder
	for i := range 200 {
		a, b := 1+i%3, 1+i%2
		bad := ""
		if i%50 == 7 {
			bad = "x"
		}
		fmt.Fprintf(&tournament, "$%d\n%d\n%d%s\n\n%d\t%d\n%d\n\n", i+1, a, b, bad, b, a, a)
		fmt.Fprintf(&lines, "{\"rows\":[[%d],[%d%s]],\"columns\":[[%d],[1]]}\n", a, b, bad, b)
		fmt.Fprintf(&named, "{\"id\":\"p%d\",\"rows\":[[%d],[%d]],\"columns\":[[%d],[1]]}\n", i, a, b, b)
		id := ""
		if i%7 == 3 {
			id = `"id":"5",`
		}
		fmt.Fprintf(&mixed, "{%s\"rows\":[[%d],[%d]],\"columns\":[[%d],[1]]}\n", id, a, b, b)
		fmt.Fprintf(&non, "width 2\nheight 1\nrows\n%d%s\ncolumns\n%d\n0\n====\n", a, bad, b)
		comma := ",\n"
		if i == 0 {
			comma = "["
		}
		fmt.Fprintf(&array, "%s{\"rows\":[[%d]],\"columns\":[[%d]]}", comma, a, b)
	}
	return map[string]string{
		"tournament": tournament.String(), "lines": lines.String(), "named": named.String(), "mixed": mixed.String(), "non": non.String(),
		"mark": "\ufeff" + tournament.String(), "crlf": strings.ReplaceAll(tournament.String(), "\n", "\r\n"),
		"array": array.String() + "]\n", "blank": strings.Repeat("\n", 3000) + tournament.String(),
	}
}

// A file read in slabs gives what it gives when read whole: puzzles, ids, errors and
// where they are.
func TestReadInSlabs(t *testing.T) {
	for name, content := range slabFiles() {
		want := results(Decode([]byte(content), "f", ""))
		if n := strings.Count(want, "\n"); n < 200 {
			t.Fatalf("%s: %d items", name, n)
		}
		for _, slab := range []int{100, 333, 1000, 2500} {
			if got := results(Decoder{}.read(strings.NewReader(content), "f", "", slab)); got != want {
				t.Errorf("%s in slabs of %d:\n%s", name, slab, firstDifference(got, want))
			}
		}
	}
	for _, content := range []string{"", "\n", "garbage", "$"} {
		if got, want := results(Decoder{}.read(strings.NewReader(content), "f", "", 100)), results(Decode([]byte(content), "f", "")); got != want || got == "" {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
}

// results lists the results of a reader as text.
func results(puzzles func(yield func(*nonogram.Puzzle, error) bool)) string {
	var b strings.Builder
	for p, err := range puzzles {
		fmt.Fprint(&b, err)
		if p != nil {
			fmt.Fprint(&b, p.ID, p.Rows, p.Cols)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %s\nwant    %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// An error of the reader comes after the puzzles of the slabs before, and errors
// end at their limit for the whole file.
func TestReadErrors(t *testing.T) {
	content := slabFiles()["tournament"]
	broken := io.MultiReader(strings.NewReader(content), iotest.ErrReader(io.ErrUnexpectedEOF))
	n, last := 0, error(nil)
	for _, err := range (Decoder{}).read(broken, "f", "", 500) {
		n, last = n+1, err
	}
	if n < 170 || !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("%d items, and last %v", n, last)
	}
	n = 0
	for range (Decoder{}).read(strings.NewReader(strings.Repeat("$1\nx\n\n", 3*maxErrors)), "f", "tournament", 1000) {
		n++
	}
	if n != maxErrors+1 {
		t.Errorf("%d errors, the limit is %d", n, maxErrors)
	}
}

// endless is a file of n puzzles that is nowhere.
type endless struct{ n, at int }

func (e *endless) Read(b []byte) (n int, err error) {
	for n+64 <= len(b) && e.at < e.n {
		e.at++
		n += copy(b[n:], fmt.Sprintf("$%d\n1\t1\n1\n1\n\n2\n2\n", e.at))
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Ten times as many puzzles take no more memory, read and written.
func TestStreamIsFlat(t *testing.T) {
	for _, f := range formats {
		if f.append == nil || !f.holds.has(holdsMany) || f.Picture || f == &freenonoFormat || f == &solutionFormat {
			continue
		}
		w, err := NewWriter(io.Discard, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		live := 0
		for p, err := range Read(&endless{n: 50_000}, "f.txt", "tournament") {
			if err = errors.Join(err, w.Write(p)); err != nil {
				t.Fatal(err)
			}
			live = max(live, cap(w.buf)+len(w.kept)*1000)
		}
		if err := w.Close(); err != nil || live > 10_000 {
			t.Errorf("%s: %v, the writer kept %d bytes", f.Name, err, live)
		}
	}
}

// What a writer writes puzzle by puzzle is what Encode writes; what it must keep is
// bounded, and what it refuses does not end the file.
func TestWriter(t *testing.T) {
	var puzzles []*nonogram.Puzzle
	for p := range Read(&endless{n: 4}, "", "") {
		p.Goal = nonogram.NewGrid(p.Width(), p.Height())
		clear(p.Goal.Cells) // empty, as nothing is unknown
		p.Rows, p.Cols = nonogram.CluesOf(p.Goal)
		puzzles = append(puzzles, p)
	}
	for _, f := range formats {
		if !f.Writes() {
			continue
		}
		for n := 1; n <= len(puzzles) && (n == 1 || f.holds.has(holdsMany)); n++ {
			var want, got bytes.Buffer
			if err := Encode(&want, f.Name, puzzles[:n]...); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			w, _ := NewWriter(&got, f.Name)
			for _, p := range puzzles[:n] {
				if err := w.Write(p); err != nil {
					t.Errorf("%s: %v", f.Name, err)
				}
			}
			if err := w.Write(&nonogram.Puzzle{}); err == nil {
				t.Errorf("%s writes what is not a puzzle", f.Name)
			}
			if err := w.Close(); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%s, %d puzzles: %v\n%s\nwant\n%s", f.Name, n, err, &got, &want)
			}
		}
	}
	w, _ := NewWriter(io.Discard, "spoj")
	var err error
	n := 0
	for ; err == nil; n++ {
		err = w.Write(puzzles[0])
	}
	if want := fmt.Sprintf("puzzle 1: the %d puzzles before it reach the limit", n-1); !strings.HasPrefix(err.Error(), want) || w.weight > maxKept+weightOf(puzzles[0]) {
		t.Errorf("%v, want %s…", err, want)
	}
	if w, _ := NewWriter(io.Discard, "non"); w.Close() == nil {
		t.Error("a file without puzzles is written")
	}
}
