//go:build js && wasm

// Command files is the module that reads and writes files, and has the pack.
package main

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // photos of QR codes; format brings the others

	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/operations"
	"nonogram/internal/operations/files"
)

func main() {
	bridge.Serve(&operations.Service{Limits: bridge.Limits(), Reader: files.Reader{Images: images}}, files.Operations())
}

// images decodes pictures in which there may be a QR code.
func images(data []byte, pixels int) (image.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if config.Width > pixels/max(config.Height, 1) {
		return nil, fmt.Errorf("found %d × %d pixels, expected at most %d", config.Width, config.Height, pixels)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	return img, err
}
