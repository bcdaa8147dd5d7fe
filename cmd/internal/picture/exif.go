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
	const app1 = 0xe1
	found := 1
	segments(data, func(marker byte, body []byte) bool {
		if marker == app1 && len(body) > 6 && string(body[:6]) == "Exif\x00\x00" {
			found = tiffOrientation(body[6:])
			return false
		}
		return true
	})
	return found
}

// segments calls yield for the segments of a JPEG file before its first scan, until it
// returns false. Bytes 0xff may fill the space before a marker.
func segments(data []byte, yield func(marker byte, body []byte) bool) {
	const startOfScan = 0xda
	for rest := data[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		if rest[1] == 0xff {
			rest = rest[1:]
			continue
		}
		n := int(binary.BigEndian.Uint16(rest[2:]))
		if rest[1] == startOfScan || n < 2 || n+2 > len(rest) || !yield(rest[1], rest[4:2+n]) {
			return
		}
		rest = rest[2+n:]
	}
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
	w, h := b.Dx(), b.Dy()
	row := image.NewNRGBA(image.Rect(0, 0, w, 1))
	if orientation >= 5 {
		w, h = h, w
	}
	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	for v := range b.Dy() {
		draw.Draw(row, row.Bounds(), img, image.Pt(b.Min.X, b.Min.Y+v), draw.Src)
		for u := range b.Dx() {
			x, y := target(orientation, u, v, w, h)
			copy(to.Pix[to.PixOffset(x, y):][:4], row.Pix[4*u:][:4])
		}
	}
	return to
}

// target maps a stored pixel to one of the upright image, of size w × h.
func target(orientation, u, v, w, h int) (x, y int) {
	switch orientation {
	case 2:
		return w - 1 - u, v
	case 3:
		return w - 1 - u, h - 1 - v
	case 4:
		return u, h - 1 - v
	case 5:
		return v, u
	case 6:
		return w - 1 - v, u
	case 7:
		return w - 1 - v, h - 1 - u
	default:
		return v, h - 1 - u
	}
}
