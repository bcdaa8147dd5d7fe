// The saved games of Simon Tatham's portable puzzle collection, as far as they are of Pattern.
// Moves are ignored; the writer writes a game without moves.
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

func readSav(d *cursor.Draft) *nonogram.Puzzle {
	params, desc := 0, 0
	for !d.EOF() {
		from := d.Pos
		key, end := savLine(d)
		value := d.Pos
		switch {
		case from == d.Start && key != "SAVEFILE":
			panic(d.Expected(from, "a saved game"))
		case key == "GAME" && string(d.Data[value:end]) != "Pattern":
			panic(d.Expected(value, "Pattern: only its games are nonograms"))
		case key == "PARAMS":
			params = value
		case key == "DESC":
			desc = value
		}
		d.Pos = end
		d.SkipLine()
	}
	d.Require(params != 0 && desc != 0, d.Pos, "found no PARAMS or no DESC, expected both")
	d.Pos = params
	width, height := tathamSize(d)
	d.Pos = desc
	return readTathamClues(d, width, height)
}

// savLine reads up to the value of a line and returns its end.
func savLine(d *cursor.Draft) (key string, end int) {
	const keyLength = 8
	colon := d.Pos + keyLength
	d.Expect(d.Has(colon, ':'), d.Pos, "a key of %d characters and a colon", keyLength)
	key = string(bytes.TrimRight(d.Data[d.Pos:colon], " "))
	d.Pos = colon + 1
	n := d.Number()
	d.Expect(d.Literal(":"), d.Pos, "a colon after the length")
	d.Require(n <= len(d.Data)-d.Pos, d.Pos, "found %d bytes to the end of the file, expected %d", len(d.Data)-d.Pos, n)
	return key, d.Pos + n
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
