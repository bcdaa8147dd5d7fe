package bench

import "testing"

// A name that a spreadsheet would run is a text; numbers stay numbers.
func TestFormulas(t *testing.T) {
	got, err := CSV([][]string{{"=1+1", "@x", "-1.5", "+2e3", "-x", "a=b", ""}})
	if want := "'=1+1,'@x,-1.5,+2e3,'-x,a=b,\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v, expected %q", got, err, want)
	}
}
