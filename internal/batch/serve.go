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
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.SetLoggerV2(serverLog{log}, false, false, false)
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(startTimeout) {
		return fmt.Errorf("%s: the server has not started within %v", path, startTimeout)
	}
	ready(s.ClientURL())
	<-ctx.Done()
	return nil
}
