// The saved games of Simon Tatham's portable puzzle collection, as far as they
// are of Pattern. Every line is a key, padded to eight characters, the length
// of its value, and the value:
//
//	SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
//	GAME    :7:Pattern
//	PARAMS  :3:3x2
//	DESC    :15:2/1/1/1.1/2,aDa
//
// The puzzle is in PARAMS and DESC; moves, and what else there is, are what a
// player has done, and are passed over. Written is a game without any move, with
// all that the program needs to go on with it.
//
// Source: midend.c of the collection.

package format

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"nonogram"
)

var savFormat = Format{
	Name:       "sav",
	Title:      "saved games of Simon Tatham's Pattern",
	Extensions: []string{".sav"},
	Holds:      Given,
	Sniff:      sniffSav,
	Decode:     decodeSav,
	Encode:     encodeSav,
}

func sniffSav(data []byte) Confidence {
	if bytes.HasPrefix(data, []byte("SAVEFILE:")) {
		return Certain
	}
	return No
}

func decodeSav(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.savPuzzle()) }

func (s *Source) savPuzzle() (*nonogram.Puzzle, error) {
	s.begin(0)
	params, desc := 0, 0
	for !s.eof() {
		from := s.pos
		key, end, err := s.savLine()
		if err != nil {
			return nil, err
		}
		value := s.pos
		switch {
		case from == 0 && key != "SAVEFILE":
			return nil, s.expected(0, "a saved game")
		case key == "GAME" && string(s.data[value:end]) != "Pattern":
			return nil, s.expected(value, "Pattern: only its games are nonograms")
		case key == "PARAMS":
			params = value
		case key == "DESC":
			desc = value
		}
		s.pos = end
		s.skipLine()
	}
	if params == 0 || desc == 0 {
		return nil, s.fail(s.pos, "found no PARAMS or no DESC, expected both")
	}
	s.pos = params
	width, height, err := s.tathamSize()
	if err != nil {
		return nil, err
	}
	s.pos = desc
	return s.tathamDescription(width, height, params)
}

// savLine reads up to the value of a line and gives its end.
func (s *Source) savLine() (key string, end int, err error) {
	const keyLength = 8
	colon := s.pos + keyLength
	if !s.has(colon, ':') {
		return "", 0, s.expected(s.pos, "a key of %d characters and a colon", keyLength)
	}
	key = string(bytes.TrimRight(s.data[s.pos:colon], " "))
	s.pos = colon + 1
	n, err := s.number()
	if err != nil {
		return "", 0, err
	}
	if !s.next(':') {
		return "", 0, s.expected(s.pos, "a colon behind the length")
	}
	s.pos++
	if n > len(s.data)-s.pos {
		return "", 0, s.fail(s.pos, "found %d bytes to the end of the file, expected %d", len(s.data)-s.pos, n)
	}
	return key, s.pos + n, nil
}

func encodeSav(w io.Writer, puzzles []*nonogram.Puzzle) error {
	params, desc, _ := strings.Cut(string(appendTatham(nil, puzzles[0])), ":")
	var b []byte
	for _, line := range [][2]string{
		{"SAVEFILE", "Simon Tatham's Portable Puzzle Collection"}, {"VERSION", "1"}, {"GAME", "Pattern"},
		{"PARAMS", params}, {"CPARAMS", params}, {"DESC", desc}, {"NSTATES", "1"}, {"STATEPOS", "1"},
	} {
		b = fmt.Appendf(b, "%-8s:%d:%s\n", line[0], len(line[1]), line[1])
	}
	_, err := w.Write(b)
	return err
}
