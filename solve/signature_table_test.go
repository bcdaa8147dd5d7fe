package solve_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"nonogram"
)

// The table in testdata/signature.txt.

// counterNames returns the JSON names of the fields of nonogram.Stats, without those that
// only methods of the lab use.
func counterNames() []string {
	var names []string
	t := reflect.TypeFor[nonogram.Stats]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("lab") == "" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

// numberMark precedes the number in a recorded table.
const numberMark = "# signature "

// writeTable formats a table with the number at its head.
func writeTable(rows []signatureRow) []byte {
	var b bytes.Buffer
	b.WriteString(fmt.Sprintf("# Counters of the engine, at most %d conflicts each; go test ./solve -run TestSignature -update writes them.\n", signatureConflicts))
	b.WriteString(numberMark + signatureNumber(rows) + "\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "puzzle/limit\tstatus\t%s\n", strings.Join(counterNames(), "\t"))
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s", r.Key, r.Answer)
		for _, n := range r.Counters {
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
	return b.Bytes()
}

// recorded is the content of a recorded table.
type recorded struct {
	Number string
	Names  []string // names of the counters
	Rows   []signatureRow
}

// readTable parses a table that writeTable has written.
func readTable(data []byte) (*recorded, error) {
	r := &recorded{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, numberMark):
			r.Number = strings.TrimSpace(strings.TrimPrefix(line, numberMark))
		case len(fields) == 0 || fields[0] == "#":
		case len(fields) < 3:
			return nil, fmt.Errorf("line %q is too short", line)
		case r.Names == nil:
			r.Names = fields[2:]
		case len(fields) != len(r.Names)+2:
			return nil, fmt.Errorf("line %q has %d columns, expected %d", line, len(fields), len(r.Names)+2)
		default:
			row := signatureRow{Key: fields[0], Answer: fields[1]}
			for _, f := range fields[2:] {
				n, err := strconv.ParseInt(f, 10, 64)
				if err != nil {
					return nil, fmt.Errorf("line %q: %w", line, err)
				}
				row.Counters = append(row.Counters, n)
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r, nil
}

func TestWriteAndReadTable(t *testing.T) {
	rows := []signatureRow{
		{Key: "p/1", Answer: "solved", Counters: make([]int64, len(counterNames()))},
		{Key: "p/count", Answer: "12345678901234567890", Counters: make([]int64, len(counterNames()))},
	}
	rows[0].Counters[0] = 7
	got, err := readTable(writeTable(rows))
	if err != nil || got.Number != signatureNumber(rows) || !slices.Equal(got.Names, counterNames()) || !reflect.DeepEqual(got.Rows, rows) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, broken := range []string{"a", "p/l status x\np/1 solved", "p/l status x\np/1 solved y", "p/l status x\np/1 solved 1 2"} {
		if _, err := readTable([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}
