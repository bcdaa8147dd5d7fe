// Package libtest builds the C library and programs that use it, for tests.
//
// Building takes seconds to a minute. NONOGRAM_LIB names a folder with a library that is built.
package libtest

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Call is a call of the library.
type Call struct{ Operation, Request string }

// Compiler returns the path of the C compiler. Without it the test is skipped.
func Compiler(t testing.TB) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc to build the C library with")
	}
	return cc
}

// module is the path of the Go module.
var module = strings.TrimSuffix(reflect.TypeFor[Call]().PkgPath(), "/internal/testkit/libtest")

// Build builds the library, if NONOGRAM_LIB names none, and returns its folder.
func Build(t testing.TB) string {
	t.Helper()
	if built := os.Getenv("NONOGRAM_LIB"); built != "" {
		return built
	}
	folder := t.TempDir()
	run(t, exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-buildmode=c-shared", "-o", filepath.Join(folder, "libnonogram.so"), module+"/cmd/libnonogram"))
	return folder
}

// Compile compiles a program of testdata of cmd/libnonogram with the address sanitizer.
func Compile(t testing.TB, folder, name string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", module+"/cmd/libnonogram").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := strings.TrimSpace(string(out))
	program := filepath.Join(t.TempDir(), name)
	run(t, exec.Command(Compiler(t), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined", "-I"+source,
		filepath.Join(source, "testdata", name+".c"), "-L"+folder, "-lnonogram", "-Wl,-rpath,"+folder, "-lpthread", "-o", program))
	return program
}

func run(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// Ask sends calls through the program ask, from some threads, and returns the answers; an answer
// that takes longer than a number of milliseconds is empty, unless that is 0.
func Ask(t testing.TB, ask, threads, milliseconds string, calls []Call) []string {
	t.Helper()
	var in, errs bytes.Buffer
	for _, c := range calls {
		for _, text := range []string{c.Operation, c.Request} {
			_ = binary.Write(&in, binary.NativeEndian, uint32(len(text)))
			in.WriteString(text)
		}
	}
	cmd := exec.Command(ask, threads, milliseconds)
	cmd.Stdin, cmd.Stderr = &in, &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	answers := make([]string, len(calls))
	r := bytes.NewReader(out)
	for i := range answers {
		var length uint32
		if err := binary.Read(r, binary.NativeEndian, &length); err != nil {
			t.Fatal(err)
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(r, text); err != nil {
			t.Fatal(err)
		}
		answers[i] = string(text)
	}
	return answers
}
