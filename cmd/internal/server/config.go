package server

import (
	"cmp"
	"io/fs"
	"log/slog"
	"runtime"
	"time"

	"nonogram/cmd/internal/operations"
)

// The configuration of a server with its defaults.

// Config configures a server. The zero value of a field selects the default below.
type Config struct {
	Version string
	Log     *slog.Logger
	Site    fs.FS // the web app; nil: a page that explains how to build it
	Limits  operations.Limits

	// Sync is the folder for the progress of players; "": none. SyncBytes limits its
	// size; Body limits that of a single file.
	Sync      string
	SyncBytes int64

	// Running and Waiting bound the running and the waiting requests, and Patience the
	// wait. Requests beyond that are answered 429. A request that runs longer than Slice
	// moves to overtime if others wait, see admission.go.
	Running, Waiting int
	Patience, Slice  time.Duration

	// Hosts are the host names of the server besides those of this machine. Requests
	// for other names are refused, see names.go.
	Hosts []string
	// Proxies are the addresses and networks of proxies whose X-Forwarded-For counts.
	Proxies []string
	// Origins are the sites whose pages may call the API, as https://example.org;
	// "*" allows all.
	Origins []string

	Body   int64 // bytes of a request
	Bodies int64 // bytes of all current requests, and of all answers being sent
	// Pictures is the number of bytes of all pictures that are being decoded.
	Pictures int64

	HeaderTime time.Duration // to send the header of a request
	ReadTime   time.Duration // to send all of it
	IdleTime   time.Duration // between two requests of a connection
	// A stopping server reports 503 at /readyz and keeps serving for Drain, so that load
	// balancers stop sending requests; negative: not at all. Then it closes its port.
	// Requests may run for Grace, including Drain; then they are cancelled, and have the
	// rest of StopTime to end.
	Drain, Grace, StopTime time.Duration

	// answered, in tests, is called for every answered request.
	answered func(route string, status int)
	// after is time.After, except in tests.
	after func(time.Duration) <-chan time.Time
}

// The defaults suit a machine with two cores and a gigabyte of free memory.
const (
	// DefaultBody is enough for a puzzle of 500 × 500 cells as a JSON object with a
	// position.
	DefaultBody = 4 << 20
	// DefaultBodies bounds the memory for requests, and separately that for answers. A
	// running request may take twenty times the size of its body.
	DefaultBodies = 64 << 20
	// DefaultPictures suffices for a photograph of 25 million pixels.
	DefaultPictures = 256 << 20
	// maxConnections bounds the connections, which take some 20 kB each.
	maxConnections = 4096
	// MemoryLimit is a memory limit for debug.SetMemoryLimit that has room for the budgets.
	MemoryLimit = 448 << 20
	// DefaultSyncBytes suffices for a few thousand players: months of play take some
	// hundred kilobytes.
	DefaultSyncBytes = 1 << 30
	// DefaultPatience is a delay that a person notices, and enough for a burst of small
	// requests.
	DefaultPatience = time.Second
	// DefaultSlice lets ten long requests pass before a waiting one, and is some fifty
	// times the duration of a small request.
	DefaultSlice = DefaultPatience / 10
	// DefaultHeaderTime and DefaultReadTime suffice for a bad mobile connection.
	DefaultHeaderTime = 5 * time.Second
	DefaultReadTime   = 30 * time.Second
	DefaultIdleTime   = time.Minute
	// DefaultStopTime is how long common supervisors wait before they kill.
	DefaultStopTime = 10 * time.Second
	DefaultGrace    = 8 * time.Second
	// DefaultDrain suffices for load balancers that poll /readyz every second.
	DefaultDrain = 2 * time.Second
	// writeTime is how long a client may take to read an answer.
	writeTime = 30 * time.Second
	// maxHeader is the largest header of a request.
	maxHeader = 16 << 10
	// waitingPerRunning is the number of waiting requests per running one. A small
	// request takes a millisecond, so the last one waits less than DefaultPatience.
	waitingPerRunning = 128
)

// DefaultLimits are the limits of a public server.
func DefaultLimits() operations.Limits {
	return operations.Limits{
		Side: 500, Cells: 250_000, Colors: 64, Puzzles: 1000, AllCells: 1_000_000,
		Time: 30 * time.Second, DefaultTime: 10 * time.Second, Memory: 256 << 20,
		Solutions: 1000, Events: 100_000, Positions: 1000, Pixels: 25_000_000, Bytes: 16 << 20,
	}
}

// filled sets the defaults.
func (c Config) filled() Config {
	c.Patience = cmp.Or(c.Patience, DefaultPatience)
	c.Slice = cmp.Or(c.Slice, DefaultSlice)
	c.HeaderTime = cmp.Or(c.HeaderTime, DefaultHeaderTime)
	c.ReadTime = cmp.Or(c.ReadTime, DefaultReadTime)
	c.IdleTime = cmp.Or(c.IdleTime, DefaultIdleTime)
	c.StopTime = cmp.Or(c.StopTime, DefaultStopTime)
	c.Drain = cmp.Or(c.Drain, min(DefaultDrain, c.StopTime/5))
	c.Grace = cmp.Or(c.Grace, min(DefaultGrace, c.StopTime*4/5))
	c.Running = cmp.Or(c.Running, runtime.GOMAXPROCS(0))
	c.Waiting = cmp.Or(c.Waiting, waitingPerRunning*c.Running)
	c.Body = cmp.Or(c.Body, DefaultBody)
	c.Bodies = cmp.Or(c.Bodies, DefaultBodies)
	c.Pictures = cmp.Or(c.Pictures, DefaultPictures)
	c.SyncBytes = cmp.Or(c.SyncBytes, DefaultSyncBytes)
	c.Limits = cmp.Or(c.Limits, DefaultLimits())
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.after == nil {
		c.after = time.After
	}
	if c.answered == nil {
		c.answered = func(string, int) {}
	}
	return c
}
