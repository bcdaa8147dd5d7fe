// The saved games of Simon Tatham's portable puzzle collection, as far as they
// are of Pattern. Every line is a key, padded to eight characters, the length
// of its value, and the value:
//
//	SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
//	GAME    :7:Pattern
//	PARAMS  :3:3x2
//	DESC    :15:2/1/1/1.1/2,aDa
//
// The puzzle is in PARAMS and DESC; moves and other lines are ignored. The writer writes a
// game without moves.
//
// Source: midend.c of the collection.

package format

import (
	"bytes"
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var savFormat = Format{
	Name:       "sav",
	Title:      "saved games of Simon Tatham's Pattern",
	Extensions: []string{".sav"},
	holds:      holdsGiven,
	sniff:      startsWith("SAVEFILE:"),
	decode:     single(readSav),
	append:     appendSav,
}

// savReader reads a file. The puzzle in it is a game id in two parts.
type savReader struct{ tathamReader }

func readSav(d *cursor.Draft) *nonogram.Puzzle {
	r := &savReader{tathamReader{d}}
	r.Begin(0)
	params, desc := 0, 0
	for !r.EOF() {
		from := r.Pos
		key, end := r.line()
		value := r.Pos
		switch {
		case from == 0 && key != "SAVEFILE":
			panic(r.Expected(0, "a saved game"))
		case key == "GAME" && string(r.Data[value:end]) != "Pattern":
			panic(r.Expected(value, "Pattern: only its games are nonograms"))
		case key == "PARAMS":
			params = value
		case key == "DESC":
			desc = value
		}
		r.Pos = end
		r.SkipLine()
	}
	if params == 0 || desc == 0 {
		panic(r.Fail(r.Pos, "found no PARAMS or no DESC, expected both"))
	}
	r.Pos = params
	width, height := r.size()
	r.Pos = desc
	return r.description(width, height, params)
}

// line reads up to the value of a line and returns its end.
func (r *savReader) line() (key string, end int) {
	const keyLength = 8
	colon := r.Pos + keyLength
	if !r.Has(colon, ':') {
		panic(r.Expected(r.Pos, "a key of %d characters and a colon", keyLength))
	}
	key = string(bytes.TrimRight(r.Data[r.Pos:colon], " "))
	r.Pos = colon + 1
	n := r.Number()
	if !r.Next(':') {
		panic(r.Expected(r.Pos, "a colon behind the length"))
	}
	r.Pos++
	if n > len(r.Data)-r.Pos {
		panic(r.Fail(r.Pos, "found %d bytes to the end of the file, expected %d", len(r.Data)-r.Pos, n))
	}
	return key, r.Pos + n
}

func appendSav(b []byte, _ int, p *nonogram.Puzzle) []byte {
	params, desc, _ := strings.Cut(string(appendTatham(nil, p)), ":")
	for _, line := range [][2]string{
		{"SAVEFILE", "Simon Tatham's Portable Puzzle Collection"}, {"VERSION", "1"}, {"GAME", "Pattern"},
		{"PARAMS", params}, {"CPARAMS", params}, {"DESC", desc}, {"NSTATES", "1"}, {"STATEPOS", "1"},
	} {
		b = fmt.Appendf(b, "%-8s:%d:%s\n", line[0], len(line[1]), line[1])
	}
	return b
}
