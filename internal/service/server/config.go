package server

import (
	"io/fs"
	"log/slog"
	"runtime"
	"time"

	"nonogram/internal/operations"
)

// Config is what the owner of a server decides. The zero value of a field means the
// default below.
type Config struct {
	Version string
	Log     *slog.Logger
	Site    fs.FS // the web app; nil: a page that says how to build it
	Limits  operations.Limits
	// Study is the page that nonogram study wrote, which the lab of the web app then
	// opens at lab/#study; nil: none.
	Study []byte

	// Sync is the folder in which players may keep their progress; "": none. SyncBytes
	// is how much of it there may be in sum; each of them has as much as Body allows.
	Sync      string
	SyncBytes int64

	// Running is how many requests are worked on at once, Waiting how many may wait
	// for their turn, and Patience how long. Who comes beyond that, or waits longer,
	// is told to come back later. Who takes longer than Turn makes room for those who
	// wait: as many again go on beside the others, see gate.go.
	Running, Waiting int
	Patience, Turn   time.Duration

	// Hosts are the names by which the server is reached, beside those of this
	// machine. What asks for another name is refused, see names.go.
	Hosts []string
	// Origins are the sites whose pages may call the API from a browser, as
	// https://example.org; "*" is all of them.
	Origins []string

	Body   int64 // bytes of a request
	Bodies int64 // bytes of all requests being read or worked on, and of all answers being sent

	HeaderTime time.Duration // to send the header of a request
	ReadTime   time.Duration // to send all of it
	IdleTime   time.Duration // between two requests of a connection
	// Told to stop, the server says so at /readyz and answers for Drain as before, so
	// that whoever distributes requests sends them elsewhere; negative: not at all.
	// Only then its port closes. Grace is how long work under way may go on, Drain
	// included; then it is cancelled, and has the rest of StopTime to say so.
	Drain, Grace, StopTime time.Duration

	// answered is told, in tests, of every request that has been dealt with.
	answered func(route string, status int)
	// after is time.After, but in tests.
	after func(time.Duration) <-chan time.Time
}

// The defaults. They suit a machine with two cores and a gigabyte to spare.
const (
	// DefaultBody holds a puzzle of 500 × 500 cells as JSON object, and a position.
	DefaultBody = 4 << 20
	// DefaultBodies bounds the memory for requests, and once more that for answers.
	// While they are worked on they may take twenty times as much, which only
	// Running of them do at once.
	DefaultBodies = 64 << 20
	// DefaultSyncBytes is for a few thousand players: months of playing take some
	// hundred kilobytes.
	DefaultSyncBytes = 1 << 30
	// DefaultPatience is about what a person takes for the answer being slow, and
	// enough for a burst of small requests.
	DefaultPatience = time.Second
	// DefaultTurn lets ten requests that are as slow as they may be go before one that
	// is patient, and is some fifty times what a small request takes.
	DefaultTurn = DefaultPatience / 10
	// DefaultHeaderTime and DefaultReadTime are what a bad telephone line needs.
	DefaultHeaderTime = 5 * time.Second
	DefaultReadTime   = 30 * time.Second
	DefaultIdleTime   = time.Minute
	// DefaultStopTime is how long the usual supervisors wait before they kill.
	DefaultStopTime = 10 * time.Second
	DefaultGrace    = 8 * time.Second
	// DefaultDrain is enough for those who ask once a second whether to send more.
	DefaultDrain = 2 * time.Second
	// writeTime is what a client has to take an answer once it is there.
	writeTime = 30 * time.Second
	// maxHeader is the largest header of a request.
	maxHeader = 16 << 10
	// waitingPerRunning is how many wait for each that is worked on. A small request
	// takes a millisecond, so the last of them is within its patience.
	waitingPerRunning = 128
)

// DefaultLimits are those of a server that strangers may use.
func DefaultLimits() operations.Limits {
	return operations.Limits{
		Side: 500, Cells: 250_000, Colors: 64, Puzzles: 1000, AllCells: 1_000_000,
		Time: 30 * time.Second, DefaultTime: 10 * time.Second, Memory: 256 << 20,
		Solutions: 1000, Events: 100_000, Positions: 1000, Pixels: 25_000_000, Bytes: 16 << 20,
	}
}

func (c Config) filled() Config {
	or := func(field *time.Duration, value time.Duration) {
		if *field == 0 {
			*field = value
		}
	}
	or(&c.Patience, DefaultPatience)
	or(&c.Turn, DefaultTurn)
	or(&c.HeaderTime, DefaultHeaderTime)
	or(&c.ReadTime, DefaultReadTime)
	or(&c.IdleTime, DefaultIdleTime)
	or(&c.StopTime, DefaultStopTime)
	or(&c.Drain, min(DefaultDrain, c.StopTime/5))
	or(&c.Grace, min(DefaultGrace, c.StopTime*4/5))
	if c.Running == 0 {
		c.Running = runtime.GOMAXPROCS(0)
	}
	if c.Waiting == 0 {
		c.Waiting = waitingPerRunning * c.Running
	}
	if c.Body == 0 {
		c.Body = DefaultBody
	}
	if c.Bodies == 0 {
		c.Bodies = DefaultBodies
	}
	if c.SyncBytes == 0 {
		c.SyncBytes = DefaultSyncBytes
	}
	if c.Limits == (operations.Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.after == nil {
		c.after = time.After
	}
	if c.answered == nil {
		c.answered = func(string, int) {}
	}
	return c
}
