package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/plural"
)

// convert writes puzzles in another format. Puzzles are spooled to a temporary file, and the
// output is written when all of them are known to be good.

type convertFlags struct {
	chosen
	To    string `flag:"write the format <NAME> instead of the one of OUT's ending" complete:"formats"`
	Site  string `flag:"write links of the web app at the address <URL>"`
	Lossy bool   `flag:"write what the format can hold, and leave out the rest"`
	Force bool   `flag:"replace OUT even if there are several files IN, or files in the folder OUT"`
}

func newConvert(a *app) *cobra.Command {
	f := &convertFlags{}
	cmd := newCommand("convert", nil, f, func(cmd *cobra.Command, args []string) error {
		if len(args) < 2 {
			return usagef("expected the files to read and the file to write, as nonogram convert cat.non cat.json; - is standard output")
		}
		f.files = args[:len(args)-1]
		return f.run(cmd.Context(), a, args[len(args)-1])
	})
	annotate(cmd, lastIsOutput, rewrites)
	list := wrap("Formats: "+strings.Join(formatNames(), ", "), helpWidth)
	cmd.Long = strings.Replace(cmd.Long, "Formats: {formats}", strings.Join(list, "\n"), 1)
	return cmd
}

func (f *convertFlags) run(ctx context.Context, a *app, out string) error {
	if err := f.inputs.check(); err != nil {
		return err
	}
	if f.To == "" && path.Ext(out) == "" && !isThere(out) {
		if to, err := format.ByName(out); err == nil {
			f.To, out = to.Name, "-"
		}
	}
	c, err := newConverter(a, out, f.To, f.Lossy, len(f.files) > 1, f.Force)
	if err != nil {
		return err
	}
	if c.site, err = f.checkSite(c); err != nil {
		return err
	}
	if len(f.files) > 1 && !f.Force && c.folder == nil && isThere(out) {
		return usagef("%s exists, and the puzzles of %s would replace it; --force allows it", out, plural.Of(len(f.files), "other file", "other files"))
	}
	defer c.drop()
	items := f.items(a)
	if f.ID != "" {
		it, err := f.choose(a)
		if err != nil {
			return err
		}
		items = slices.Values([]item{it})
	}
	for it := range items {
		if ctx.Err() != nil {
			break
		}
		if c.add(it); c.err != nil {
			break
		}
	}
	return c.finish()
}

// checkSite returns the address of links, if the format is that of links.
func (f *convertFlags) checkSite(c *converter) (string, error) {
	links := c.format.Name == linkFormat
	switch address, err := url.Parse(f.Site); {
	case links && strings.EqualFold(filepath.Ext(c.out), ".png"):
		return "", usagef("%s: the web app draws QR codes of links, expected a text file", c.out)
	case f.Site != "" && !links:
		return "", usagef("--site is for links; format %s has none", c.format.Name)
	case f.Site != "" && (err != nil || address.Host == "" || address.Fragment != "" || address.RawQuery != ""):
		return "", usagef("--site: found %q, expected an address like https://example.org", f.Site)
	}
	return strings.TrimSuffix(f.Site, "/"), nil
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// linkFormat is the format of links.
const linkFormat = "link"

// drawingEndings are the files that only show can write.
var drawingEndings = []string{"pdf", "html", "svg"}

// targetFormat returns the format of a name, or of the ending of a file.
func targetFormat(out, name string) (to *format.Format, err error) {
	ending := strings.TrimPrefix(strings.ToLower(path.Ext(out)), ".")
	switch {
	case slices.Contains(drawingEndings, cmp.Or(name, ending)):
		return nil, usagef("%s is a drawing, not a file of puzzles: nonogram show --out FILE.%[1]s draws it", cmp.Or(name, ending))
	case name != "":
		to, err = format.ByName(name)
	case out == stdoutName || isFolderName(out):
		return nil, usagef("%s has no ending that tells the format: --to names it", out)
	default:
		to, err = format.ByFilename(out)
	}
	if err != nil {
		return nil, usageError{err}
	}
	if !to.Writes() {
		return nil, usagef("format %s can only be read", to.Name)
	}
	return to, nil
}

// converter collects puzzles and writes them once all are known to be good. Until then they
// are in a spool, so memory does not grow with their number. A nil converter does nothing.
type converter struct {
	a      *app
	format *format.Format
	out    string
	site   string // of links
	lossy  bool
	// renumber replaces the IDs of puzzles that are only numbers, since files may share them.
	renumber bool

	reads   readings
	file    *output
	writer  *format.Writer
	folder  *folderOutput // instead of a file
	puzzles int           // accepted
	failed  int           // could not be read or written
	left    int           // not as wanted
	losses  []string      // in the order of their first occurrence
	lost    map[string]int
	err     error // first error; later puzzles are ignored
}

// newConverter returns a converter to a file, or to a folder, whose files are replaced by force.
func newConverter(a *app, out, to string, lossy, renumber, force bool) (c *converter, err error) {
	c = &converter{a: a, out: out, lossy: lossy, lost: map[string]int{}, renumber: renumber}
	if c.format, err = targetFormat(out, to); err != nil {
		return nil, err
	}
	if isFolderName(out) {
		c.folder, err = newFolderOutput(a, out, c.format, force)
		return c, err
	}
	if c.file, err = newOutput(a, out); err == nil {
		c.writer, err = format.NewWriter(c.file, c.format.Name)
	}
	return c, err
}

func (c *converter) add(it item) {
	if c == nil || c.err != nil {
		return
	}
	if it.err != nil {
		c.failed++
		printError(c.a, it, it.err)
		return
	}
	c.reads.tell(c.a, it)
	p, err := format.Simplify(c.format, it.puzzle)
	if err != nil {
		c.failed++
		printError(c.a, it, err)
		return
	}
	for _, loss := range format.Losses(c.format, it.puzzle) {
		if c.lost[loss]++; c.lost[loss] == 1 {
			c.losses = append(c.losses, loss)
		}
	}
	if q := *p; c.renumber && strings.Trim(p.ID, "0123456789") == "" {
		q.ID = ""
		p = &q
	}
	c.puzzles++
	if c.hopeless() {
		return
	}
	if err := c.take(p); err != nil {
		c.err = fmt.Errorf("%s: %w", c.out, err)
	}
}

// hopeless reports that nothing will be written; further puzzles are only checked.
func (c *converter) hopeless() bool {
	return (c.failed > 0 || len(c.losses) > 0) && !c.lossy || c.tooMany()
}

// tooMany reports whether there are several puzzles and the format holds one.
func (c *converter) tooMany() bool {
	return c.puzzles > 1 && !c.format.Many() && c.folder == nil
}

// take writes a puzzle to the spool.
func (c *converter) take(p *nonogram.Puzzle) (err error) {
	if c.folder != nil {
		return c.folder.add(p, c.site)
	}
	if _, err = io.WriteString(c.file, c.site); err == nil { // before its link
		err = c.writer.Write(p)
	}
	return err
}

// finish writes all puzzles, or none.
func (c *converter) finish() error {
	if c == nil {
		return nil
	}
	defer c.drop()
	var status exitStatus
	if c.failed > 0 {
		status = exitFailed
	}
	if c.a.isInterrupted() {
		status.add(exitUndecided)
	}
	switch {
	case c.err != nil:
		return c.err
	case c.left > 0 && c.a.rewriting:
		return fmt.Errorf("%s: nothing is written, since it would lose %s; expected another file", c.out, plural.Of(c.left, "puzzle", "puzzles"))
	case c.puzzles == 0:
		if err := c.commit(); err != nil {
			return err
		}
		return status.err()
	case c.failed > 0 && !c.lossy:
		return fmt.Errorf("%s: nothing is written because of %s; --lossy writes the others", c.out, plural.Of(c.failed, "error", "errors"))
	case len(c.losses) > 0 && !c.lossy:
		return fmt.Errorf("%s: format %s cannot hold %s; --lossy leaves that out", c.out, c.format.Name, c.listLosses())
	case c.tooMany():
		return fmt.Errorf("%s: a file of format %s holds one puzzle, and there are %d; --id takes one of a file, and a name that ends in / makes a folder of files", c.out, c.format.Name, c.puzzles)
	}
	if err := c.write(); err != nil {
		return err
	}
	if len(c.losses) > 0 {
		fmt.Fprintf(c.a.err, "%s: left out %s\n", oneLine(c.out), c.listLosses())
	}
	return status.err()
}

// drop discards the puzzles.
func (c *converter) drop() {
	switch {
	case c == nil:
	case c.folder != nil:
		c.folder.close()
	default:
		c.file.close()
	}
}

// fail counts a puzzle that could not be read.
func (c *converter) fail() {
	if c != nil {
		c.failed++
	}
}

// leave counts a puzzle that was read and is not to be written.
func (c *converter) leave() {
	if c != nil {
		c.left++
	}
}

// end finishes after a run of each, which has printed the errors.
func (c *converter) end(t tally) error {
	switch {
	case c == nil:
		return nil
	case t.err != nil:
		c.drop()
		return nil
	}
	c.failed += t.failed
	return c.finish()
}

// listLosses lists the losses, each with the number of puzzles concerned.
func (c *converter) listLosses() string {
	var parts []string
	for _, loss := range c.losses {
		if c.puzzles > 1 {
			loss += fmt.Sprintf(" (%s)", plural.Of(c.lost[loss], "puzzle", "puzzles"))
		}
		parts = append(parts, loss)
	}
	return strings.Join(parts, ", ")
}

// write writes the file or the folder.
func (c *converter) write() error {
	if c.folder == nil {
		if err := c.writer.Close(); err != nil {
			return fmt.Errorf("%s: %w", c.out, err)
		}
	}
	return c.commit()
}

func (c *converter) commit() error {
	if c.folder != nil {
		return c.folder.commit()
	}
	return c.file.commit()
}
