package draw

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/render"
	"nonogram/teach"
)

// Books get their levels and lessons from here, because package render does not know
// package teach.

// BookRequest are the fields of a request that apply only to books. Lengths are in
// millimeters.
type BookRequest struct {
	Paper     string  `json:"paper,omitempty" enum:"a4,letter,a5,6x9,8.5x11" doc:"Books: the paper (default a4)"`
	PerPage   int     `json:"per_page,omitempty" minimum:"0" doc:"Books: puzzles to a page; chosen by size if missing"`
	MinCell   float64 `json:"min_cell,omitempty" minimum:"0" doc:"Books: the least side of a cell in millimeters (default 2.5); larger puzzles are laid over several pages"`
	Order     string  `json:"order,omitempty" enum:"size,file" doc:"Books: order by size and level (the default), or as in the file"`
	Captions  string  `json:"captions,omitempty" enum:"answers,all,none" doc:"Books: titles only with the answers (the default), with the puzzles too, or none"`
	Stars     bool    `json:"stars,omitempty" doc:"Books: rate every puzzle, and print its level as stars"`
	Lessons   bool    `json:"lessons,omitempty" doc:"Books: add pages on how to solve"`
	Author    string  `json:"author,omitempty" doc:"Books: the author; otherwise the puzzles' authors"`
	Publisher string  `json:"publisher,omitempty" doc:"Books: the publisher"`
	ISBN      string  `json:"isbn,omitempty" doc:"Books: the ISBN, printed unchanged"`
	Copyright string  `json:"copyright,omitempty" doc:"Books: the copyright line, printed unchanged"`
	Language  string  `json:"language,omitempty" doc:"Books: the language of the titles, for readers of the file (default en)" example:"en"`
	Ink       string  `json:"ink,omitempty" enum:"rgb,cmyk,gray" doc:"pdf: the color space (default rgb); in gray clues have letters for their colors, in html too"`
	Bleed     float64 `json:"bleed,omitempty" minimum:"0" doc:"pdf: the bleed beyond the trim, in millimeters"`
	Marks     bool    `json:"marks,omitempty" doc:"pdf: print crop marks"`
}

// Book returns the book of a request, without its puzzles.
func (r *RenderRequest) Book() (*render.Book, error) {
	style, err := r.Style()
	if err != nil {
		return nil, err
	}
	book := &render.Book{
		Title: r.Title, Author: r.Author, Publisher: r.Publisher, ISBN: r.ISBN, Copyright: r.Copyright, Language: r.Language,
		PerPage: r.PerPage, MinCell: r.MinCell * render.PointsPerMillimetre, Bleed: r.Bleed * render.PointsPerMillimetre, Marks: r.Marks,
		Style: style,
	}
	for _, level := range teach.Levels() {
		book.Levels = append(book.Levels, level.String())
	}
	if r.Lessons {
		book.Lessons = lessons()
	}
	return book, r.choose(book)
}

// choose sets the named choices of a request and rejects unknown names.
func (r *RenderRequest) choose(b *render.Book) (err error) {
	if b.Paper, err = chosen("paper", strings.ToLower(r.Paper), render.PaperByName); err != nil {
		return err
	}
	if b.Order, err = chosen("order", r.Order, render.OrderByName); err != nil {
		return err
	}
	if b.Titles, err = chosen("captions", r.Captions, render.TitlesByName); err != nil {
		return err
	}
	if b.Ink, err = chosen("ink", r.Ink, render.InkByName); err != nil {
		return err
	}
	if r.PerPage < 0 || r.PerPage > render.MaxPerPage {
		return operations.Errorf(operations.BadRequest, "per_page", "found %d, expected 1 to %d", r.PerPage, render.MaxPerPage)
	}
	if !(b.MinCell >= 0 && b.MinCell <= render.MaxMinCell) {
		return operations.Errorf(operations.BadRequest, "min_cell", "found %v, expected millimeters up to %.0f", r.MinCell, render.MaxMinCell/render.PointsPerMillimetre)
	}
	if b.Style.Cell > 0 && b.MinCell > b.Style.Cell {
		return operations.Errorf(operations.BadRequest, "min_cell", "found %v mm, which is more than cells of %v points at most", r.MinCell, b.Style.Cell)
	}
	if !(b.Bleed >= 0 && b.Bleed <= render.MaxBleed) {
		return operations.Errorf(operations.BadRequest, "bleed", "found %v, expected millimeters up to %.0f", r.Bleed, render.MaxBleed/render.PointsPerMillimetre)
	}
	return nil
}

// chosen looks up a name; an empty one leaves the default.
func chosen[T any](field, name string, find func(string) (T, error)) (value T, err error) {
	if name == "" {
		return value, nil
	}
	if value, err = find(name); err != nil {
		return value, operations.Errorf(operations.UnknownName, field, "%v", err)
	}
	return value, nil
}

// OpenLevel rates puzzles for a book: from 1 for the easiest level, 0 for puzzles without a
// single solution or undecided in time.
func OpenLevel(s *operations.Service, b operations.Budget) (func(context.Context, *nonogram.Puzzle) (int, error), error) {
	rate, err := operations.OpenRate(s, &operations.RateRequest{Budget: b})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (int, error) {
		if p.Blotted() {
			return 0, nil
		}
		answer, err := rate(ctx, p)
		if err != nil {
			return 0, err
		}
		if answer.Level == nil || answer.Status != nonogram.Unique {
			return 0, nil
		}
		return int(*answer.Level) + 1, nil
	}, nil
}

// basics begins the course.
const basics = "The numbers beside a row and above a column are the lengths of its blocks of filled cells, in their order. " +
	"Between two blocks lies at least one empty cell; blocks of different colors may touch. " +
	"Fill what must be filled, cross out what must stay empty, and every mark helps the line that crosses it. You never need to guess."

// lessons returns the course of package teach, with a picture of the row before and after
// for every lesson.
func lessons() []render.Lesson {
	list := []render.Lesson{{Heading: "The rules", Text: basics}}
	for _, l := range teach.Lessons() {
		info := l.Technique.Info()
		list = append(list, render.Lesson{
			Heading: capital(info.Name), Text: capital(info.Summary) + "." + sentences(l.Sentences), Drawing: lessonDrawing(l),
		})
	}
	return list
}

// sentences joins sentences, without the name of the row, which is the only one.
func sentences(sentences []string) (text string) {
	for _, s := range sentences {
		text += " " + capital(strings.TrimPrefix(strings.Replace(s, "Row 1 ", "The row ", 1), "Row 1: "))
	}
	return text
}

// capital capitalizes the first letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// lessonDrawing draws the row twice, with numbered cells and the new ones outlined.
func lessonDrawing(l teach.Lesson) *render.Drawing {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{l.Clue, l.Clue}}
	d := &render.Drawing{Puzzle: p, Grid: nonogram.NewGrid(len(l.Before), 2), Style: render.Style{NoGuides: true, NoCaption: true}}
	copy(d.Grid.Row(0), l.Before)
	copy(d.Grid.Row(1), l.After)
	for x := range l.Before {
		p.Cols = append(p.Cols, nonogram.BlackClue(x+1))
		if l.Before[x] != l.After[x] {
			d.Highlight.Cells = append(d.Highlight.Cells, nonogram.Cell{Row: 1, Col: x})
		}
	}
	return d
}

func renderPDF(ctx context.Context, b *bytes.Buffer, r *RenderRequest, s *operations.Service) (int, error) {
	return printBook(ctx, b, r, s, render.PDF)
}

func renderHTML(ctx context.Context, b *bytes.Buffer, r *RenderRequest, s *operations.Service) (int, error) {
	return printBook(ctx, b, r, s, render.HTML)
}

func printBook(ctx context.Context, b *bytes.Buffer, r *RenderRequest, s *operations.Service, write func(io.Writer, *render.Book) (*render.Printed, error)) (int, error) {
	book, err := r.Book()
	if err != nil {
		return 0, err
	}
	list, err := r.pictures(s)
	if err != nil {
		return 0, err
	}
	if s.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Limits.Time)
		defer cancel()
	}
	level, err := OpenLevel(s, operations.Budget{})
	if err != nil {
		return 0, err
	}
	for i, pic := range list {
		entry := render.Entry{Puzzle: pic.puzzle, Grid: pic.grid}
		if r.Answers {
			entry.Answer = pic.puzzle.Goal
		}
		if r.Stars {
			if entry.Level, err = level(ctx, pic.puzzle); err != nil {
				return 0, fmt.Errorf("puzzle %d: %w", i+1, err)
			}
		}
		book.Entries = append(book.Entries, entry)
	}
	printed, err := write(b, book)
	if err != nil {
		return 0, bookError(err)
	}
	return printed.Pages, nil
}

// bookError adds the field to errors that a request can correct.
func bookError(err error) error {
	var small *render.TooSmallError
	var script *render.ScriptError
	switch {
	case errors.As(err, &small):
		return operations.Errorf(operations.TooLarge, "min_cell", "%v", err)
	case errors.As(err, &script):
		return operations.Errorf(operations.Unsupported, "as", "%v", err)
	}
	return err
}
