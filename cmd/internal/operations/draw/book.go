package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/render"
	"nonogram/teach"
)

// Books get their levels and lessons from here, because package render does not know
// package teach.

// BookRequest are the fields of a request that apply only to books. Lengths are in
// millimeters.
type BookRequest struct {
	Paper     string  `json:"paper,omitempty" enum:"a4,letter,a5,6x9,8.5x11,a3" doc:"Books: the paper (default a4)"`
	PerPage   int     `json:"per_page,omitempty" minimum:"0" maximum:"20" doc:"Books: puzzles to a page at most; chosen by size if missing"`
	MinCell   float64 `json:"min_cell,omitempty" minimum:"0" maximum:"20" doc:"Books: the least side of a cell in millimeters (default: as large as clues of 7 points require); larger puzzles are laid over several pages"`
	Order     string  `json:"order,omitempty" enum:"size,file" doc:"Books: order by size and level (the default), or as in the file"`
	Captions  string  `json:"captions,omitempty" enum:"answers,all,none" doc:"Books: titles only with the answers (the default), with the puzzles too, or none"`
	Stars     bool    `json:"stars,omitempty" doc:"Books: rate every puzzle, and print its level as stars"`
	Lessons   bool    `json:"lessons,omitempty" doc:"Books: add pages on how to solve"`
	Author    string  `json:"author,omitempty" doc:"Books: the author; otherwise the puzzles' authors"`
	Publisher string  `json:"publisher,omitempty" doc:"Books: the publisher"`
	ISBN      string  `json:"isbn,omitempty" doc:"Books: the ISBN of 10 or 13 digits, printed in the imprint and as a barcode on the last page"`
	Copyright string  `json:"copyright,omitempty" doc:"Books: the copyright line, printed unchanged"`
	Language  string  `json:"language,omitempty" doc:"Books: the language of the book: en (the default), de, es, fr, ja, zh or zh-Hant, or a tag such as de-AT that implies one of them" example:"en"`
	Ink       string  `json:"ink,omitempty" enum:"rgb,cmyk,gray" doc:"pdf: the color space (default rgb); in gray clues have letters for their colors, in html too"`
	Bleed     float64 `json:"bleed,omitempty" minimum:"0" maximum:"10" doc:"pdf: the bleed beyond the trim, in millimeters"`
	Marks     bool    `json:"marks,omitempty" doc:"pdf: print crop marks"`
	Cover     bool    `json:"cover,omitempty" doc:"pdf: a template of the book's cover in its place, with back, spine and front"`
}

// Book returns the book of a request, without its puzzles.
func (r *RenderRequest) Book() (*render.Book, error) {
	style, err := r.Style()
	if err != nil {
		return nil, err
	}
	book := &render.Book{
		Title: r.Title, Author: r.Author, Publisher: r.Publisher, ISBN: r.ISBN, Copyright: r.Copyright,
		Paper: render.Paper(strings.ToLower(r.Paper)), Titles: render.Titles(r.Captions), PerPage: r.PerPage, MinCell: r.MinCell, Ink: render.Ink(r.Ink), Bleed: r.Bleed, Marks: r.Marks, Cover: r.Cover,
		InOrder: r.Order == "file", Style: style,
	}
	if r.Order != "" && r.Order != "file" && r.Order != "size" {
		return nil, operations.Errorf(operations.BadRequest, "order", "found %.24q, expected size or file", r.Order)
	}
	language, err := operations.ParseLanguage(r.Language)
	if err != nil {
		return nil, err
	}
	book.Language, book.Words = language.Tag(), language.Text
	for _, level := range teach.Levels() {
		book.Levels = append(book.Levels, language.Text(level.String()))
	}
	if r.Lessons {
		book.Lessons = lessons(language)
	}
	return book, coded(book.Check())
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

// lessons returns the course of package teach, with a picture of the row before and after
// for every lesson.
func lessons(language teach.Language) []render.Lesson {
	list := []render.Lesson{{Heading: language.Text("The rules"), Text: language.Text("rules")}}
	for _, l := range language.Lessons() {
		info := language.Technique(l.Technique)
		list = append(list, render.Lesson{Heading: capital(info.Name), Text: l.Text, Drawing: lessonDrawing(l)})
	}
	return list
}

// capital capitalizes the first letter.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// lessonDrawing draws the row twice, with numbered cells and the new ones outlined.
func lessonDrawing(l teach.Lesson) *render.Drawing {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{l.Clue, l.Clue}}
	d := &render.Drawing{Puzzle: p, Grid: nonogram.NewGrid(len(l.Before), 2), Style: render.Style{NoGuides: true, NoCaption: true}}
	copy(d.Grid.Row(0), l.Before)
	copy(d.Grid.Row(1), l.After)
	for x := range l.Before {
		p.Cols = append(p.Cols, nonogram.BlackClue(x+1))
		if l.Before[x] != l.After[x] {
			d.Cells = append(d.Cells, nonogram.Cell{Row: 1, Col: x})
		}
	}
	return d
}

func renderPDF(ctx context.Context, b *sheet, r *RenderRequest, s *operations.Service) (int, error) {
	return printBook(ctx, b, r, s, render.PDF)
}

func renderHTML(ctx context.Context, b *sheet, r *RenderRequest, s *operations.Service) (int, error) {
	return printBook(ctx, b, r, s, render.HTML)
}

func printBook(ctx context.Context, b *sheet, r *RenderRequest, s *operations.Service, write func(io.Writer, *render.Book) (*render.Printed, error)) (int, error) {
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
		return 0, coded(err)
	}
	return printed.Pages, nil
}

// coded adds the code to errors that a request can correct.
func coded(err error) error {
	var option *render.Error
	if !errors.As(err, &option) {
		return err
	}
	code := operations.BadRequest
	switch option.Option {
	case "theme", "captions", "ink":
		code = operations.UnknownName
	case "title", "font":
		code = operations.Unsupported
	}
	return &operations.Error{Code: code, Where: option.Option, Message: option.Message}
}
