package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/puzzles"
	"nonogram/render"
	"nonogram/teach"
)

// show draws to the terminal, to a picture file per puzzle, or to one book.

type target interface {
	add(it item, pic *picture) error
	close() error
}

// fileOnly are the flags that need --out, bookOnly those that need a book, pdfOnly a .pdf,
// and textOnly those without --out.
var (
	fileOnly = []string{"theme", "cell", "title", "dim", "font"}
	bookOnly = []string{"paper", "per-page", "answers", "min-cell", "order", "captions", "stars", "lessons", "author", "publisher", "isbn", "copyright", "language", "ink"}
	pdfOnly  = []string{"bleed", "marks"}
	textOnly = []string{"ascii"}
)

// ending returns the extension of the file.
func (f *showFlags) ending() string { return strings.ToLower(filepath.Ext(f.out)) }

// book reports whether the file is a book, even of one page.
func (f *showFlags) book() bool { return f.ending() == ".pdf" || f.ending() == ".html" }

func (f *showFlags) newTarget(a *app) (target, error) {
	kind := f.ending()
	switch {
	case f.out == "":
		return &textTarget{a: a, f: f}, f.refuse("needs --out FILE", fileOnly, bookOnly, pdfOnly)
	case kind == ".pdf":
	case kind == ".html":
		if err := f.refuse("needs --out FILE.pdf", pdfOnly); err != nil {
			return nil, err
		}
	case kind == ".svg" || kind == ".png":
		if err := f.refuse("needs --out FILE.pdf", bookOnly, pdfOnly); err != nil {
			return nil, err
		}
	default:
		return nil, usagef("--out %s: expected a name that ends in .svg, .png, .pdf or .html", f.out)
	}
	if err := f.refuse("draws text, which --out does not", textOnly); err != nil {
		return nil, err
	}
	style, err := f.style()
	if err != nil {
		return nil, err
	}
	files := fileTarget{a: a, f: f, style: style}
	switch kind {
	case ".pdf":
		return newBookTarget(files, render.PDF)
	case ".html":
		return newBookTarget(files, render.HTML)
	case ".svg":
		return &pictureTarget{fileTarget: files, draw: render.SVG}, nil
	}
	return &pictureTarget{fileTarget: files, draw: render.PNG, ownFont: true}, nil
}

// refuse rejects flags that were set and have no effect.
func (f *showFlags) refuse(why string, lists ...[]string) error {
	for _, list := range lists {
		for _, name := range list {
			if f.given[name] {
				return usagef("--%s %s", name, why)
			}
		}
	}
	return nil
}

// style completes the request and returns the style of pictures and books.
func (f *showFlags) style() (render.Style, error) {
	f.drawn.Clues, f.drawn.Guides = &f.clues, &f.guides
	if f.given["cell"] && f.drawn.Cell == 0 {
		return render.Style{}, usagef("--cell: found 0, expected a side from 1 to 1000")
	}
	style, err := f.drawn.Style()
	if err != nil || f.font == "" {
		return style, badFlag(err)
	}
	_, style.Font, err = readFile(nil, f.font)
	if err == nil {
		_, err = render.Undrawable("", style.Font)
	}
	if unusable := (*render.Error)(nil); errors.As(err, &unusable) {
		return style, fmt.Errorf("--font %s: %s", f.font, unusable.Message)
	}
	if err != nil {
		return style, fmt.Errorf("--font %s: %w", f.font, err)
	}
	return style, nil
}

// textTarget draws to standard output.
type textTarget struct {
	a     *app
	f     *showFlags
	drawn bool
}

func (t *textTarget) add(it item, pic *picture) error {
	var b bytes.Buffer
	if t.drawn {
		fmt.Fprintln(&b)
	}
	t.drawn = true
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(&b, it.label)
	}
	title(&b, it.puzzle)
	err := drawTo(t.a, &b, it.puzzle, t.f.front(it, pic), render.Options{
		Clues: t.f.clues, Guides: t.f.guides, ASCII: t.f.drawn.ASCII, Colors: t.a.colors, Half: t.f.drawn.Bare,
	})
	if err != nil {
		return err
	}
	if pic.note != "" {
		fmt.Fprintln(&b, pic.note)
	}
	_, err = t.a.out.Write(b.Bytes())
	return err
}

func (t *textTarget) close() error { return nil }

// fileTarget is common to pictures and books. Notes go to standard error.
type fileTarget struct {
	a     *app
	f     *showFlags
	style render.Style
	texts strings.Builder // all titles, to check the font for their letters
}

func (t *fileTarget) remark(it item, pic *picture) {
	t.texts.WriteString(it.puzzle.Title + it.puzzle.Author + it.puzzle.Copyright + it.puzzle.License)
	if pic.note == "" {
		return
	}
	name := it.label
	if name == "" || it.only {
		name = it.file
	}
	t.say("%s: %s", oneLine(name), pic.note)
}

func (t *fileTarget) say(format string, args ...any) {
	_ = t.a.out.Flush()
	fmt.Fprintf(reports{t.a}, format+"\n", args...)
}

// maxMissing is the number of letters in a message.
const maxMissing = 20

// missing lists the letters that the font lacks.
func (t *fileTarget) missing() error {
	letters, err := render.Undrawable(t.texts.String(), t.style.Font)
	if err != nil || letters == "" {
		return err
	}
	if runes := []rune(letters); len(runes) > maxMissing {
		letters = string(runes[:maxMissing]) + "…"
	}
	t.say("the font has no letters for %s: they are drawn as boxes; --font FILE.ttf selects another font", letters)
	return nil
}

// pictureTarget writes a file for every puzzle.
type pictureTarget struct {
	fileTarget
	draw    func(io.Writer, ...*render.Drawing) error
	ownFont bool // the letters are from the built-in font, not the viewer's
	count   int
}

func (t *pictureTarget) add(it item, pic *picture) error {
	t.count++
	t.remark(it, pic)
	d := &render.Drawing{Puzzle: it.puzzle, Grid: t.f.front(it, pic), Title: t.f.drawn.Title, Style: t.style}
	return writeFile(t.path(it), func(w io.Writer) error { return t.draw(w, d) })
}

// path returns the file of a puzzle, numbered if there are several.
func (t *pictureTarget) path(it item) string {
	if it.only {
		return t.f.out
	}
	ext := filepath.Ext(t.f.out)
	return fmt.Sprintf("%s-%03d%s", strings.TrimSuffix(t.f.out, ext), t.count, ext)
}

func (t *pictureTarget) close() error {
	t.texts.WriteString(t.f.drawn.Title)
	if !t.ownFont {
		return nil
	}
	return t.missing()
}

// bookTarget collects the puzzles of a book.
type bookTarget struct {
	fileTarget
	book  *render.Book
	print func(io.Writer, *render.Book) (*render.Printed, error)
	file  string // origin of the puzzles, stdinName for several files
}

func newBookTarget(files fileTarget, write func(io.Writer, *render.Book) (*render.Printed, error)) (target, error) {
	book, err := files.f.drawn.Book()
	if err != nil {
		return nil, badFlag(err)
	}
	book.Style = files.style
	return &bookTarget{fileTarget: files, book: book, print: write}, nil
}

func (t *bookTarget) add(it item, pic *picture) error {
	t.remark(it, pic)
	entry := render.Entry{Puzzle: t.translated(it), Grid: t.f.front(it, pic), Level: pic.level}
	if t.f.drawn.Answers {
		entry.Answer = pic.grid
	}
	switch {
	case len(t.book.Entries) == 0:
		t.file = it.file
	case t.file != it.file:
		t.file = stdinName
	}
	t.book.Entries = append(t.book.Entries, entry)
	return nil
}

// translated is a puzzle of the pack with its title in the language of the book. Other puzzles
// are unchanged.
func (t *bookTarget) translated(it item) *nonogram.Puzzle {
	if !isPack(it.file) {
		return it.puzzle
	}
	entries, err := puzzles.Select(it.puzzle.ID)
	if err != nil {
		return it.puzzle
	}
	p := *it.puzzle
	p.Title = entries[0].Title(t.f.drawn.Language)
	return &p
}

func (t *bookTarget) close() error {
	if len(t.book.Entries) == 0 {
		return nil
	}
	if len(t.book.Entries) > 1 && !t.f.given["title"] {
		t.book.Title = bookTitle(t.file, t.f.drawn.Language)
	}
	t.texts.WriteString(t.book.Title + t.book.Author + t.book.Publisher + t.book.Copyright)
	var printed *render.Printed
	err := writeFile(t.f.out, func(w io.Writer) (err error) {
		printed, err = t.print(w, t.book)
		return err
	})
	if err != nil {
		return err
	}
	t.tiny(printed)
	if t.f.ending() == ".html" { // which uses the viewer's fonts
		return nil
	}
	return t.missing()
}

// bookTitle makes a title from the name of the file, if there is only one.
func bookTitle(file, tag string) string {
	if file == stdinName || isPack(file) {
		var language teach.Language
		_ = language.UnmarshalText([]byte(tag)) // others use English words
		return language.Text("Nonograms")
	}
	name := filepath.Base(file)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// tinyCell is the side in millimeters below which a cell cannot be filled by hand.
const tinyCell = 2

// tiny reports puzzles that are too small.
func (t *bookTarget) tiny(printed *render.Printed) {
	count, smallest := 0, 0
	for i, cell := range printed.Cells {
		if cell < tinyCell {
			count++
		}
		if cell < printed.Cells[smallest] {
			smallest = i
		}
	}
	if count > 0 {
		t.say("%s with cells under %d mm on %s paper, the smallest %.2g mm (puzzle %d, %s)", plural.Of(count, "puzzle"), tinyCell,
			t.f.drawn.Paper, printed.Cells[smallest], smallest+1, size(t.book.Entries[smallest].Puzzle))
	}
}
