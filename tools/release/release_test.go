package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Versions, notes and archives of a release.

func TestNewest(t *testing.T) {
	e, err := newestOf("# Changes\n\n## v1.2.0, in May\n\n- One.\n  Two.\n\n## v1.1.0\n\n- Old.\n")
	if err != nil || e != (entry{"v1.2.0", "- One.\n  Two."}) {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := newestOf("## v0.1.0\n- All.\n"); err != nil || e.Notes != "- All." {
		t.Errorf("the only version: %+v, %v", e, err)
	}
	for text, want := range map[string]string{
		"# Changes\n\n## Unreleased\n- New.\n## v1.0.0\n": `line 3: found "## Unreleased", expected a version like ## v1.2.0`,
		"# Changes\n": "there is no version",
	} {
		if _, err := newestOf(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Below the unreleased changes every heading of the change log is a version.
func TestChangeLog(t *testing.T) {
	data, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if at := strings.Index(text, "\n## Unreleased\n"); at >= 0 {
		text = text[at+len("\n## Unreleased\n"):]
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "## ") && !versionHeading.MatchString(line) {
			t.Errorf("the heading %q is not a version", line)
		}
	}
}

// A version that is not a release is older than all releases, and none has a hyphen.
func TestPackageVersion(t *testing.T) {
	day := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for version, want := range map[string]string{"v1.2.0": "1.2.0", "v1.2.0-3-gabc": "1.2.0.3.gabc", "abc-dirty": "0~20260501.abc.dirty"} {
		if got := (&source{version: version, time: day}).packageVersion(); got != want {
			t.Errorf("%s becomes %s, not %s", version, got, want)
		}
	}
}

// Archives depend on their files, not on their order, and come apart again.
func TestArchives(t *testing.T) {
	modified := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	members := []member{{name: "x/nonogram", data: []byte("program"), program: true}, {name: "x/man/a.1", data: bytes.Repeat([]byte("page"), 1000)}}
	for ending, write := range map[string]func(*bytes.Buffer, []member) error{
		".tar.gz": func(b *bytes.Buffer, m []member) error { return writeTar(b, m, modified) },
		".zip":    func(b *bytes.Buffer, m []member) error { return writeZip(b, m, modified) },
	} {
		var first, second bytes.Buffer
		if err := write(&first, members); err != nil {
			t.Fatal(err)
		}
		turned := slices.Clone(members)
		slices.Reverse(turned)
		if err := write(&second, turned); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: the order of files shows (%v)", ending, err)
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "x"+ending)
		if err := os.WriteFile(file, first.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := unpack(file, dir); err != nil {
			t.Fatal(err)
		}
		for _, m := range members {
			if data, err := os.ReadFile(filepath.Join(dir, m.name)); err != nil || !bytes.Equal(data, m.data) {
				t.Errorf("%s: %s came out as %.20q (%v)", ending, m.name, data, err)
			}
		}
	}
}

// A release has an archive and a list of parts for each of six systems, two packages for
// each Linux, one for npm, three manifests, and checksums.
func TestArtefacts(t *testing.T) {
	s := &source{dir: "../..", version: "v1.2.0"}
	names := s.artifacts()
	if len(names) != 6*2+2*2+1+3+1 {
		t.Errorf("%d files: %q", len(names), names)
	}
	for _, want := range []string{"nonogram_1.2.0_linux_arm64.deb", "nonogram_1.2.0_windows_amd64.zip", "nonogram_1.2.0_darwin_arm64.tar.gz", "nonogram_1.2.0_linux_amd64.cdx.json", "nonogram-1.2.0.tgz", "nonogram.rb", sums} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no %s", want)
		}
	}
	for _, name := range append(documents, unit) {
		if _, err := os.Stat(filepath.Join(s.dir, name)); err != nil {
			t.Error(err)
		}
	}
}
