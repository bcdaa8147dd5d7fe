package batch

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats-server/v2/server"
)

// ServeConfig runs the embedded server with a configuration file of NATS, for all
// that a folder's server does not do: clusters, TLS, accounts. It returns when the
// context ends. Writes are synced whatever the file says; ready is told the address
// for clients.
func ServeConfig(ctx context.Context, path string, log *slog.Logger, ready func(url string)) error {
	options, err := server.ProcessConfigFile(path)
	if err != nil {
		return err
	}
	if !options.JetStream {
		return fmt.Errorf("%s: no jetstream block: a queue needs JetStream", path)
	}
	options.SyncAlways, options.NoSigs = true, true
	for ctx.Err() == nil {
		if err := serveOnce(ctx, options, log, ready); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		ready = func(string) {}
	}
	return nil
}

// serveOnce serves until the context ends, or until there is room again on a disk that
// could not be written to, see mend.
func serveOnce(ctx context.Context, options *server.Options, log *slog.Logger, ready func(url string)) error {
	s, err := server.NewServer(options.Clone())
	if err != nil {
		return err
	}
	failed := make(chan struct{}, 1)
	s.SetLoggerV2(serverLog{log, func() {
		select {
		case failed <- struct{}{}:
		default:
		}
	}}, false, false, false)
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(startTimeout) {
		return fmt.Errorf("the server has not started within %v", startTimeout)
	}
	ready(s.ClientURL())
	select {
	case <-ctx.Done():
	case <-failed:
		log.Warn(fullMessage, "dir", options.StoreDir)
		for !hasRoom(options.StoreDir) && pause(ctx, roomPause) {
		}
	}
	return nil
}
