package picture

import (
	"encoding/binary"
	"image"
	"image/draw"
)

// The orientation in EXIF data: a number from 1 to 8, tag 0x0112 of the first directory of a
// TIFF structure in the segment APP1 (CIPA DC-008).

// orientation returns the orientation of a JPEG file, 1 if there is none.
func orientation(data []byte) int {
	const app1, startOfScan = 0xe1, 0xda
	for rest := data[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		n := int(binary.BigEndian.Uint16(rest[2:]))
		if rest[1] == startOfScan || n < 2 || n+2 > len(rest) {
			return 1
		}
		body := rest[4 : 2+n]
		if rest[1] == app1 && len(body) > 6 && string(body[:6]) == "Exif\x00\x00" {
			return tiffOrientation(body[6:])
		}
		rest = rest[2+n:]
	}
	return 1
}

// tiffOrientation reads it from the TIFF structure.
func tiffOrientation(tiff []byte) int {
	const tag, short, entry = 0x0112, 3, 12
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case len(tiff) < 8:
		return 1
	case string(tiff[:2]) == "MM":
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	count := int(order.Uint16(tiff[at:]))
	rest := tiff[at+2:]
	for range count {
		if len(rest) < entry {
			return 1
		}
		if order.Uint16(rest) == tag && order.Uint16(rest[2:]) == short {
			if v := int(order.Uint16(rest[8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
		rest = rest[entry:]
	}
	return 1
}

// upright applies an orientation: 2 to 4 mirror or rotate by a half turn; from 5 on rows and
// columns are exchanged.
func upright(img image.Image, orientation int) image.Image {
	if orientation == 1 {
		return img
	}
	b := img.Bounds()
	from := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(from, from.Bounds(), img, b.Min, draw.Src)
	w, h := b.Dx(), b.Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			u, v := source(orientation, x, y, w, h)
			copy(to.Pix[to.PixOffset(x, y):][:4], from.Pix[from.PixOffset(u, v):][:4])
		}
	}
	return to
}

// source maps a pixel of the upright image, of size w × h, to the stored one.
func source(orientation, x, y, w, h int) (u, v int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	default:
		return h - 1 - y, x
	}
}
