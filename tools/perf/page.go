package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The page docs/performance.md has sections that this program writes, each
// between two marks in comments that are invisible when the page is shown:
//
//	<!-- perf:growth -->
//	…
//	<!-- /perf:growth -->

// output is where results go.
type output struct {
	folder string // for tables and charts
	page   string
}

const (
	defaultFolder = "docs/performance"
	defaultPage   = "docs/performance.md"
)

// write puts a file into the folder.
func (o output) write(name string, data []byte) error {
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.folder, name), data, 0o644)
}

// section replaces a section of the page.
func (o output) section(name, text string) error {
	old, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	updated, err := replaceSection(old, name, text)
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	return os.WriteFile(o.page, updated, 0o644)
}

func replaceSection(page []byte, name, text string) ([]byte, error) {
	first, last := "<!-- perf:"+name+" -->\n", "<!-- /perf:"+name+" -->\n"
	before, rest, ok1 := bytes.Cut(page, []byte(first))
	_, after, ok2 := bytes.Cut(rest, []byte(last))
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("no section between %q and %q", strings.TrimSpace(first), strings.TrimSpace(last))
	}
	between := first + "\n" + strings.Trim(text, "\n") + "\n\n" + last
	return slices.Concat(before, []byte(between), after), nil
}

// provenance says where and with what a section was measured.
func provenance(ctx context.Context, command string) string {
	return fmt.Sprintf("Measured by `%s` on %s, %s/%s, %s, revision %s.",
		command, processor(), runtime.GOOS, runtime.GOARCH, runtime.Version(), revision(ctx))
}

// processor is the name of the CPU, as far as the system tells it.
func processor() string {
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.Join(strings.Fields(value), " ")
			}
		}
	}
	if runtime.GOOS == "darwin" {
		if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return "a processor that does not tell its name"
}

// revision is the commit that was measured, marked if the sources have changed
// since; what this program writes itself does not count.
func revision(ctx context.Context) string {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	name := strings.TrimSpace(string(head))
	changes, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)docs").Output()
	if err != nil || len(bytes.TrimSpace(changes)) > 0 {
		name += " with changes"
	}
	return name
}
