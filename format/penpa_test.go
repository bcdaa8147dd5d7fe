package format

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"
)

// penpaAddress packs lines as Penpa does.
func penpaAddress(lines ...string) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	_, _ = w.Write([]byte(strings.Join(lines, "\n"))) // to memory
	_ = w.Close()
	return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestPenpa(t *testing.T) {
	const head, room, cells = "square,5,3,38", "[1,0,2,0]", "[31,1,1,7,1,1]"
	drawn := func(numbers string) string { return `{zS:{},zN:{` + numbers + `},zY:{}}` }
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"in any order":     {[]string{head, room, "{}", drawn(`"39":[2,1,"1"],"30":["1",1],"22":[2],"29":[1,1,"1"],"23":["?",1,"1"]`), "{}", cells}, "3x2 [1 1 | 2] [2 | ? | 0]"},
		"with long names":  {[]string{head, room, "{}", `{"surface":{},"number":{"22":[2,1,"1"]}}`}, "3x2 [0 | 0] [2 | 0 | 0]"},
		"an empty line":    {[]string{head, room, "{}", drawn(`"22":[0,1,"1"]`)}, "3x2 [0 | 0] [0 | 0 | 0]"},
		"room all around":  {[]string{"square,5,4,38", "[1,1,1,1]", "{}", drawn(`"22":[2,1,"1"]`)}, "3x2 [0 | 0] [0 | 2 | 0]"},
		"no clue":          {[]string{head, room, "{}", drawn(`"22":["*",1,"1"],"39":[2,1,"1"]`)}, "3x2 [0 | 2] [* | 0 | 0]"},
		"any blocks":       {[]string{head, room, "{}", drawn(`"39":["*",1,"1"],"38":[2,1,"1"]`)}, "found * beside other numbers"},
		"a letter":         {[]string{head, room, "{}", drawn(`"22":["A",1,"1"]`)}, `found "A" beside the board`},
		"inside the board": {[]string{head, room, "{}", drawn(`"31":[2,1,"1"]`)}, "neither above nor left of the board"},
		"in the corner":    {[]string{head, room, "{}", drawn(`"20":[2,1,"1"]`)}, "neither above nor left of the board"},
		"behind the board": {[]string{head, room, "{}", drawn(`"9999":[2,1,"1"]`)}, "neither above nor left of the board"},
		"nothing":          {[]string{head, room, "{}", drawn("")}, "found no numbers beside the board"},
		"no room":          {[]string{head, "[0,0,2,0]", "{}", drawn("")}, "without room for numbers"},
		"hexagons":         {[]string{"hex,5,3,38", room, "{}", "{}"}, `found a board that is "hex"`},
		"a hole":           {[]string{head, room, "{}", drawn(`"22":[2,1,"1"]`), "{}", "[31,1,8,1,1]"}, "not a rectangle of 3 × 2 cells"},
		"a large size":     {[]string{"square,99999999999,3,38", room, "{}", "{}"}, "over the limit"},
		"a size too large": {[]string{"square,9000,9000,38", room, "{}", "{}"}, "limit"},
		"a broken list":    {[]string{head, room, "{}", `{zN:{"22":[2,`}, "cannot be read"},
		"too little":       {[]string{head}, "not a board of Penpa"},
		"a bomb":           {[]string{head, strings.Repeat(" ", 2*maxPenpa)}, "unpacks to over"},
	} {
		address := penpaAddress(c.lines...)
		got := ""
		for p, err := range Decode([]byte(address+"\n"), "", "") {
			if err != nil {
				got += err.Error()
			} else {
				got += sketch(p)
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	for name, address := range map[string]string{"not Base64": "https://x/#m=edit&p=!!!!", "damaged": "https://x/#m=edit&p=AAAAAAAA", "no code": "https://x/#m=edit"} {
		for p, err := range Decode([]byte(address), "", "penpa") {
			if err == nil {
				t.Errorf("%s: %s", name, sketch(p))
			}
		}
	}
}
