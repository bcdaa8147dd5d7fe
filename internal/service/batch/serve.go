package batch

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats-server/v2/server"
)

// ServeConfig runs the embedded server with a configuration file of NATS, for clusters,
// TLS and accounts, until the context ends. It always syncs writes. It calls ready with
// the URL for clients.
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

// serveOnce serves until the context ends, or until a full disk has room again, see
// host.mend.
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
