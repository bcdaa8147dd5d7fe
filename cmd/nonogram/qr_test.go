package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rsc.io/qr"

	"nonogram/format"
)

// The command writes the code of a link, and refuses to read it.
func TestWrittenQRCodes(t *testing.T) {
	code := filepath.Join(t.TempDir(), "code.PNG")
	if out, err := outputOf(t, "convert", "--to", "link", "--site", "https://example.org/", "--lossy", "@heart", code); err != nil {
		t.Fatal(out, err)
	}
	data, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	link, err := outputOf(t, "convert", "--site", "https://example.org/", "--lossy", "@heart", "link")
	if err != nil {
		t.Fatal(err)
	}
	want, err := qr.Encode(strings.TrimSpace(link), qr.L)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, want.PNG()) {
		t.Error("the picture is not the code of the link")
	}
	for _, err := range format.Decode(data, code, "") {
		if err == nil || !strings.Contains(err.Error(), "a phone's camera") {
			t.Errorf("reading the code: %v", err)
		}
	}
	for n, fits := range map[int]bool{2953: true, 2954: false} {
		err := writeQR(io.Discard, strings.Repeat("x", n))
		if (err == nil) != fits {
			t.Errorf("%d characters: %v", n, err)
		}
	}
	links, err := outputOf(t, "convert", "--site", "https://example.org", "--lossy", "@heart", "@cat", "link")
	if err != nil || strings.Count(links, "https://example.org/play/#p=") != 2 || strings.Count(links, "\n") != 2 {
		t.Errorf("got %s, %v", links, err)
	}
	for _, args := range [][]string{
		{"--to", "link", "@heart", "x.png"}, // a phone could not open it
		{"--to", "link", "--site", "https://example.org", "@heart", "@cat", "x.png"},
		{"--to", "link", "--site", "example.org", "@heart", "-"},
		{"--to", "json", "--site", "https://example.org", "@heart", "-"},
	} {
		t.Chdir(t.TempDir())
		if out, err := outputOf(t, append([]string{"convert", "--lossy"}, args...)...); err == nil || isThere("x.png") {
			t.Errorf("%q: %s", args, out)
		}
	}
}
