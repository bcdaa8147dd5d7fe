package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Attacks on a server: slow, large and many requests, from one address and from many. While
// they last, another client is answered.

// at returns a client with an address of this machine, from 127.0.0.1 on.
func at(host int) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(host))}, Timeout: time.Minute}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}, Timeout: time.Minute}
}

// dialAs connects from an address of this machine, with a small buffer for what arrives.
func dialAs(t testing.TB, host int, addr string) net.Conn {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(host))}}
	c, err := dialer.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
	return c
}

// answered sends small requests from an address of its own and fails unless every one is
// answered with 200.
func answered(t testing.TB, addr string, requests int) {
	t.Helper()
	for i := range requests {
		if status := small(t, addr); status != http.StatusOK {
			t.Fatalf("request %d is answered %d", i, status)
		}
	}
}

// small sends a small request and returns the status, 200 or 429.
func small(t testing.TB, addr string) int {
	t.Helper()
	response, err := at(200).Post("http://"+addr+apiPrefix+"solve", jsonType, strings.NewReader(`{"pack":"heart"}`))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil || response.StatusCode != http.StatusTooManyRequests && !strings.Contains(string(body), `"unique"`) {
		t.Fatalf("the answer is %d %s, %v", response.StatusCode, body, err)
	}
	return response.StatusCode
}

// post is a request with a body of which only the beginning is sent.
func post(operation, body string, length int) string {
	return fmt.Sprintf("POST %s%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", apiPrefix, operation, length, body)
}

// smallBuffers makes connections whose unread answers soon stop the writer.
type smallBuffers struct{ net.Listener }

func (l smallBuffers) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		err = c.(*net.TCPConn).SetWriteBuffer(4 << 10)
	}
	return c, err
}

// Clients that do not read their answers keep no slot, and lose their answers to others.
func TestSlowReaders(t *testing.T) {
	for name, hosts := range map[string]int{"one address": 1, "many": 14} {
		t.Run(name, func(t *testing.T) {
			s, addr, _ := start(t, Config{Running: 2, Bodies: 256 << 10, Drain: -1, Grace: time.Millisecond, StopTime: 2 * time.Millisecond})
			request := `{"pack":"cat","as":"png","cell":200}`
			for i := range 14 {
				c := dialAs(t, 1+i%hosts, addr)
				if _, err := io.WriteString(c, post("render", request, len(request))); err != nil {
					t.Fatal(err)
				}
			}
			answered(t, addr, 20)
			s.answers.mu.Lock()
			defer s.answers.mu.Unlock()
			if s.answers.used > s.answers.most {
				t.Errorf("%d bytes of answers are held, expected at most %d", s.answers.used, s.answers.most)
			}
		})
	}
}

// Bodies that stop arriving make room for others.
func TestHalfSentBodies(t *testing.T) {
	for name, hosts := range map[string]int{"one address": 1, "many": 40} {
		t.Run(name, func(t *testing.T) {
			s, addr, _ := start(t, Config{Bodies: 1 << 20, ReadTime: time.Hour, Drain: -1, Grace: time.Millisecond, StopTime: 2 * time.Millisecond})
			half := strings.Repeat(" ", 100<<10)
			told := make(chan error, 40)
			for i := range 40 {
				c := dialAs(t, 1+i%hosts, addr)
				go func() {
					_, err := c.Read(make([]byte, 1))
					told <- err
				}()
				if _, err := io.WriteString(c, post("solve", half, 2*len(half))); err != nil {
					t.Fatal(err)
				}
			}
			answered(t, addr, 20)
			large := `{"pack":"heart"}` + strings.Repeat(" ", 200<<10)
			response, err := at(201).Post("http://"+addr+apiPrefix+"solve", jsonType, strings.NewReader(large))
			if err != nil || response.StatusCode != http.StatusOK {
				t.Fatalf("a large request is answered %v, %v", response, err)
			}
			_ = response.Body.Close()
			s.bodies.mu.Lock()
			held := len(s.bodies.parts)
			if s.bodies.used > s.bodies.most || s.bodies.used < s.bodies.most/2 {
				t.Errorf("%d bytes of bodies are held, expected nearly %d", s.bodies.used, s.bodies.most)
			}
			s.bodies.mu.Unlock()
			// The others are answered at once, without a wait for the rest of their bodies.
			for range 40 - held {
				if err := <-told; err != nil {
					t.Error(err)
				}
			}
		})
	}
}
