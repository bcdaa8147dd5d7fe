package main

import (
	"bytes"
	"encoding/json"

	"nonogram/internal/operations/record"
)

// jsonLines prints records as lines of JSON, each with a single Write.
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

// printError prints an error in place of a record.
func (j *jsonLines) printError(it item, file string, err error) error {
	e := record.NewError(it.id, it.file, err)
	e.File = file
	return j.print(e)
}

func (j *jsonLines) print(record any) error {
	j.buf.Reset()
	if err := j.enc.Encode(record); err != nil {
		return err
	}
	_, err := j.a.out.Write(j.buf.Bytes())
	return err
}
