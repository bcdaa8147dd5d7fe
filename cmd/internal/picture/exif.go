package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// The orientation in EXIF data: a number from 1 to 8, tag 0x0112 of the first directory of a
// TIFF structure, which is in the segment APP1 of a JPEG (CIPA DC-008), in the chunk eXIf of a PNG
// and EXIF of a WebP, or the file itself.

// orientation returns the orientation of a file, 1 if it has none.
func orientation(kind string, data []byte) int {
	const app1, head = 0xe1, "Exif\x00\x00"
	found := 1
	switch kind {
	case "JPEG":
		segments(data, func(marker byte, body []byte) bool {
			if marker == app1 && len(body) > len(head) && string(body[:len(head)]) == head {
				found = tiffOrientation(body[len(head):])
				return false
			}
			return true
		})
	case "PNG":
		found = tiffOrientation(chunk(data[8:], "eXIf", binary.BigEndian, false))
	case "WebP":
		found = tiffOrientation(bytes.TrimPrefix(chunk(data[12:], "EXIF", binary.LittleEndian, true), []byte(head)))
	case "TIFF":
		found = tiffOrientation(data)
	}
	return found
}

// chunk returns the body of the first chunk with a name, nil if there is none. In a PNG the length
// comes before the name, and a checksum after the body; in a RIFF file the length comes after the
// name, and bodies have even lengths.
func chunk(data []byte, name string, order binary.ByteOrder, riff bool) []byte {
	for len(data) >= 8 {
		kind, n := string(data[4:8]), uint64(order.Uint32(data))
		if riff {
			kind, n = string(data[:4]), uint64(order.Uint32(data[4:]))
		}
		data = data[8:]
		if n > uint64(len(data)) {
			return nil
		}
		if kind == name {
			return data[:n]
		}
		if riff {
			n += n % 2
		} else {
			n += 4
		}
		data = data[min(n, uint64(len(data))):]
	}
	return nil
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
