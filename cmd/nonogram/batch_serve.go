package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"nonogram/internal/service/batch"
)

type batchServeFlags struct {
	queueFlags
	listen string
	config string
}

func newBatchServe(a *app) *cobra.Command {
	f := &batchServeFlags{}
	cmd := newCommand("batch_serve")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) }
	f.queueFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:4222", "listen at `ADDRESS`, with 0.0.0.0 for the whole network")
	cmd.Flags().StringVar(&f.config, "config", "", "run with the NATS configuration `FILE` instead")
	return cmd
}

func (f *batchServeFlags) run(ctx context.Context, a *app) error {
	if f.url != "" && os.Getenv("NATS_URL") != f.url {
		return usagef("--nats names a server to use, but serve starts one; expected no --nats")
	}
	if f.config != "" {
		return batch.ServeConfig(ctx, f.config, f.log(a), func(url string) { ready(a, url) })
	}
	c := f.queueFlags.config(a)
	c.URL, c.Listen = "", f.listen
	q, err := batch.Open(ctx, c)
	if err != nil {
		return err
	}
	defer q.Close()
	if !q.Hosting() {
		return errors.New("another process, perhaps a worker with the same --dir, runs the server of this folder: stop it, and give it --nats with the URL that serve prints")
	}
	ready(a, q.URL())
	<-ctx.Done()
	return nil
}

func ready(a *app, url string) {
	fmt.Fprintf(a.out, "serving; others use --nats %s\n", url)
	_ = a.out.Flush()
}
