// This project's own JSON, which holds all there is to a puzzle; docs/formats.md
// describes it in full:
//
//	{"id": "1", "title": "Two trees",
//	 "palette": [{"name": "white", "symbol": ".", "color": "#ffffff"},
//	             {"name": "green", "symbol": "g", "color": "#00b000"},
//	             {"name": "brown", "symbol": "b", "color": "#804000"}],
//	 "rows": [[{"n": 1, "c": "g"}, {"n": 1, "c": "g"}], …],
//	 "columns": [[{"n": 1, "c": "g"}, …], …],
//	 "goal": ["gg", "bb"]}
//
// Black-and-white clues are plain numbers, [3, 1], so that the common form
// {"rows": [[…]], "columns": [[…]]} of other programs is a special case. A file
// is one object, an array of objects, or objects one after the other, as in
// JSON lines.
//
// An object is walked twice: once to check that it is JSON and to note where
// its members are, and once to read them in the order that they need.

package format

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"nonogram"
)

var jsonFormat = Format{
	Name:       "json",
	Title:      "JSON of this project, and the usual rows and columns",
	Extensions: []string{".json", ".jsonl", ".ndjson"},
	Holds:      Many | allColors | Blots | Given | Goal | allTexts,
	Sniff:      sniffJSON,
	Decode:     decodeJSON,
	Encode:     encodeJSON,
}

// sniffJSON wants an object, or an array that starts with one.
func sniffJSON(data []byte) Confidence {
	s := Source{data: data}
	s.skipSpace()
	if s.next('[') {
		s.pos++
		s.skipSpace()
	}
	switch {
	case !s.next('{'):
		return No
	case bytes.Contains(data, []byte(`"rows"`)), bytes.Contains(data, []byte(`"columns"`)), bytes.Contains(data, []byte(`"goal"`)):
		return Certain
	}
	return Likely
}

func decodeJSON(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	s.jsonObjects(func(o *jsonObject, err error) bool {
		if err != nil {
			return yield(nil, err)
		}
		p, err := s.jsonPuzzle(o)
		return yield(p, err)
	})
}

// jsonObject notes where the values of an object are: the offset of each, or 0.
// (No value is at offset 0, which is before the object's bracket.)
type jsonObject struct {
	at                  int
	texts               [7]int // as in texts
	width, height       int
	palette, rows, cols int
	given, goal, grid   int
}

// member finds the place for the offset of a key's value, nil if the key means
// nothing.
func (o *jsonObject) member(key []byte) *int {
	switch string(key) {
	case "id":
		return &o.texts[0]
	case "title":
		return &o.texts[1]
	case "author":
		return &o.texts[2]
	case "copyright":
		return &o.texts[3]
	case "license":
		return &o.texts[4]
	case "source":
		return &o.texts[5]
	case "notes":
		return &o.texts[6]
	case "width":
		return &o.width
	case "height":
		return &o.height
	case "palette":
		return &o.palette
	case "rows":
		return &o.rows
	case "columns", "cols":
		return &o.cols
	case "given":
		return &o.given
	case "goal":
		return &o.goal
	case "grid":
		return &o.grid
	}
	return nil
}

// jsonObjects yields every object of the file, alone, in an array or one after
// the other. The receiver of an object may move the cursor as it likes.
func (s *Source) jsonObjects(yield func(*jsonObject, error) bool) {
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		at := s.pos
		if s.next('[') {
			if !s.jsonArrayOfObjects(yield) {
				return
			}
			continue
		}
		o, err := s.jsonMembers()
		if err != nil {
			if !yield(nil, err) {
				return
			}
			s.pastObject(at)
			continue
		}
		end := s.pos
		if !yield(o, nil) {
			return
		}
		s.pos = end
	}
}

var errStopped = errors.New("the caller wants no more")

// jsonArrayOfObjects reports whether the caller wants more. A syntax error ends
// the array and the file: there is no telling where its next element starts.
func (s *Source) jsonArrayOfObjects(yield func(*jsonObject, error) bool) bool {
	more := true
	err := s.array(func() error {
		o, err := s.jsonMembers()
		if err != nil {
			return err
		}
		end := s.pos
		if more = yield(o, nil); !more {
			return errStopped
		}
		s.pos = end
		return nil
	})
	if err != nil && more {
		yield(nil, err)
		more = false
	}
	return more
}

// pastObject moves to the next line that starts with an object, in the first
// column, so that one broken line of JSON lines does not hide the others.
func (s *Source) pastObject(from int) {
	s.pos = from
	for s.skipLine(); !s.eof() && !s.next('{'); s.skipLine() {
	}
}

// jsonMembers begins a puzzle: it walks over its object and notes the members.
func (s *Source) jsonMembers() (*jsonObject, error) {
	s.begin(s.pos)
	o := &jsonObject{at: s.pos}
	err := s.object(func(key []byte, _ int) error {
		at := s.pos
		if s.literal("null") {
			return nil // as good as not there
		}
		if m := o.member(key); m != nil {
			*m = at
		}
		return s.skipValue(1)
	})
	if err != nil {
		return nil, err
	}
	if err := s.jsonID(o); err != nil {
		return nil, err
	}
	return o, nil
}

// jsonID takes the ID first, since errors mention it. It may be a number.
func (s *Source) jsonID(o *jsonObject) error {
	at := o.texts[0]
	if at == 0 {
		return nil
	}
	defer func(end int) { s.pos = end }(s.pos)
	s.pos = at
	if isDigit(s.data[at]) || s.next('-') {
		err := s.skipNumber()
		s.id = string(s.data[at:s.pos])
		return err
	}
	id, err := s.jsonString()
	if text := cleanText(id); text != "" {
		s.id = text
	}
	return err
}

// jsonPuzzle reads the puzzle of an object.
func (s *Source) jsonPuzzle(o *jsonObject) (*nonogram.Puzzle, error) {
	p := &nonogram.Puzzle{ID: s.id}
	if err := s.jsonTexts(o, p); err != nil {
		return nil, err
	}
	if (o.rows == 0 || o.cols == 0) && (o.rows != o.cols || o.goal == 0) {
		return nil, s.fail(o.at, `found an object without a puzzle, expected "rows" and "columns" or a "goal"`)
	}
	palette, err := s.jsonPalette(o.palette)
	if err != nil {
		return nil, err
	}
	if o.rows != 0 {
		if err := s.jsonClues(o, p, palette); err != nil {
			return nil, err
		}
	}
	if p.Goal, err = s.jsonGrid(o.goal, p, palette); err != nil {
		return nil, err
	}
	if o.rows == 0 {
		if err := s.derive(p, o.goal); err != nil {
			return nil, err
		}
	}
	if p.Given, err = s.jsonGrid(o.given, p, palette); err != nil {
		return nil, err
	}
	if err := s.jsonSize(o, p); err != nil {
		return nil, err
	}
	p.Palette = palette
	if err := s.finish(p, o.at); err != nil {
		return nil, err
	}
	return p, nil
}

// jsonTexts reads all texts but the ID.
func (s *Source) jsonTexts(o *jsonObject, p *nonogram.Puzzle) error {
	for i, field := range texts(p) {
		if i == 0 || o.texts[i] == 0 {
			continue
		}
		s.pos = o.texts[i]
		b, err := s.jsonString()
		if err != nil {
			return err
		}
		*field = cleanText(b)
	}
	return nil
}

// jsonSize checks the size, if the object tells it, against the clues.
func (s *Source) jsonSize(o *jsonObject, p *nonogram.Puzzle) error {
	for i, at := range [2]int{o.width, o.height} {
		if at == 0 {
			continue
		}
		s.pos = at
		n, err := s.jsonNumber("a number")
		if err != nil {
			return err
		}
		if have := [2]int{p.Width(), p.Height()}[i]; n != have {
			return s.fail(at, "found the %s %d, but there are %d %s",
				[2]string{"width", "height"}[i], n, have, [2]string{"columns", "rows"}[i])
		}
	}
	return nil
}

// jsonPalette reads the palette at an offset, black and white if there is none.
func (s *Source) jsonPalette(at int) (nonogram.Palette, error) {
	if at == 0 {
		return nonogram.BlackAndWhite(), nil
	}
	s.pos = at
	var palette nonogram.Palette
	err := s.array(func() error {
		if len(palette) == nonogram.MaxColors {
			return s.fail(s.pos, "found over %d colors, which is the limit (MaxColors)", nonogram.MaxColors)
		}
		w, err := s.jsonSwatch()
		palette = append(palette, w)
		return err
	})
	if err == nil && len(palette) < 2 {
		err = s.fail(at, "found %d colors, expected the background and at least one ink", len(palette))
	}
	return palette, err
}

func (s *Source) jsonSwatch() (w nonogram.Swatch, err error) {
	err = s.object(func(key []byte, _ int) error {
		at := s.pos
		switch string(key) {
		case "name", "symbol", "color":
		default:
			return s.skipValue(1)
		}
		value, err := s.jsonString()
		if err != nil {
			return err
		}
		switch string(key) {
		case "name":
			w.Name = cleanText(value)
		case "symbol":
			if len(value) != 1 || value[0] >= utf8.RuneSelf {
				return s.expected(at, "one ASCII character")
			}
			w.Symbol = value[0]
		case "color":
			var ok bool
			if w.RGB, ok = parseRGB(value); !ok {
				return s.expected(at, `a color like "#ff0000"`)
			}
		}
		return nil
	})
	return w, err
}
