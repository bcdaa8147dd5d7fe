// The input languages of other solvers, from package models.

package format

import (
	"nonogram"
	"nonogram/internal/models"
	"nonogram/internal/object/cursor"
)

var (
	lpFormat     = modelFormat("lp", "input of Bosch's linear programs", &models.LP, ".lp")
	aspFormat    = modelFormat("asp", "facts of answer set programming, row_hint(1,1,3).", &models.ASP, ".asp", ".lp")
	glpkFormat   = modelFormat("glpk", "data of GLPK's paint-by-numbers model", &models.GLPK, ".dat")
	dznFormat    = modelFormat("dzn", "data of MiniZinc models", &models.MiniZinc, ".dzn")
	dznOutFormat = modelFormat("dzn-out", "solutions that a MiniZinc model prints", &models.MiniZincOutput, ".out")
)

// modelFormat is the format of a language.
func modelFormat(name, title string, l *models.Language, extensions ...string) Format {
	f := Format{
		Name:       name,
		Title:      title,
		Extensions: extensions,
		Picture:    l.Picture,
		sniff:      func(data []byte) confidence { return certainIf(l.Sniff(data)) },
		decode:     single(func(d *cursor.Draft) *nonogram.Puzzle { return l.Read(d) }),
		append:     func(b []byte, _ int, p *nonogram.Puzzle) []byte { return l.Append(b, p) },
		fits:       l.Fits,
	}
	if l.Picture {
		f.holds = holdsGoal
	}
	return f
}
