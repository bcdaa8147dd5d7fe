package puzzles

import (
	"embed"
	"fmt"
	"strings"
	"time"

	"nonogram"
)

// The pictures of the day. The puzzle is black and white; when it is solved, the app shows
// the picture in color. A file in daily/ contains both:
//
//	title "Teapot"
//	color R #c0392b
//	color s #cfe8f5
//	picture
//	..RRRR....
//	.RRRRRRsss
//
// Upper-case letters are filled cells. Lower-case letters are cells that are empty in the
// puzzle but have a color in the picture. Dots are empty in both. The list daily.txt is
// sorted by difficulty. Files in colors/ give the black-and-white pictures of the pack their
// colors in the same way, without a title.

//go:embed daily/*.txt
var dailyFiles embed.FS

//go:embed colors/*.txt
var colorFiles embed.FS

//go:embed daily.txt
var daily string

// DailySet is the name of the set of pictures of the day, and their chapter.
const DailySet = "daily"

// Daily lists the pictures of the day, the easy ones first.
func Daily() []Entry {
	entries := parse(daily)
	for i := range entries {
		entries[i].Chapter = DailySet
	}
	return entries
}

// weekStep spreads neighbors of the list over the year. It is prime and does not divide the
// number of pictures of a weekday.
const weekStep = 17

// OfDay returns the picture of a date. Each weekday has a seventh of the list, so that
// puzzles get harder from Monday to Sunday, and a picture returns after a year.
func OfDay(year int, month time.Month, day int) Entry {
	const daysToMonday = 3 // 1 January 1970 was a Thursday
	days := int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/(24*60*60)) + daysToMonday
	list := Daily()
	weekday := (days%7 + 7) % 7
	week := (days - weekday) / 7
	pool := list[len(list)*weekday/7 : len(list)*(weekday+1)/7]
	return pool[(week*weekStep%len(pool)+len(pool))%len(pool)]
}

// Colored returns the picture in color of a black-and-white entry of [All] or [Daily], and
// false for others.
func (e Entry) Colored() (*nonogram.Grid, nonogram.Palette, bool) {
	if e.Chapter == DailySet {
		p := e.picture()
		return p.cells, p.palette, true
	}
	data, err := colorFiles.ReadFile("colors/" + e.Name + ".txt")
	if e.Chapter == ExampleSet || err != nil {
		return nil, nil, false
	}
	p := mustRead(e.Name, data)
	return p.cells, p.palette, true
}

// picture is a picture in color.
type picture struct {
	title   string
	filled  *nonogram.Grid
	cells   *nonogram.Grid // with colors
	palette nonogram.Palette
}

// picture reads the file of a picture of the day.
func (e Entry) picture() *picture {
	data, err := dailyFiles.ReadFile("daily/" + e.Name + ".txt")
	if err != nil {
		panic(fmt.Sprintf("puzzles: there is no entry %+v", e))
	}
	return mustRead(e.Name, data)
}

func mustRead(name string, data []byte) *picture {
	p, err := readPicture(string(data))
	if err != nil {
		panic("puzzles: " + name + ": " + err.Error()) // the tests have read every file
	}
	return p
}

func readPicture(text string) (*picture, error) {
	head, body, ok := strings.Cut(text, "\npicture\n")
	if !ok {
		return nil, fmt.Errorf("expected a line %q", "picture")
	}
	p := &picture{palette: nonogram.Palette{nonogram.BlackAndWhite()[nonogram.Empty]}}
	colors := map[byte]nonogram.Color{nonogram.EmptySymbol: nonogram.Empty}
	for line := range strings.Lines(head) {
		var symbol byte
		var rgb nonogram.RGB
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "title "); ok {
			p.title = strings.Trim(title, `"`)
		} else if n, err := fmt.Sscanf(line, "color %c #%2x%2x%2x", &symbol, &rgb.R, &rgb.G, &rgb.B); n == 4 && err == nil {
			colors[symbol] = nonogram.Color(len(p.palette))
			p.palette = append(p.palette, nonogram.Swatch{Symbol: symbol, RGB: rgb})
		} else {
			return nil, fmt.Errorf("found %q, expected a title or a color", line)
		}
	}
	rows := strings.Fields(body)
	p.filled = nonogram.NewGrid(len(rows[0]), len(rows))
	p.cells = nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		if len(row) != p.cells.Width {
			return nil, fmt.Errorf("row %d: found a width of %d, expected %d", y+1, len(row), p.cells.Width)
		}
		for x := range len(row) {
			color, ok := colors[row[x]]
			if !ok {
				return nil, fmt.Errorf("row %d: there is no color %q", y+1, row[x])
			}
			p.cells.Set(y, x, color)
			p.filled.Set(y, x, nonogram.Empty)
			if 'A' <= row[x] && row[x] <= 'Z' {
				p.filled.Set(y, x, nonogram.Black)
			}
		}
	}
	return p, nil
}

// puzzle is the black-and-white puzzle of a picture.
func (p *picture) puzzle(id string) *nonogram.Puzzle {
	q := nonogram.FromGrid(p.filled, nonogram.BlackAndWhite())
	q.ID, q.Title, q.License = id, p.title, "CC0-1.0"
	return q
}
