package housetest_test

import (
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonogram/format"
	"nonogram/puzzles"
)

// samplePages are the pages whose commands are run.
var samplePages = []string{"README.md", "docs/commands.md", "docs/lab/authors.md"}

var (
	codeBlock = regexp.MustCompile("(?s)\n```(console)?\n(.*?)```")
	duration  = regexp.MustCompile(`\d+(\.\d+)? (ms|µs|s)\b|"elapsed_ms":[\d.e-]+`)
	machine   = regexp.MustCompile(`(?m)^.* cores? · .*$`)
	blanks    = regexp.MustCompile(`  +`)
	comment   = regexp.MustCompile(`\s+# .*$`)
)

// TestSamples runs the commands on the pages. Those in console blocks print what the page
// shows, durations and the machine apart; the others succeed.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "bin", "nonogram"), "./cmd/nonogram")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(here, "internal"), filepath.Join(dir, "internal")); err != nil {
		t.Fatal(err)
	}
	writePhoto(t, filepath.Join(dir, "photo.jpg"))
	run := func(command string) (string, error) {
		cmd := exec.Command("bash", "-o", "pipefail", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, name := range samplePages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		commands := 0
		for _, m := range codeBlock.FindAllStringSubmatch(string(page), -1) {
			for _, s := range samplesOf(m[2], m[1] != "") {
				commands++
				out, err := run(s.command)
				if s.exact && timeless(out) != timeless(s.output) {
					t.Errorf("%s: %s\nprints\n%s\nand the page says\n%s", name, s.command, out, s.output)
				}
				if !s.exact && err != nil {
					t.Errorf("%s: %s: %v\n%s", name, s.command, err, out)
				}
			}
		}
		if commands == 0 {
			t.Errorf("%s has no commands", name)
		}
	}
}

// timeless masks durations, which decide the widths of columns too, and the machine.
func timeless(text string) string {
	return blanks.ReplaceAllString(machine.ReplaceAllString(duration.ReplaceAllString(text, "T"), "M"), " ")
}

// sample is a command on a page, with its output if the page shows it.
type sample struct {
	command, output string
	exact           bool
}

// samplesOf reads a block of code. In a console block commands follow a prompt.
func samplesOf(text string, console bool) (list []sample) {
	for line := range strings.Lines(text) {
		command, prompt := strings.CutPrefix(line, "$ ")
		switch {
		case console && prompt:
			list = append(list, sample{command: command, exact: true})
		case console && len(list) > 0:
			list[len(list)-1].output += line
		case strings.HasPrefix(line, "nonogram "):
			list = append(list, sample{command: comment.ReplaceAllString(line, "")})
		}
	}
	return list
}

// writePhoto makes a picture with a light disk on a dark ground.
func writePhoto(t *testing.T, path string) {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 200, 160))
	for y := range 160 {
		for x := range 200 {
			shade := uint8(30 + y/4)
			if (x-90)*(x-90)+(y-80)*(y-80) < 60*60 {
				shade = uint8(170 + x/4)
			}
			img.SetGray(x, y, color.Gray{Y: shade})
		}
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(file, img, nil); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCounts compares the numbers of the README with the program.
func TestCounts(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("%d puzzles", len(puzzles.All())), fmt.Sprintf("%d file formats are read", len(format.All()))} {
		if !strings.Contains(string(page), want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
