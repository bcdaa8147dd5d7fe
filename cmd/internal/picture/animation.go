package picture

import (
	"encoding/binary"
	"fmt"

	"nonogram/internal/plural"
)

// Animations are found by walking through the blocks of a file without decoding, since a
// small file may have many large frames.

const useOneFrame = "it is an animation%s; save one frame of it"

// refusePNG finds the chunk acTL of animated PNG, before the image data.
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

// firstFrame returns the first frame of an animated WebP as a file. Other files are
// unchanged.
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

// stillWebP makes a file of the chunks of a frame. A separate alpha channel needs a header
// with the size.
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
		return fmt.Sprintf(useOneFrame, " of "+plural.Of(frames, "frame", "frames"))
	}
	return ""
}

// gifFrames counts the images of a file.
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
			rest = skipBlocks(skip(rest, 11+colorTable(rest[9]))) // after the code size
		case extension:
			rest = skipBlocks(skip(rest, 2))
		default:
			return frames
		}
	}
	return frames
}

// colorTable is the size of the color table by a byte of flags.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (1 + flags&7)
}

// skipBlocks skips length-prefixed blocks and the empty one that ends them.
func skipBlocks(data []byte) []byte {
	for len(data) > 0 && data[0] > 0 {
		data = skip(data, 1+int(data[0]))
	}
	return skip(data, 1)
}

func skip(data []byte, n int) []byte { return data[min(n, len(data)):] }
