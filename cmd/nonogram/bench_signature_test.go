package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

// The command prints the number that is recorded in the repository.
func TestBenchSignature(t *testing.T) {
	data, err := os.ReadFile("../../solve/testdata/signature.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "# signature ")
	want, _, _ := strings.Cut(rest, "\n")
	out, _, err := runBench(t.Context(), "--signature")
	if err != nil || len(want) != 16 || out != want+"\n" {
		t.Errorf("%q, %v, recorded is %q", out, err, want)
	}
}

func TestBenchSignatureInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, _, err := runBench(ctx, "--signature")
	var status exitStatus
	if !errors.As(err, &status) || status != exitUndecided || out != "" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestBenchSignatureUsage(t *testing.T) {
	for _, args := range [][]string{{"--signature", "--size", "5"}, {"--signature", "--json"}, {"--signature", "@cat"}} {
		var usage usageError
		if out, _, err := runBench(t.Context(), args...); !errors.As(err, &usage) || out != "" {
			t.Errorf("%v: %q, %v, want a usage error", args, out, err)
		}
	}
}
