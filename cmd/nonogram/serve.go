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
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/operations/all"
	"nonogram/internal/service/mcp"
	"nonogram/internal/service/server"
	"nonogram/web"
)

type serveFlags struct {
	addr     string
	workers  int
	timeout  time.Duration
	memory   int64 // MB
	maxCells int
	sync     string
	hosts    []string
	proxies  []string
	origins  []string
	drain    time.Duration
	verbose  bool
	jsonLog  bool
}

func newServe(a *app) *cobra.Command {
	f := &serveFlags{}
	limits := server.DefaultLimits()
	cmd := newCommand("serve", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) })
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 takes any that is free")
	positiveVar(flags, &f.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` requests at a time")
	flags.DurationVar(&f.timeout, "timeout", limits.Time, "the longest time `D` that a request may ask for")
	flags.Int64Var(&f.memory, "memory", limits.Memory>>20, "give up on a search that takes more than about `MB` megabytes")
	positiveVar(flags, &f.maxCells, "max-cells", limits.Cells, "refuse puzzles of more than `N` cells")
	flags.StringVar(&f.sync, "sync", "", "let players keep their progress in the folder `DIR`")
	flags.StringArrayVar(&f.hosts, "host", nil, "answer requests for the host `NAME` too; may be repeated")
	flags.StringArrayVar(&f.proxies, "proxy", nil, "take the client from X-Forwarded-For if the proxy at `ADDRESS`, as 127.0.0.1 or 10.0.0.0/8, sends it; may be repeated")
	flags.StringArrayVar(&f.origins, "cors", nil, "let pages of `ORIGIN`, as https://example.org, call the API; may be repeated")
	flags.DurationVar(&f.drain, "drain", server.DefaultDrain, "when stopping, keep serving for `D` so that load balancers notice")
	flags.BoolVar(&f.verbose, "verbose", false, "log every request")
	flags.BoolVar(&f.jsonLog, "json-log", false, "log as lines of JSON")
	return cmd
}

func (f *serveFlags) check() error {
	host, port, err := net.SplitHostPort(f.addr)
	if err != nil {
		return usagef("--addr: found %q, expected a host and a port as 127.0.0.1:8080 or :8080", f.addr)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil {
		return usagef("--addr %s:%s: %q is no port, expected a number from 0 to 65535", host, port, port)
	} else if n == 0 && host == "" {
		return usagef("--addr :0 would open a random port to the network; 127.0.0.1:0 opens one to this machine only")
	}
	switch {
	case f.timeout <= 0:
		return usagef("--timeout: found %v, expected a positive duration", f.timeout)
	case f.memory < 1 || f.memory > 1<<30:
		return usagef("--memory: found %d, expected a positive number of megabytes", f.memory)
	case f.drain < 0 || f.drain >= server.DefaultStopTime:
		return usagef("--drain: found %v, expected a duration from 0 to less than %v", f.drain, server.DefaultStopTime)
	}
	return nil
}

func (f *serveFlags) config(a *app) server.Config {
	limits := server.DefaultLimits()
	limits.Time, limits.DefaultTime = f.timeout, min(limits.DefaultTime, f.timeout)
	limits.Memory, limits.Cells = f.memory<<20, f.maxCells
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if f.verbose {
		options.Level = slog.LevelDebug
	}
	var handler slog.Handler = slog.NewTextHandler(a.err, options)
	if f.jsonLog {
		handler = slog.NewJSONHandler(a.err, options)
	}
	site, _ := web.Site()
	drain := f.drain
	if drain == 0 {
		drain = -1 // the zero value is the default
	}
	return server.Config{
		Version: programVersion(), Log: slog.New(handler), Site: site, Limits: limits, Running: f.workers,
		Hosts: f.hosts, Proxies: f.proxies, Origins: f.origins, Drain: drain, Sync: f.sync,
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
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", f.addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken, perhaps by another nonogram serve; --addr 127.0.0.1:0 takes any free port", f.addr)
	}
	if err != nil {
		return fmt.Errorf("--addr %s: %w", f.addr, err)
	}
	if !isLoopback(listener.Addr()) {
		fmt.Fprintf(a.err, "nonogram: everybody who reaches this machine can connect to %s, without encryption; see nonogram serve --help\n", listener.Addr())
	}
	fmt.Fprintf(a.out, "nonogram serves on %s (Ctrl-C stops it)\n", address(listener.Addr()))
	if err := a.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
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
	var folder string
	cmd := newCommand("mcp", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		s := mcp.New(programVersion(), all.Service(server.DefaultLimits()), all.Operations())
		if folder != "" {
			root, err := os.OpenRoot(folder)
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
	cmd.Flags().StringVar(&folder, "files", "", "let tools read and write files in this `DIR`, and nowhere else")
	return cmd
}
