package operations_test

import (
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
)

// What prove writes, certify accepts, of the same puzzle and no other.
func TestProveAndCertify(t *testing.T) {
	const heart = `"puzzle":{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}`
	proven := call(t, service(), "prove", `{`+heart+`}`)
	certificate, _ := proven["certificate"].(string)
	if proven["status"] != "unique" || proven["exact"] != true || proven["claim"] != "exactly 1 solution" || certificate == "" {
		t.Fatalf("%v", proven)
	}
	quoted := strings.ReplaceAll(certificate, "\n", `\n`)
	if answer := call(t, service(), "certify", `{`+heart+`,"certificate":"`+quoted+`"}`); answer["accepted"] != true || answer["exact"] != true {
		t.Errorf("%v", answer)
	}
	cut := strings.ReplaceAll(certificate[:len(certificate)/2], "\n", `\n`)
	if answer := call(t, service(), "certify", `{`+heart+`,"certificate":"`+cut+`"}`); answer["accepted"] != false || answer["message"] == nil {
		t.Errorf("half of it: %v", answer)
	}
	s := service()
	s.Limits.Bytes = 100
	if e, _ := call(t, s, "prove", `{`+heart+`}`)["error"].(map[string]any); e["code"] != "too_large" || e["where"] != "certificate" {
		t.Errorf("beyond the limit: %v", e)
	}
	if e, _ := call(t, service(), "certify", `{`+heart+`}`)["error"].(map[string]any); e["where"] != "certificate" {
		t.Errorf("without a certificate: %v", e)
	}
}

func TestDescribe(t *testing.T) {
	one, two := `{"rows":[[2],[1]],"columns":[[2],[1]]}`, `{"rows":[[1],[2]],"columns":[[2],[1]]}`
	answer := call(t, service(), "describe", `{"puzzle":`+one+`}`)
	if answer["status"] != "unique" || answer["density"] != 0.75 || answer["hash"] == "" {
		t.Errorf("%v", answer)
	}
	answer = call(t, service(), "dedupe", `{"puzzles":[`+one+`,`+two+`]}`)
	again, _ := answer["again"].([]any)
	if answer["puzzles"] != 2.0 || len(again) != 1 {
		t.Fatalf("%v", answer)
	}
	if first, _ := again[0].(map[string]any); first["id"] != "2" || first["of"] != "1" {
		t.Errorf("%v", first)
	}
}

// Work that is opened without a puzzle answers for each that comes.
func TestOpen(t *testing.T) {
	for _, o := range table() {
		if o.Open == nil {
			continue
		}
		if _, err := o.Open(service(), []byte(`{"pack":"cat"}`)); err == nil || operations.AsError(err).Where == "" {
			t.Errorf("%s opens with a puzzle: %v", o.Name, err)
		}
	}
}
