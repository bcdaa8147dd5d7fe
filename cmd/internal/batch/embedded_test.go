//go:build unix && !(freebsd && 386)

package batch

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats-server/v2/server"
)

func init() { serveConfig = runConfig }

func runConfig(ctx context.Context, path string, log *slog.Logger) error {
	options, err := server.ProcessConfigFile(path)
	if err != nil {
		return err
	}
	options.SyncAlways, options.NoSigs = true, true
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.SetLoggerV2(serverLog{log, func() {}}, false, false, false)
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(startTimeout) {
		return fmt.Errorf("the server has not started within %v", startTimeout)
	}
	<-ctx.Done()
	return nil
}
