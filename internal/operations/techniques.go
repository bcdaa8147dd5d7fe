package operations

import (
	"context"

	"nonogram/teach"
)

// Nothing is a request without fields.
type Nothing struct{}

// TechniquesResponse is the catalog of techniques.
type TechniquesResponse struct {
	Techniques []Technique `json:"techniques" doc:"The easiest first"`
	Levels     []string    `json:"levels" doc:"The names of the levels of difficulty, the easiest first"`
}

// Technique is an entry of the catalog.
type Technique struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Summary    string  `json:"summary"`
	Cost       float64 `json:"cost" doc:"The effort of one use; reading a clue has effort 1"`
	SingleLine bool    `json:"single_line" doc:"It looks at one line only"`
}

// Techniques lists the techniques of hints and ratings.
func Techniques(_ context.Context, _ *Service, option *LanguageOption) (*TechniquesResponse, error) {
	language, err := option.language()
	if err != nil {
		return nil, err
	}
	r := &TechniquesResponse{}
	for _, t := range teach.Techniques() {
		t = language.Technique(t.Technique)
		r.Techniques = append(r.Techniques, Technique{t.ID, t.Name, t.Summary, t.Cost, t.Technique.SingleLine()})
	}
	for _, l := range teach.Levels() {
		r.Levels = append(r.Levels, l.String())
	}
	return r, nil
}
