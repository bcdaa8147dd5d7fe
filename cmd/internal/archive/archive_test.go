package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// zipOf packs files, given as name and content in turn.
func zipOf(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listed is what an archive holds: names and contents, or errors.
func listed(data []byte, name string) string {
	var out []string
	for m, err := range Members(data, name) {
		if err != nil {
			out = append(out, "error "+err.Error())
			continue
		}
		out = append(out, fmt.Sprintf("%s=%.20s", m.Name, m.Data))
	}
	return strings.Join(out, " | ")
}

func TestMembers(t *testing.T) {
	inner := zipOf(t, "b", "2")
	nested := zipOf(t, "3", string(zipOf(t, "2", string(zipOf(t, "1", string(inner))))))
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"a.non", []byte("width 1"), "a.non=width 1"},
		{"a.zip", zipOf(t, "x/a", "1", ".hidden", "0", "__MACOSX/a", "0", "b", "2"), "a.zip/x/a=1 | a.zip/b=2"},
		{"a.tar", tarOf(t, "a", "1", "x/b", "2"), "a.tar/a=1 | a.tar/x/b=2"},
		{"a.non.gz", gzipOf(t, []byte("width 1")), "a.non=width 1"},
		{"a.tar.gz", gzipOf(t, tarOf(t, "a", "1")), "a.tar/a=1"},
		{"a.tgz", gzipOf(t, tarOf(t, "a", "1")), "a.tar/a=1"},
		{"a.zip", zipOf(t, "i.zip", string(inner), "c", "3"), "a.zip/i.zip/b=2 | a.zip/c=3"},
		{"a.zip", nested, "error a.zip/3/2/1: found archives in each other over 3 deep, which is the limit"},
		{"a.zip", zipOf(t, "a", "1")[:20], "error a.zip: found a damaged archive: zip: not a valid zip file"},
		{"a.gz", gzipOf(t, []byte("width 1"))[:14], "error a.gz: unexpected EOF"},
		{"empty.zip", zipOf(t), ""},
	}
	for _, tt := range tests {
		if got := listed(tt.data, tt.name); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A long list of small puzzles shrinks to less than a fiftieth, and is not a bomb.
func TestRegularFile(t *testing.T) {
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, `{"id":"%d","rows":[[1,1],[1,1],[1,1],[1,1],[1,1]],"columns":[[1,1],[1,1],[1,1],[1,1],[1,1]],"source":"a list of puzzles that are all alike"}`+"\n", i%10)
	}
	data := gzipOf(t, []byte(lines.String()))
	if ratio := lines.Len() / len(data); ratio < 49 {
		t.Fatalf("it shrinks to one part in %d only", ratio)
	}
	for m, err := range Members(data, "list.jsonl.gz") {
		if err != nil || string(m.Data) != lines.String() {
			t.Errorf("%v, %d bytes", err, len(m.Data))
		}
	}
}

// TestArchiveBombs unpacks archives far larger than they look, which must be rejected before it
// takes memory.
func TestArchiveBombs(t *testing.T) {
	zeros := strings.Repeat("0", 64<<20)
	many := make([]string, 0, 64)
	for i := range 16 {
		many = append(many, fmt.Sprint(i), zeros[:4<<20])
	}
	for name, data := range map[string][]byte{
		"one file": zipOf(t, "a", zeros), "many files": zipOf(t, many...), "gzip": gzipOf(t, []byte(zeros)),
		"in each other": zipOf(t, "a.zip", string(zipOf(t, "a", zeros))),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		refused := false
		for m, err := range Members(data, name) {
			refused = refused || err != nil && strings.Contains(err.Error(), "more than its size allows")
			_ = m
		}
		runtime.ReadMemStats(&after)
		if !refused {
			t.Errorf("%s of %d bytes is not refused", name, len(data))
		}
		// Growing slices take some five times what they hold at last.
		if taken, most := after.TotalAlloc-before.TotalAlloc, uint64(6*(spareBytes+perArchive*len(data))); taken > most {
			t.Errorf("%s of %d bytes takes %d bytes, expected at most %d", name, len(data), taken, most)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add(zipOf(f, "a", "1", "b", "2"))
	f.Add(tarOf(f, "a", "1"))
	f.Add(gzipOf(f, tarOf(f, "a", "1")))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		for m := range Members(data, "f") {
			n += len(m.Data)
		}
		if n > spareBytes+perArchive*len(data) && n > len(data) {
			t.Fatalf("%d bytes come out of %d", n, len(data))
		}
	})
}

func TestReadAll(t *testing.T) {
	if data, err := ReadAll(strings.NewReader("abc"), "f"); err != nil || string(data) != "abc" {
		t.Errorf("got %q, %v", data, err)
	}
	if _, err := readAtMost(zeros{}, "f", 5000); err == nil || err.Error() != "f: the file is over the limit of 5000 bytes" {
		t.Errorf("got %v for an endless file", err)
	}
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
