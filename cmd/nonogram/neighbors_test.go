//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"nonogram/cmd/internal/atomicfile"
)

// Every command that writes files does so among files of others, whose names a careless
// program would use: whether it ends, is interrupted or killed, or finds no room, each output
// is new and whole or as it was, and every other file is as it was, byte by byte.

// writes is a command that writes. IN is the folder of its inputs; it runs in the folder of its
// outputs.
type writes struct {
	args string
	outs []string // the files that the user names
	// made are patterns of other files, which must not exist before.
	made []string
	// whole recognizes a complete output that differs from run to run.
	whole func([]byte) bool
}

var allWrites = []writes{
	{args: "solve IN/puzzles.txt --quiet --out o.json --trace o.jsonl", outs: []string{"o.json", "o.jsonl"}},
	{args: "solve IN/puzzles.txt --quiet --out o.txt", outs: []string{"o.txt"}},
	{args: "prove IN/cat.non --out o.txt", outs: []string{"o.txt"}},
	{args: "prove IN/cat.non --to lrat --formula o.cnf --out o.txt", outs: []string{"o.cnf", "o.txt"}},
	{args: "explain IN/cat.non --html o.html", outs: []string{"o.html"}, whole: endsWith("</html>")},
	{args: "show IN/cat.non --out o.pdf", outs: []string{"o.pdf"}},
	{args: "show IN/puzzles.txt --out o.svg", outs: []string{"o.svg"}, made: []string{"o-0*.svg"}},
	{args: "convert IN/puzzles.txt o.json", outs: []string{"o.json"}},
	{args: "convert --id 2 IN/puzzles.txt o.g --lossy", outs: []string{"o.g"}},
	{args: "convert IN/puzzles.txt made/ --to mk", made: []string{"made"}},
	{args: "dedupe IN/puzzles.txt --out o.json", outs: []string{"o.json"}},
	{args: "describe IN/puzzles.txt --out o.json", outs: []string{"o.json"}},
	{args: "generate puzzle --size 8 --count 5 --seed 1 --out o.json", outs: []string{"o.json"}},
	{args: "generate random --size 20 --count 200 --out o.txt --solutions s.txt", outs: []string{"o.txt", "s.txt"}},
	{args: "generate image IN/photo.png --size 8 --quiet --out o.json", outs: []string{"o.json"}},
	{args: "generate repair IN/cat.non --quiet --out o.json", outs: []string{"o.json"}},
	{args: "scan IN/page.png --quiet --out o.json --debug o.png", outs: []string{"o.json", "o.png"}},
	{args: "bench IN/cat.non --method engine --chart o.svg --state state.json", outs: []string{"o.svg"}, made: []string{"state.json"}, whole: endsWith("</svg>")},
	{args: "bench IN/cat.non --method engine --csv o.csv", outs: []string{"o.csv"}, whole: func(b []byte) bool {
		return bytes.HasPrefix(b, []byte("method,set,")) && bytes.HasSuffix(b, []byte("\n"))
	}},
	{args: "study --puzzles IN/cat.non --methods engine --out o.html", outs: []string{"o.html"}, whole: endsWith("</html>")},
	{args: "study --puzzles IN/cat.non --methods engine --out made", made: []string{"made"}},
	{args: "scan IN/page.png --quiet --debug made", made: []string{"made"}},
	{args: "man made", made: []string{"made"}},
	{args: "feed made IN/puzzles.txt IN/cat.non", made: []string{"made"}},
	{args: "batch run IN/puzzles.txt --out o.jsonl --dir queue", outs: []string{"o.jsonl"}, made: []string{"queue"}, whole: func(b []byte) bool {
		return bytes.Count(b, []byte("\n")) == 40 && bytes.HasSuffix(b, []byte("}\n"))
	}},
}

func endsWith(end string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(b), []byte(end)) }
}

// elsewhereWritten are flags that name an output or a folder and are tested elsewhere: the
// folder of the test and its name.
var elsewhereWritten = map[string][2]string{
	"play --progress": {".", "TestGameIsKept"}, "batch results --out": {".", "TestNeighbors"}, // as prove --out
	"serve --sync": {"../internal/server", "TestStartCleans"}, "mcp --files": {"../internal/mcp", "TestFilesStayInTheFolder"},
	"batch submit --dir": {".", "TestBatchRefusesFoldersOfOthers"}, "batch work --dir": {".", "TestBatchRefusesFoldersOfOthers"},
	"batch serve --dir": {".", "TestBatchRefusesFoldersOfOthers"}, "batch status --dir": {".", "TestBatchRefusesFoldersOfOthers"},
	"batch workers --dir": {".", "TestBatchRefusesFoldersOfOthers"}, "batch results --dir": {".", "TestBatchRefusesFoldersOfOthers"},
	"batch cancel --dir": {".", "TestBatchRefusesFoldersOfOthers"}, "batch remove --dir": {".", "TestBatchRefusesFoldersOfOthers"},
	"batch census --dir": {".", "TestBatchRefusesFoldersOfOthers"},
}

// isWritten reports whether a flag names an output, or a folder that a command writes to.
func isWritten(f *pflag.Flag) bool {
	if kind := f.Annotations[fileKey]; len(kind) > 0 {
		return slices.Equal(kind, []string{outputFile})
	}
	value, _ := pflag.UnquoteUsage(f)
	return strings.Contains(f.Usage, "write") && value == "FILE" || slices.Contains([]string{"FOLDER", "DIR"}, value) || slices.Contains([]string{"out", "dir", "sync", "save"}, f.Name)
}

// The table has every flag and argument that names an output.
func TestWritesAreComplete(t *testing.T) {
	for _, cmd := range allCommands(newRoot(newApp())) {
		path := strings.TrimPrefix(cmd.CommandPath(), "nonogram ")
		uses := func(word string) bool {
			return slices.ContainsFunc(allWrites, func(w writes) bool {
				return strings.HasPrefix(w.args, path+" ") && slices.Contains(strings.Fields(w.args), word)
			})
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if name := path + " --" + f.Name; isWritten(f) && !uses("--"+f.Name) && elsewhereWritten[name][1] == "" {
				t.Errorf("%s writes to a file or a folder and is not in the table", name)
			}
		})
		if cmd.Annotations[lastIsOutput] != "" && !uses("o.json") {
			t.Errorf("%s writes a file and is not in the table", path)
		}
	}
	for flag, test := range elsewhereWritten {
		files, err := filepath.Glob(filepath.Join(test[0], "*_test.go"))
		if err != nil || !slices.ContainsFunc(files, func(file string) bool {
			data, err := os.ReadFile(file)
			return err == nil && bytes.Contains(data, []byte("func "+test[1]+"("))
		}) {
			t.Errorf("%s: there is no test %s in %s, %v", flag, test[1], test[0], err)
		}
	}
}

// inputsOfWrites makes the folder IN.
func inputsOfWrites(t *testing.T) string {
	t.Helper()
	in := exampleFiles(t)
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "$%d\n1\n1\n2\n0\n", i+1)
	}
	if err := os.WriteFile(filepath.Join(in, "puzzles.txt"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return in
}

const oldContent = "old\n"

// neighbors fills a folder with old outputs and with files of others.
func neighbors(t *testing.T, dir string, outs []string) {
	t.Helper()
	files := []string{"run", "lock", "address", "config.json.new", "nonogram-queue.txt", ".nonogram-mine.new", "o-1.svg", "queue.new", "queue.over/keep", "queue.batch/keep"}
	for _, out := range outs {
		ext := filepath.Ext(out)
		part := strings.TrimSuffix(out, ext) + ".part" + ext
		files = append(files, out+".new", out+".batch/keep", out+".over/keep", out+".tmp", out+"~", "."+out, part, out+".lock")
		if err := os.WriteFile(filepath.Join(dir, out), []byte(oldContent), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		path := filepath.Join(dir, file)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("mine: "+file), 0o600))
		if err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link": "run", "jetstream": "queue.over", "dangling": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Chown(filepath.Join(dir, "run"), 12345, 12345) // of another user, if this one may
}

// treeOf describes every file below a folder.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content := ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			content, err = os.Readlink(path)
		case info.Mode().IsRegular():
			var data []byte
			data, err = os.ReadFile(path)
			content = string(data)
		}
		name, _ := filepath.Rel(dir, path)
		owner := info.Sys().(*syscall.Stat_t).Uid
		tree[name] = fmt.Sprint(info.Mode(), owner, "\n", content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// contentOf returns the content in a description.
func contentOf(described string) string {
	_, content, _ := strings.Cut(described, "\n")
	return content
}

func (w *writes) command(t *testing.T, in, dir string) *exec.Cmd {
	cmd := child(t, strings.Fields(strings.ReplaceAll(w.args, "IN/", in+"/"))...)
	cmd.Dir = dir
	return cmd
}

// compare checks the folder after a run.
func (w *writes) compare(t *testing.T, how string, before, after, fresh map[string]string) {
	t.Helper()
	for name, was := range before {
		now, there := after[name]
		isOut := slices.Contains(w.outs, name)
		switch {
		case !there:
			t.Errorf("%s, %s: %s is gone", w.args, how, name)
		case now == was:
			if how == "done" && isOut && !strings.HasPrefix(w.args, "show IN/puzzles.txt") {
				t.Errorf("%s: %s is not written", w.args, name)
			}
		case !isOut:
			t.Errorf("%s, %s: %s was\n%s\nand is\n%s", w.args, how, name, was, now)
		case w.whole != nil && w.whole([]byte(contentOf(now))):
		case contentOf(now) != contentOf(fresh[name]):
			t.Errorf("%s, %s: %s is neither old nor whole: %.200q", w.args, how, name, contentOf(now))
		}
	}
	for name := range after {
		if _, was := before[name]; was || w.mayMake(how, name) {
			continue
		}
		t.Errorf("%s, %s: %s is left", w.args, how, name)
	}
}

// mayMake reports whether a new file is allowed.
func (w *writes) mayMake(how, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, pattern := range w.made {
		if ok, _ := filepath.Match(pattern, first); ok {
			return true
		}
	}
	return how == "killed" && atomicfile.Unfinished(name) || how == "interrupted" && strings.Contains(name, ".part")
}

// TestNeighbors runs every command among files of others.
func TestNeighbors(t *testing.T) {
	in := inputsOfWrites(t)
	for _, w := range allWrites {
		t.Run(w.args, func(t *testing.T) {
			t.Parallel()
			clean := t.TempDir()
			started := time.Now()
			if out, err := w.command(t, in, clean).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			took := time.Since(started)
			fresh := treeOf(t, clean)
			const points = 3
			for how, signal := range map[string]os.Signal{"done": nil, "interrupted": os.Interrupt, "killed": os.Kill} {
				for i := range points {
					if how == "done" && i > 0 {
						break
					}
					dir := t.TempDir()
					neighbors(t, dir, w.outs)
					before := treeOf(t, dir)
					cmd := w.command(t, in, dir)
					var said bytes.Buffer
					cmd.Stderr = &said
					if err := cmd.Start(); err != nil {
						t.Fatal(err)
					}
					if signal != nil { // whenever it comes, the promise is the same
						time.Sleep(took * time.Duration(2*i+1) / (2 * points))
						_ = cmd.Process.Signal(signal)
					}
					err := cmd.Wait()
					if how == "done" && err != nil {
						t.Errorf("%v: %s", err, &said)
					}
					after := treeOf(t, dir)
					w.compare(t, how, before, after, fresh)
					if how == "interrupted" && len(after) > len(before) && exitOf(err) == int(exitUndecided) && said.Len() == 0 {
						t.Errorf("interrupted without a word, %v are there", after)
					}
				}
			}
		})
	}
}

// Files that the user did not name one by one are not replaced without --force, and others never.
func TestForce(t *testing.T) {
	in := inputsOfWrites(t)
	for _, c := range []struct{ args, there string }{
		{"show IN/puzzles.txt --out o.svg", "o-017.svg"},
		{"study --puzzles IN/cat.non --methods engine --out made", "made/study.html"},
		{"study --puzzles IN/cat.non --methods engine --out made", "made/mine.txt"},
		{"scan IN/page.png --quiet --debug made", "made/1-board.png"},
		{"man made", "made/nonogram-solve.1"},
	} {
		dir := t.TempDir()
		there := filepath.Join(dir, c.there)
		other := filepath.Join(filepath.Dir(there), "o-mine.svg")
		for _, path := range []string{there, other} {
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(oldContent), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		before := treeOf(t, dir)
		w := writes{args: c.args}
		out, err := w.command(t, in, dir).CombinedOutput()
		if exitOf(err) != int(exitFailed) || !strings.Contains(string(out), "--force") {
			t.Errorf("%s: %v, %s", c.args, err, out)
		}
		if after := treeOf(t, dir); !maps.Equal(before, after) {
			t.Errorf("%s, refused: %v became %v", c.args, before, after)
		}
		w.args += " --force"
		if out, err := w.command(t, in, dir).CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", w.args, err, out)
		}
		after := treeOf(t, dir)
		if name, _ := filepath.Rel(dir, other); after[name] != before[name] {
			t.Errorf("%s: %s became %q", w.args, name, after[name])
		}
		if replaced := after[c.there] != before[c.there]; replaced == strings.HasSuffix(c.there, "mine.txt") {
			t.Errorf("%s: %s is %q", w.args, c.there, after[c.there])
		}
	}
}

// TestNeighborsWithoutRoom does so on a disk without room, and on one without inodes.
func TestNeighborsWithoutRoom(t *testing.T) {
	disk := t.TempDir()
	const pages = "512k"
	mount := func(inodes int) error {
		out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%s,nr_inodes=%d", pages, inodes), "tmpfs", disk).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	unmount := func() {
		if err := exec.Command("umount", disk).Run(); err != nil {
			t.Error(err)
		}
	}
	if err := mount(100); err != nil {
		t.Skipf("FULL DISKS ARE NOT TESTED: no small disk can be mounted: %v", err)
	}
	unmount()
	in := inputsOfWrites(t)
	for _, w := range allWrites {
		if strings.HasPrefix(w.args, "batch") {
			continue // it waits until there is room, see cmd/internal/batch
		}
		clean := t.TempDir()
		if out, err := w.command(t, in, clean).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		fresh := treeOf(t, clean)
		for _, lacking := range []string{"room", "inodes"} {
			inodes := 1000
			if lacking == "inodes" {
				probe := t.TempDir()
				neighbors(t, probe, w.outs)
				inodes = len(treeOf(t, probe)) + 1
			}
			if err := mount(inodes); err != nil {
				t.Fatal(err)
			}
			neighbors(t, disk, w.outs)
			if lacking == "room" {
				fill(t, filepath.Join(disk, "full"))
			}
			before := treeOf(t, disk)
			out, err := w.command(t, in, disk).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "no space") {
				t.Errorf("%s, without %s: %v, said %s", w.args, lacking, err, out)
			}
			w.compare(t, "without "+lacking, before, treeOf(t, disk), fresh)
			unmount()
		}
	}
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4<<10))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
