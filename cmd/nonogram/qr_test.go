package main

import (
	"strings"
	"testing"

	"rsc.io/qr"

	"nonogram/format"
)

// The code of a link is refused, with advice.
func TestQRCodesAreRefused(t *testing.T) {
	link, err := outputOf(t, "convert", "--site", "https://example.org/", "--lossy", "@heart", "link")
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(strings.TrimSpace(link), qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range format.Decode(code.PNG(), "code.png", "") {
		if err == nil || !strings.Contains(err.Error(), "a phone's camera") {
			t.Errorf("reading the code: %v", err)
		}
	}
}

func TestLinks(t *testing.T) {
	links, err := outputOf(t, "convert", "--site", "https://example.org", "--lossy", "@heart", "@cat", "link")
	if err != nil || strings.Count(links, "https://example.org/play/#p=") != 2 || strings.Count(links, "\n") != 2 {
		t.Errorf("got %s, %v", links, err)
	}
	for _, args := range [][]string{
		{"--to", "link", "--site", "https://example.org", "@heart", "x.png"},
		{"--to", "link", "--site", "example.org", "@heart", "-"},
		{"--to", "json", "--site", "https://example.org", "@heart", "-"},
	} {
		t.Chdir(t.TempDir())
		if out, err := outputOf(t, append([]string{"convert", "--lossy"}, args...)...); err == nil || isThere("x.png") {
			t.Errorf("%q: %s", args, out)
		}
	}
}
