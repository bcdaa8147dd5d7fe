package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// start runs a server on a real listener until the test ends.
func start(t testing.TB, cfg Config) (s *Server, addr string, stop func() error) {
	t.Helper()
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, smallBuffers{l}) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() { _ = stop() })
	return s, l.Addr().String(), stop
}

// solveAt sends a small request over a connection of its own.
func solveAt(addr string) error {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Post("http://"+addr+apiPrefix+"solve", "application/json", strings.NewReader(`{"pack":"heart"}`))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && (response.StatusCode != http.StatusOK || !strings.Contains(string(body), `"unique"`)) {
		err = fmt.Errorf("%d %s", response.StatusCode, body)
	}
	return err
}

// beginnings are requests whose rest never comes.
var beginnings = []string{
	"",
	"GET /",
	"POST " + apiPrefix + "solve HTTP/1.1\r\nHost: localhost\r\n",
	"POST " + apiPrefix + "solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{\"te",
	"POST " + apiPrefix + "solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"te\r\n",
}

// slowConnections opens connections that send the beginning of a request and then
// nothing.
func slowConnections(t testing.TB, addr string, n int) {
	t.Helper()
	for i := range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := io.WriteString(c, beginnings[i%len(beginnings)]); err != nil {
			t.Fatal(err)
		}
	}
}

// Connections that stop sending take no slot.
func TestSlowConnections(t *testing.T) {
	_, addr, _ := start(t, Config{Running: 1, Waiting: -1, ReadTime: time.Hour, HeaderTime: time.Hour, Drain: -1, Grace: time.Millisecond, StopTime: 2 * time.Millisecond})
	slowConnections(t, addr, 50)
	for range 5 {
		if err := solveAt(addr); err != nil {
			t.Fatal(err)
		}
	}
}

// They are closed after their timeout, with an answer if their header was complete.
func TestSlowConnectionsEnd(t *testing.T) {
	_, headers, _ := start(t, Config{HeaderTime: 10 * time.Millisecond})
	_, bodies, _ := start(t, Config{HeaderTime: time.Hour, ReadTime: 10 * time.Millisecond})
	for _, beginning := range beginnings {
		addr, told := headers, strings.Contains(beginning, "{")
		if told {
			addr = bodies
		}
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, _ = io.WriteString(c, beginning) // it may have been cut off already
		answer, _ := io.ReadAll(c)          // ends when the server has closed it
		if strings.Contains(string(answer), "200 OK") || told != strings.Contains(string(answer), `"too_slow"`) {
			t.Errorf("%q was answered %q", beginning, answer)
		}
	}
}

func TestHugeHeader(t *testing.T) {
	_, addr, _ := start(t, Config{})
	r, _ := http.NewRequest(http.MethodGet, "http://"+addr+"/", nil)
	r.Header.Set("X-Long", strings.Repeat("x", 1<<20))
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return // cut off while it was sending: as good
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d", response.StatusCode)
	}
}

// The time to send a request is not the time to answer it.
func TestReadTimeIsForReading(t *testing.T) {
	_, addr, _ := start(t, Config{ReadTime: 200 * time.Millisecond})
	for {
		response, err := http.Post("http://"+addr+apiPrefix+"solve", "application/json", strings.NewReader(endlessRequest(`,"timeout_ms":400`)))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode == http.StatusRequestTimeout {
			continue // the machine was too busy to send it; that proves nothing
		}
		if err != nil || !strings.Contains(string(body), `"reason":"time"`) {
			t.Errorf("%v %s", err, body)
		}
		return
	}
}
