package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"nonogram/format"
	imagefile "nonogram/generate/picture"
)

// The QR codes of the web app's links. A picture of one, a screenshot or a photo, goes
// wherever a file goes; it would pass for a puzzle with a cell for every pixel
// otherwise. Looking costs a millisecond for a picture of 300 × 300.

const (
	// qrFormat is what stands in the code, and qrReading what people are told.
	qrFormat  = "link"
	qrReading = "the link in its QR code"
	// maxQRPixels is enough for photos of phones, and bounds what a look costs.
	maxQRPixels = 16_000_000
	qrHead      = 12
)

// fromQR replaces a picture of the QR code of a link by the link. Everything else comes
// back as it is.
func fromQR(r io.Reader, name string) (out io.Reader, found bool, err error) {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(qrHead); !isPicture(head) {
		return b, false, nil
	}
	data, err := format.ReadAll(b, name)
	if err != nil {
		return nil, false, err
	}
	if link := linkInQR(data); link != "" {
		return strings.NewReader(link), true, nil
	}
	return bytes.NewReader(data), false, nil
}

func isPicture(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("\xff\xd8\xff")) ||
		bytes.HasPrefix(head, []byte("GIF8")) || bytes.HasPrefix(head, []byte("RIFF"))
}

// linkInQR is the link in a picture's QR code; empty if there is none.
func linkInQR(data []byte) (link string) {
	img, err := imagefile.DecodeWithin(data, maxQRPixels)
	if err != nil {
		return "" // whoever reads it next says why
	}
	defer func() {
		if recover() != nil { // the decoder is not ours, and pictures come from anywhere
			link = ""
		}
	}()
	bits, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return ""
	}
	code, err := qrcode.NewQRCodeReader().Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil || !strings.Contains(code.GetText(), "#p=") {
		return ""
	}
	return fmt.Sprintln(code.GetText())
}
