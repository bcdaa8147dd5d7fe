package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Arithmetic that is not the same everywhere. Go allows x*y + z to be computed in
// one instruction that rounds once instead of twice, across statements too, and
// compilers for arm64 and for newer amd64 make use of it. Beliefs that differ in
// the last bit can steer the search another way: the answer is the same, the
// counters are not. An explicit conversion, float64(x*y) + z, forbids it.

// targets are compilers that fuse; the first covers most.
var targets = [][]string{{"GOARCH=arm64"}, {"GOARCH=amd64", "GOAMD64=v3"}}

// fusedCode matches such an instruction in the compiler's listing.
var fusedCode = regexp.MustCompile(`\(([^()\s]+\.go):(\d+)\)\t(V?FN?M(?:ADD|SUB)\w*)\t`)

func runFused(ctx context.Context, args []string) error {
	flags := newFlags("fused", "[package…]", "Lists the lines whose arithmetic some processors round differently; the\npackages are ./internal/line and ./solve unless given.")
	if err := flags.Parse(args); err != nil {
		return err
	}
	packages := flags.Args()
	if len(packages) == 0 {
		packages = []string{"./internal/line", "./solve"}
	}
	var all []string
	for _, target := range targets {
		lines, err := fusedLines(ctx, target, packages)
		if err != nil {
			return err
		}
		all = append(all, lines...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, line := range all {
		fmt.Println(line)
	}
	if len(all) > 0 {
		return fmt.Errorf("%d lines are rounded differently by some processors; write float64(x*y) where a sum follows", len(all))
	}
	return nil
}

// fusedLines compiles the packages and looks through the listing.
func fusedLines(ctx context.Context, target, packages []string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	cmd.Env = append(os.Environ(), target...)
	var listing bytes.Buffer
	cmd.Stderr = &listing
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(target, " "), err, tail(&listing))
	}
	return fusedIn(listing.Bytes()), nil
}

// fusedIn lists the places in a compiler's listing, with their source.
func fusedIn(listing []byte) []string {
	var lines []string
	for _, m := range fusedCode.FindAllSubmatch(listing, -1) {
		file, number := string(m[1]), string(m[2])
		name := file
		if here, err := os.Getwd(); err == nil {
			if relative, err := filepath.Rel(here, file); err == nil {
				name = filepath.ToSlash(relative)
			}
		}
		lines = append(lines, fmt.Sprintf("%s:%s: %s", name, number, sourceLine(file, number)))
	}
	return lines
}

// sourceLine is a line of a file, or nothing if it is not there.
func sourceLine(file, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return ""
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(data), "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[n-1])
}
