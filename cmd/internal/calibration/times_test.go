package calibration

import (
	"strings"
	"testing"
)

// Lines of JSON hold puzzles and times; a value that is not a time is rejected with its
// place.
func TestTimeLines(t *testing.T) {
	times, err := readTimes([]byte("{\"id\":\"a\",\"seconds\":3}\n\n{\"id\":7,\"seconds\":1.5,\"hints\":2}\n{\"id\":\"a\",\"seconds\":5}\n"), "x")
	if err != nil || len(times) != 2 || len(times["a"]) != 2 || times["7"][0] != 1.5 {
		t.Errorf("%v, %v", times, err)
	}
	for _, bad := range []string{`{"id":"a"}`, `{"seconds":3}`, `{"id":"a","seconds":-1}`, `{"id":"a","seconds":"3"}`, `{"id":`} {
		if _, err := readTimes([]byte("{\"id\":1,\"seconds\":1}\n"+bad), "x"); err == nil || !strings.HasPrefix(err.Error(), "x:2:1: found ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
