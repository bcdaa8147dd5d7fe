package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/mcp"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/server"
	"nonogram/web"
)

// serve answers the operations over HTTP and shows the web app, until a signal ends it.

type serveFlags struct {
	Addr     string        `flag:"listen on <HOST:PORT>; port 0 takes any that is free"`
	Workers  int           `flag:"work on <N> requests at a time"`
	Timeout  time.Duration `flag:"the longest time <D> that a request may ask for"`
	Memory   int64         `flag:"give up on a search that takes more than about <MB> megabytes"`
	MaxCells int           `json:"max_cells" flag:"refuse puzzles of more than <N> cells"`
	Sync     string        `flag:"let players keep their progress in the folder <DIR>"`
	Host     []string      `flag:"answer requests for the host <NAME> too; may be repeated"`
	Proxy    []string      `flag:"take the client from X-Forwarded-For if the proxy at <ADDRESS>, as 127.0.0.1 or 10.0.0.0/8, sends it; may be repeated"`
	Cors     []string      `flag:"let pages of <ORIGIN>, as https://example.org, call the API; may be repeated"`
	Drain    time.Duration `flag:"when stopping, keep serving for <D> so that load balancers notice"`
	monitorFlags
	Verbose bool `flag:"log every request"`
	JSONLog bool `json:"json_log" flag:"log as lines of JSON"`
}

func newServe(a *app) *cobra.Command {
	limits := server.DefaultLimits()
	f := &serveFlags{
		Addr: "127.0.0.1:8080", Workers: runtime.GOMAXPROCS(0), Timeout: limits.Time, Memory: limits.Memory >> 20, MaxCells: limits.Cells,
		Drain: server.DefaultDrain,
	}
	return newCommand("serve", cobra.NoArgs, f, a.runE(f.run))
}

func (f *serveFlags) check() error {
	host, port, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return usagef("--addr: found %q, expected a host and a port as 127.0.0.1:8080 or :8080", f.Addr)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil {
		return usagef("--addr %s:%s: %q is not a port, expected a number from 0 to 65535", host, port, port)
	} else if n == 0 && host == "" {
		return usagef("--addr :0 would open a random port to the network; 127.0.0.1:0 opens one to this machine only")
	}
	switch {
	case f.Timeout <= 0:
		return usagef("--timeout: found %v, expected a positive duration", f.Timeout)
	case f.Memory < 1 || f.Memory > 1<<30:
		return usagef("--memory: found %d, expected a positive number of megabytes", f.Memory)
	case f.Drain < 0 || f.Drain >= server.DefaultStopTime:
		return usagef("--drain: found %v, expected a duration from 0 to less than %v", f.Drain, server.DefaultStopTime)
	}
	return nil
}

func (f *serveFlags) config(a *app) server.Config {
	limits := server.DefaultLimits()
	limits.Time, limits.DefaultTime = f.Timeout, min(limits.DefaultTime, f.Timeout)
	limits.Memory, limits.Cells = f.Memory<<20, f.MaxCells
	level := slog.LevelInfo
	if f.Verbose {
		level = slog.LevelDebug
	}
	site, _ := web.Site()
	drain := f.Drain
	if drain == 0 {
		drain = -1 // the zero value is the default
	}
	return server.Config{
		Version: programVersion(), Log: newLog(a.err, level, f.JSONLog), Site: site, Limits: limits, Running: f.Workers,
		Hosts: f.Host, Proxies: f.Proxy, Origins: f.Cors, Drain: drain, Sync: f.Sync,
	}
}

func (f *serveFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	s, err := server.New(f.config(a))
	if err != nil {
		return err
	}
	stop, err := f.monitorFlags.listen(a, s.Monitor())
	if err != nil {
		return errors.Join(err, s.Close())
	}
	defer stop()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", f.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken, perhaps by another nonogram serve; --addr 127.0.0.1:0 takes any free port", f.Addr)
	}
	if err != nil {
		return fmt.Errorf("--addr %s: %w", f.Addr, err)
	}
	if !isLoopback(listener.Addr()) {
		fmt.Fprintf(a.err, "nonogram: any machine that reaches this one can connect to %s, without encryption; see nonogram serve --help\n", listener.Addr())
	}
	fmt.Fprintf(a.out, "nonogram serves on %s (Ctrl-C stops it)\n", address(listener.Addr()))
	if err := a.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(server.MemoryLimit, f.Memory<<20))
	}
	return s.Serve(ctx, listener)
}

// isLoopback reports whether only this machine can reach the address.
func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// address returns the URL for a browser on this machine.
func address(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}).String()
}

func newMCP(_ *app) *cobra.Command {
	f := &struct {
		Files string `flag:"let tools read and write files in this <DIR>, and nowhere else"`
	}{}
	return newCommand("mcp", cobra.NoArgs, f, func(cmd *cobra.Command, _ []string) error {
		s := mcp.New(programVersion(), all.Service(server.DefaultLimits()), all.Operations())
		if f.Files != "" {
			root, err := os.OpenRoot(f.Files)
			if err != nil {
				return err
			}
			defer root.Close()
			s.Files(root)
		}
		err := s.Serve(cmd.Context(), os.Stdin, os.Stdout)
		if errors.Is(err, context.Canceled) {
			return nil // interrupted
		}
		return err
	})
}
