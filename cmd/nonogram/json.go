package main

import (
	"bytes"
	"encoding/json"
)

// jsonLines prints records, one per puzzle and line, in input order, each with a
// single Write.
type jsonLines struct {
	a   *app
	buf bytes.Buffer
	enc *json.Encoder
}

func newJSONLines(a *app) *jsonLines {
	j := &jsonLines{a: a}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	return j
}

func (j *jsonLines) print(record any) error {
	j.buf.Reset()
	if err := j.enc.Encode(record); err != nil {
		return err
	}
	_, err := j.a.out.Write(j.buf.Bytes())
	return err
}
