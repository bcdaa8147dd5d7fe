package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/internal/operations/methods"
)

// elsewhere are the fields of requests that have no flag: puzzles and positions come
// from files, and some things only programs ask for.
var elsewhere = []string{
	"puzzle", "text", "data", "filename", "pack", "history", "certificate", "certificate_file", "image", "image_file", // files
	"work", "doubt", // for programs
}

// What an operation can complain about, its command has a flag for; otherwise the
// message would name one that does not exist.
func TestFieldsHaveFlags(t *testing.T) {
	root := newRoot(newApp())
	for command, request := range map[string]any{
		"solve": operations.SolveRequest{}, "count": operations.CountRequest{}, "rate": operations.RateRequest{}, "explain": operations.ExplainRequest{},
		"hint": operations.HintRequest{}, "describe": create.DescribeRequest{}, "prove": operations.ProveRequest{}, "certify": operations.CertifyRequest{}, "table": methods.TableRequest{}, "generate repair": create.RepairRequest{},
		"show": draw.BookRequest{}, "scan": create.ScanRequest{},
	} {
		cmd, _, err := root.Find(strings.Fields(command))
		if err != nil {
			t.Fatal(err)
		}
		fields := 0
		for _, field := range reflect.VisibleFields(reflect.TypeOf(request)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" || slices.Contains(elsewhere, name) {
				continue
			}
			fields++
			if flag := flagOf(name); cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no flag --%s for the field %s", command, flag, name)
			}
		}
		if fields == 0 {
			t.Errorf("%s: no field was looked at", command)
		}
	}
}

func TestFlagOf(t *testing.T) {
	for field, want := range map[string]string{
		"limit": "limit", "timeout_ms": "timeout", "memory_mb": "memory", "max_changes": "max-changes", "max_share": "max-changes",
		"palette[2].color": "palette", "width": "size", "specks": "clean", "grade": "grade",
	} {
		if got := flagOf(field); got != want {
			t.Errorf("flagOf(%s) = %s, want %s", field, got, want)
		}
	}
}
