//go:build !freebsd || !386

package batch

import (
	"fmt"
	"math"
	"net"
	"path/filepath"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"
)

// embedded reports whether this program has a server: the module of the server compiles
// on all systems of make systems except freebsd/386.
const embedded = true

// startServer starts a server that syncs every write, with its store in a folder. It
// listens on an address, or on a free loopback port if that is empty.
func startServer(dir, listen, token string, log serverLog) (messageServer, error) {
	o := &server.Options{
		ServerName: "nonogram", Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token,
		JetStream: true, StoreDir: filepath.Join(dir, storeFolder), SyncAlways: true,
		JetStreamMaxStore: math.MaxInt64, // the default is a share of the space that is free at the start
		MaxPayload:        maxPayload, MaxPending: 4 * maxPayload,
		NoSigs: true, DisableJetStreamBanner: true,
	}
	if listen != "" {
		name, port, err := net.SplitHostPort(listen)
		if err != nil {
			return nil, err
		}
		o.Host = name
		if port != "0" { // 0 means any free port
			if o.Port, err = strconv.Atoi(port); err != nil {
				return nil, err
			}
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.SetLoggerV2(log, false, false, false)
	s.Start()
	if !s.ReadyForConnections(startTimeout) {
		s.Shutdown()
		return nil, fmt.Errorf("the server in %s has not started within %v", dir, startTimeout)
	}
	return s, nil
}
