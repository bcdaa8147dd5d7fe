package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/tiff"
)

// TestAttacks attacks a server in every way of the list, from one address and from many.
// While an attack lasts, a client with another address has its small requests answered, and the
// server stays below 512 MB. "make attack ADDR=127.0.0.1:8080" attacks a running server, with ten
// times as much, and expects each answer within a second.

// attackVariable names the server to attack, which must be on this machine, and metricsVariable the
// address of its metrics.
const attackVariable, metricsVariable = "NONOGRAM_ATTACK", "NONOGRAM_ATTACK_METRICS"

const (
	mostMemory = 512 << 20
	// attackTime ends an attack, whatever happens.
	attackTime = 2 * time.Minute
	// answerTime is for a small request to a server which has the machine to itself. In the tests
	// of the program, attackers, server and other tests share it: there sharedTime tells a
	// request which waits for its turn from one which waits until the attackers end.
	answerTime, sharedTime = time.Second, 15 * time.Second
)

// attack is one way to attack: n clients do it, each again and again until the context ends.
type attack struct {
	name string
	n    int // of a running server; a tenth in the tests
	do   func(a *attacker)
}

// attacker is one client of an attack.
type attacker struct {
	ctx    context.Context
	addr   string
	number int
	host   int // the last byte of its address
	ready  func()
}

var attacks = []attack{
	{"slow headers", 500, func(a *attacker) {
		a.connect("POST "+apiPrefix+"solve HTTP/1.1\r\nHost: localhost\r\n", "X-More: ", "1")
	}},
	{"slow bodies", 100, func(a *attacker) {
		const sent, declared = 2_200_000, 4_190_000
		a.connect(post("solve", strings.Repeat(" ", sent), declared), " ")
	}},
	{"slow readers", 60, func(a *attacker) {
		a.connect(post("render", checkered(), len(checkered())))
	}},
	{"idle connections", 2000, func(a *attacker) { a.connect("") }},
	{"hard puzzles", 500, func(a *attacker) {
		hard := endlessRequest(`,"timeout_ms":30000`)
		if a.number%2 == 0 {
			hard = permutationRequest(25)
		}
		a.request([]string{"solve", "count"}[1-a.number%2], hard)
	}},
	{"pictures", 60, func(a *attacker) {
		list := largePictures()
		a.request("scan", list[a.number%len(list)])
	}},
	{"cancelled uploads", 40, func(a *attacker) {
		c := a.dial()
		if c == nil {
			return
		}
		_, _ = io.WriteString(c, post("solve", strings.Repeat(" ", 1<<20), 4<<20))
		_ = c.Close()
		a.ready()
	}},
}

// pause is what the header Retry-After asks of a client.
func (a *attacker) pause() {
	select {
	case <-a.ctx.Done():
	case <-time.After(time.Second):
	}
}

// dial connects with the address of the attacker.
func (a *attacker) dial() net.Conn {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(a.host))}}
	c, err := dialer.DialContext(a.ctx, "tcp", a.addr)
	if err != nil {
		a.ready()
		return nil
	}
	_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
	return c
}

// connect sends the beginning of a request, then a byte now and then, and reads nothing.
func (a *attacker) connect(beginning string, drops ...string) {
	c := a.dial()
	if c == nil {
		return
	}
	defer c.Close()
	_, _ = io.WriteString(c, beginning)
	a.ready()
	for i := 0; ; i++ {
		select {
		case <-a.ctx.Done():
			return
		case <-time.After(100 * time.Millisecond):
		}
		if len(drops) > 0 {
			if _, err := io.WriteString(c, drops[i%len(drops)]); err != nil {
				return
			}
		}
	}
}

// request sends a request and reads the answer, whatever it is.
func (a *attacker) request(operation, body string) {
	c := a.dial()
	if c == nil {
		return
	}
	defer c.Close()
	defer context.AfterFunc(a.ctx, func() { _ = c.Close() })()
	_, _ = io.WriteString(c, post(operation, body, len(body)))
	a.ready()
	_, _ = io.Copy(io.Discard, c)
}

// checkered asks for a drawing of 10 MB.
var checkered = sync.OnceValue(func() string {
	line := strings.Repeat("#.", 245)
	rows := slicesOf(490, func(i int) string { return (line + line)[i%2 : 490+i%2] })
	data, _ := json.Marshal(map[string]any{"as": "svg", "goal": true, "puzzle": map[string]any{"goal": rows}})
	return string(data)
})

func slicesOf[T any](n int, at func(int) T) (list []T) {
	for i := range n {
		list = append(list, at(i))
	}
	return list
}

// permutationRequest asks about a puzzle with side! solutions.
func permutationRequest(side int) string {
	ones := "[" + strings.TrimSuffix(strings.Repeat("[1],", side), ",") + "]"
	return `{"timeout_ms":30000,"puzzle":{"rows":` + ones + `,"columns":` + ones + `}}`
}

// largePictures are files at the limits: of pixels, in gray, in color and with 16 bits, and
// a deflated TIFF.
var largePictures = sync.OnceValue(func() (list []string) {
	bounds := image.Rect(0, 0, 5000, 5000)
	add := func(encode func(io.Writer) error) {
		var file bytes.Buffer
		if err := encode(&file); err != nil {
			panic(err)
		}
		list = append(list, `{"image_file":"`+base64.StdEncoding.EncodeToString(file.Bytes())+`"}`)
	}
	add(func(w io.Writer) error { return png.Encode(w, image.NewGray(bounds)) })
	add(func(w io.Writer) error {
		img := image.NewNRGBA(bounds)
		img.Set(0, 0, color.NRGBA{1, 1, 1, 1})
		return png.Encode(w, img)
	})
	add(func(w io.Writer) error { return png.Encode(w, image.NewGray16(bounds)) })
	add(func(w io.Writer) error {
		return tiff.Encode(w, image.NewRGBA64(image.Rect(0, 0, 2500, 2500)), &tiff.Options{Compression: tiff.Deflate})
	})
	runtime.GC()
	return list
})

func TestAttacks(t *testing.T) {
	addr, share, requests, limit := os.Getenv(attackVariable), 1, 200, answerTime
	if addr == "" {
		_, addr, _ = start(t, Config{Drain: -1, Grace: time.Millisecond, StopTime: time.Second})
		share, requests, limit = 10, 20, sharedTime
	} else if to, err := netip.ParseAddrPort(addr); err != nil || !to.Addr().IsLoopback() {
		t.Fatalf("%s: found %q, expected an address of this machine, as 127.0.0.1:8080", attackVariable, addr)
	}
	for _, a := range attacks {
		for name, hosts := range map[string]int{"one": 1, "many": 50} {
			t.Run(a.name+" from "+name, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), attackTime)
				var all, ready sync.WaitGroup
				defer all.Wait()
				defer cancel()
				n := max(a.n/share, 2)
				for i := range n {
					ready.Add(1)
					all.Go(func() {
						for one := (&attacker{ctx, addr, i, 2 + i%hosts, sync.OnceFunc(ready.Done)}); ctx.Err() == nil; one.pause() {
							a.do(one)
						}
					})
				}
				ready.Wait()
				slowest := answeredInTime(t, addr, requests, limit)
				t.Logf("%d attackers, %d requests answered, the slowest in %v", n, requests, slowest.Round(time.Millisecond))
				if os.Getenv(metricsVariable) != "" {
					checkMemory(t)
				}
			})
		}
	}
}

// answeredInTime sends small requests one after the other, and returns the longest time of
// an answer.
func answeredInTime(t *testing.T, addr string, requests int, limit time.Duration) (slowest time.Duration) {
	t.Helper()
	for range requests {
		begun := time.Now()
		for status := 0; status != http.StatusOK; { // a client tries again if it is told so
			status = small(t, addr)
		}
		took := time.Since(begun)
		slowest = max(slowest, took)
		if took > limit {
			t.Errorf("a small request took %v, expected at most %v", took, limit)
		}
	}
	return slowest
}

// checkMemory reads the memory of the server from its metrics.
func checkMemory(t *testing.T) {
	t.Helper()
	response, err := at(200).Get("http://" + os.Getenv(metricsVariable) + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("/metrics is answered %d", response.StatusCode)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "process_resident_memory_bytes "); ok {
			bytes, err := strconv.ParseFloat(text, 64)
			if err != nil || bytes > mostMemory {
				t.Errorf("the server takes %.0f MB, expected at most %d, %v", bytes/(1<<20), mostMemory>>20, err)
			}
			t.Logf("the server takes %.0f MB", bytes/(1<<20))
			return
		}
	}
	t.Error(fmt.Errorf("no process_resident_memory_bytes in /metrics, %w", lines.Err()))
}
