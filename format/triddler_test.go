package format

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"runtime"
	"testing"
)

// TestForgedSides reads texts whose sides of a triddler ask for 2,940,000 cells that the text does
// not have. The board must not be made before the lines are counted.
func TestForgedSides(t *testing.T) {
	const most = 4 << 20 // the cells alone would take 100 MB
	const side = 700
	var w bitWriter
	w.bits(linkShape, 4)
	for range 6 {
		w.gamma(side + 1)
	}
	w.bits(0, 40)
	link := binary.BigEndian.AppendUint32(w.bytes, crc32.ChecksumIEEE(w.bytes))
	for name, text := range map[string]string{
		"clues": `{"triddler":[700,700,700,700,700,700],"rows":[],"rising":[],"falling":[]}`,
		"goal":  `{"triddler":[700,700,700,700,700,700],"goal":["#"]}`,
		"link":  linkPrefix + base64.RawURLEncoding.EncodeToString(link) + "\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for p, err := range Decode([]byte(text), "", "") {
			if err == nil {
				t.Errorf("%s: read %v, expected an error", name, p)
			}
		}
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > most {
			t.Errorf("%s: took %d bytes of memory, expected at most %d", name, taken, most)
		}
	}
}
