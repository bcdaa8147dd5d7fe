package picture

import (
	"encoding/binary"
	"fmt"

	"nonogram/internal/plural"
)

// Animations are found by walking through the blocks of a file, without decoding
// any: a small file may have frames for gigabytes.

const useOneFrame = "it is an animation%s; save one frame of it"

// refusePNG finds the chunk acTL of animated PNG, which stands before the image data.
func refusePNG(data []byte) string {
	for rest := data[8:]; len(rest) >= 12; {
		n := binary.BigEndian.Uint32(rest)
		switch kind := string(rest[4:8]); {
		case kind == "IDAT" || uint64(n) > uint64(len(rest)-12):
			return ""
		case kind == "acTL":
			return fmt.Sprintf(useOneFrame, "")
		}
		rest = rest[12+n:]
	}
	return ""
}

// firstFrame makes a still picture of the first frame of an animated WebP: its chunks
// in a file of their own. Any other file stays as it is.
func firstFrame(data []byte) []byte {
	const frameHeader = 16
	for rest := data[12:]; len(rest) >= 8; {
		n := uint64(binary.LittleEndian.Uint32(rest[4:]))
		if n > uint64(len(rest)-8) {
			return data
		}
		body := rest[8 : 8+n]
		if string(rest[:4]) == "ANMF" && len(body) > frameHeader {
			return stillWebP(body[6:12], body[frameHeader:])
		}
		n += n % 2 // chunks are padded
		rest = skip(rest, 8+int(n))
	}
	return data
}

// stillWebP is a file of the chunks of a frame. One with opacity apart from its colors
// begins with a header that says so and has the size, as in the frame.
func stillWebP(size, chunks []byte) []byte {
	file := []byte("RIFF\x00\x00\x00\x00WEBP")
	if len(chunks) >= 4 && string(chunks[:4]) == "ALPH" {
		file = append(file, "VP8X\x0a\x00\x00\x00\x10\x00\x00\x00"...)
		file = append(file, size...)
	}
	file = append(file, chunks...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file
}

// refuseGIF counts the images of a file.
func refuseGIF(data []byte) string {
	if frames := gifFrames(data); frames > 1 {
		return fmt.Sprintf(useOneFrame, plural.Sprintf(" of %d frames", frames))
	}
	return ""
}

// gifFrames walks through header, global color table and blocks. What is damaged is
// for the decoder to complain about.
func gifFrames(data []byte) (frames int) {
	const header, image, extension = 13, 0x2c, 0x21
	if len(data) < header {
		return 0
	}
	rest := skip(data, header+colorTable(data[10]))
	for len(rest) > 0 {
		switch rest[0] {
		case image:
			if len(rest) < 10 {
				return frames
			}
			frames++
			rest = skipBlocks(skip(rest, 11+colorTable(rest[9]))) // behind the code size
		case extension:
			rest = skipBlocks(skip(rest, 2))
		default:
			return frames
		}
	}
	return frames
}

// colorTable is the size of the color table that a byte of flags announces.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (1 + flags&7)
}

// skipBlocks goes behind blocks, each with its length before it, and the empty one
// that ends them.
func skipBlocks(data []byte) []byte {
	for len(data) > 0 && data[0] > 0 {
		data = skip(data, 1+int(data[0]))
	}
	return skip(data, 1)
}

func skip(data []byte, n int) []byte { return data[min(n, len(data)):] }
