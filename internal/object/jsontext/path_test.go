package jsontext

import (
	"strings"
	"testing"
)

func TestPath(t *testing.T) {
	const text = ` {"a": [1, [2, {"b": "x"}]], "": 3, "c d": {"e": [4]}, "long": "` + "…" + `"}`
	for mark, want := range map[string]string{
		`{"a"`: "", `"a"`: "a", `[1`: "a", `1,`: "a[0]", `[2`: "a[1]", `2,`: "a[1][0]", `{"b"`: "a[1][1]", `"b"`: "a[1][1].b",
		`"x"`: "a[1][1].b", `"": 3`: `[""]`, `"c d"`: "c d", `4]`: "c d.e[0]", `…`: "long",
	} {
		if got := Path([]byte(text), strings.Index(text, mark)); got != want {
			t.Errorf("at %s: %q, expected %q", mark, got, want)
		}
	}
	if got := Path([]byte(text), 0); got != "" {
		t.Errorf("the whole text is %q", got)
	}
	if got := Path([]byte(`{"a":[1,]}`), 8); got != "a[1]" {
		t.Errorf("what is no JSON: %q", got)
	}
	if got := Path([]byte(`{"`+strings.Repeat("k", 100)+`":1}`), 1); got != `["`+strings.Repeat("k", 24)+`"]` {
		t.Errorf("a long key: %q", got)
	}
	deep := strings.Repeat("[", 1000)
	if got := Path([]byte(deep), 999); strings.Count(got, "[0]") > 64 {
		t.Errorf("%q", got)
	}
}
