package page_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"nonogram"
	"nonogram/teach"
	"nonogram/teach/page"
)

// explained is a puzzle that lines solve, with its explanation.
func explained(t *testing.T) (*nonogram.Puzzle, *teach.Explanation) {
	t.Helper()
	p := nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
	e, err := teach.Explain(t.Context(), p, teach.Options{})
	if err != nil || e.Status != nonogram.Unique {
		t.Fatal(e, err)
	}
	return p, e
}

func written(t *testing.T, p *nonogram.Puzzle, e *teach.Explanation) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p, e, "Puzzle 7"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// outside is what would load something or lead somewhere.
var outside = regexp.MustCompile(`https?://|src=|@import|url\(`)

// A page shows all steps, loads nothing, and takes a title for a title.
func TestPage(t *testing.T) {
	p, e := explained(t)
	text := written(t, p, e)
	for _, want := range []string{"<title>Puzzle 7</title>", e.Summary(p), e.Steps[0].Sentence(p), e.Steps[len(e.Steps)-1].Sentence(p)} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if found := outside.FindString(text); found != "" {
		t.Errorf("the page has %q", found)
	}
	p.Title = "<script>alert(1)</script>"
	if text = written(t, p, e); strings.Contains(text, p.Title) || !strings.Contains(text, "&lt;script&gt;alert") {
		t.Error("the title is taken for markup")
	}
}

// A page speaks the language of its steps, and leaves no gap.
func TestPageInAllLanguages(t *testing.T) {
	for _, l := range teach.Languages() {
		p, _ := explained(t)
		e, err := teach.Explain(t.Context(), p, teach.Options{Language: l})
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, p, e)
		if strings.Contains(text, "{{") || !strings.Contains(text, `<html lang="`+l.String()) || !strings.Contains(text, e.Steps[0].Sentence(p)) {
			t.Errorf("%s: %s", l, text[:200])
		}
		if english := strings.Contains(text, "first position"); english != (l == teach.English) {
			t.Errorf("%s: the labels are English: %v", l, english)
		}
	}
}

// An explanation that does not belong to the puzzle is refused.
func TestPageOfAnother(t *testing.T) {
	p, e := explained(t)
	for name, other := range map[string]*teach.Explanation{"none": {}, "smaller": {Grid: nonogram.NewGrid(2, 3)}} {
		if err := page.Write(new(bytes.Buffer), p, other, ""); !errors.Is(err, nonogram.ErrGridSize) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := page.Write(new(bytes.Buffer), p, e, ""); err != nil {
		t.Error(err)
	}
}
