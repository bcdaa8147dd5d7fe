//go:build unix

package mcp_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in the folder blocks no call.
func TestPipesAreRefused(t *testing.T) {
	session, dir := withFiles(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.non"), 0o600); err != nil {
		t.Fatal(err)
	}
	for tool, arguments := range map[string]string{
		"solve":   `{"file":"pipe.non"}`,
		"convert": `{"pack":"heart","to":"non","save":"pipe.non","overwrite":true}`,
	} {
		if text, result := call(t, session, tool, arguments); !result.IsError || !strings.Contains(text, "not a regular file") {
			t.Errorf("%s %s: %s", tool, arguments, text)
		}
	}
}
