package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"nonogram/cmd/internal/server"
	"nonogram/cmd/internal/terminal"
)

// What the API answers is what the command line prints, but for the times, for puzzles
// of the pack too, which the browser's engine does not have: contract_test.go compares
// all else.
func TestSameJSONAsTheAPI(t *testing.T) {
	s, err := server.New(server.Config{})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	for _, c := range []struct {
		operation, request string
		command            []string
	}{
		{"solve", `{"pack":"cat"}`, []string{"solve", "--json", "@cat"}},
		{"solve", `{"pack":"toadstool"}`, []string{"solve", "--json", "@toadstool"}},
		{"solve", `{"pack":"heart","limit":3}`, []string{"solve", "--json", "--limit", "3", "@heart"}},
		{"solve", `{"pack":"heart","method":"liao:dfs","seed":5}`, []string{"solve", "--json", "--method", "liao:dfs", "--seed", "5", "@heart"}},
		{"solve", `{"pack":"invader","method":"liao:dfs","conflicts":10}`, []string{"solve", "--json", "--method", "liao:dfs", "--conflicts", "10", "@invader"}},
		{"count", `{"pack":"cat"}`, []string{"count", "--json", "@cat"}},
		{"rate", `{"pack":"150"}`, []string{"rate", "--json", "@150"}},
		{"explain", `{"pack":"toadstool"}`, []string{"explain", "--json", "@toadstool"}},
		{"hint", `{"pack":"cat"}`, []string{"hint", "--json", "@cat"}},
		{"hint", `{"pack":"cat","level":4}`, []string{"hint", "--json", "--grade", "4", "@cat"}},
	} {
		printed := strings.TrimSpace(commandOutput(t, c.command...))
		response, err := http.Post(web.URL+"/api/v1/"+c.operation, "application/json", strings.NewReader(c.request))
		if err != nil {
			t.Fatal(err)
		}
		answered, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(answered)); timeless(got) != timeless(printed) || printed == "" {
			t.Errorf("%s %s\nthe API answers %s\nthe command prints %s", c.operation, c.request, got, printed)
		}
	}
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.e-]+`)

func timeless(line string) string { return elapsed.ReplaceAllString(line, `"elapsed_ms":0`) }

// commandOutput runs a command within this process.
func commandOutput(t *testing.T, args ...string) string {
	t.Helper()
	printed, err := outputOf(t, args...)
	var status exitStatus
	if err != nil && (!errors.As(err, &status) || status == exitFailed) {
		t.Fatalf("%v: %v", args, err)
	}
	return printed
}

// outputOf runs a command for what it prints, and how it ends.
func outputOf(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: io.Discard}
	root := newRoot(a)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	if err := a.out.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.String(), err
}

// A port in use is reported, with advice.
func TestServeTakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	addr := l.Addr().String()
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(io.Discard), err: io.Discard}
	root := newRoot(a)
	root.SetArgs([]string{"serve", "--addr", addr})
	err = root.ExecuteContext(context.Background())
	want := addr + " is taken, perhaps by another nonogram serve; --addr 127.0.0.1:0 takes any free port"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
}

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/",
		"[::]:80":        "http://localhost:80/",
		"0.0.0.0:80":     "http://localhost:80/",
		"[::1]:80":       "http://[::1]:80/",
	} {
		addr, err := net.ResolveTCPAddr("tcp", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := address(addr); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

// serve prints its address, answers there, and ends cleanly on a signal.
func TestServe(t *testing.T) {
	read, write := io.Pipe()
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(write), err: io.Discard}
	root := newRoot(a)
	root.SetArgs([]string{"serve", "--addr", "127.0.0.1:0", "--verbose", "--json-log", "--drain", "0s"})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	printed := bufio.NewReader(read)
	line, err := printed.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`http://\S+`).FindString(line)
	response, err := http.Get(url + "healthz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// serving starts the program as a process of its own and gives the address that it
// prints, and what it writes to standard error until then.
func serving(t *testing.T, args ...string) (cmd *exec.Cmd, url string, warned *bytes.Buffer) {
	t.Helper()
	program, err := exec.LookPath("nonogram")
	if err != nil {
		t.Fatal(err)
	}
	cmd, warned = exec.Command(program, append([]string{"serve"}, args...)...), &bytes.Buffer{}
	cmd.Stderr = warned
	printed, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(printed).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, regexp.MustCompile(`http://\S+`).FindString(line), warned
}

// A stopping server reports so at /readyz while its port is still open. Here
// it would stay open for 9 seconds; the test ends as soon as it has seen the answer.
func TestServeReportsThatItStops(t *testing.T) {
	cmd, url, _ := serving(t, "--addr", "127.0.0.1:0", "--drain", "9s")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ready := func() int {
		response, err := client.Get(url + "readyz")
		if err != nil {
			t.Fatalf("the port closed without a word: %v", err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if got := ready(); got != http.StatusOK {
		t.Fatalf("status %d before", got)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for ready() != http.StatusServiceUnavailable {
	}
}

// serve warns if other machines can connect.
func TestServeBeyondLoopback(t *testing.T) {
	for addr, want := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true} {
		cmd, _, warned := serving(t, "--addr", addr)
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // all that it wrote is there then
		if got := strings.Contains(warned.String(), "any machine that reaches this one can connect"); got != want {
			t.Errorf("--addr %s warns: %q", addr, warned)
		}
	}
}
