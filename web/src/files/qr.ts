// Draws QR codes as a path, and reads them from pictures and the camera. The library is
// loaded on demand.

export interface QRDrawing {
  /** The number of modules across, including the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** The quiet zone. */
const BORDER = 3;

export async function qrPath(text: string): Promise<QRDrawing | 'too long'> {
  const { encodeQR } = await import('qr');
  try {
    const rows = encodeQR(text, 'raw', { border: BORDER, ecc: 'low' });
    let path = '';
    rows.forEach((row, y) => {
      for (let x = 0; x < row.length;) {
        let end = x;
        while (end < row.length && row[end]) end++;
        if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
        x = Math.max(end, x + 1);
      }
    });
    return { size: rows.length, path };
  } catch {
    return 'too long'; // the largest code holds about 2,900 characters
  }
}

/** The longer side of the scanned image in pixels. */
const LOOKED_AT = 1600;
/** The time limit for an image, in milliseconds. */
const PATIENCE_MS = 500;

/**
 * The text of a code; unreadable if one is visible but cannot be read, undefined if there
 * is none.
 */
export type QRText = string | { readonly unreadable: true } | undefined;

/** Reads the QR code in an image. */
export async function readQR(image: ImageBitmap | HTMLVideoElement): Promise<QRText> {
  const { decodeQR } = await import('qr/decode.js');
  let seen = false;
  try {
    return decodeQR(pixelsOf(image), {
      timeLimit: PATIENCE_MS,
      pointsOnDetect: () => (seen = true),
    });
  } catch {
    return seen ? { unreadable: true } : undefined;
  }
}

function pixelsOf(image: ImageBitmap | HTMLVideoElement): ImageData {
  const [width, height] =
    image instanceof ImageBitmap
      ? [image.width, image.height]
      : [image.videoWidth, image.videoHeight];
  const scale = Math.min(1, LOOKED_AT / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const ink = canvas.getContext('2d', { willReadFrequently: true })!;
  // Transparent pixels are white.
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  return ink.getImageData(0, 0, canvas.width, canvas.height);
}
