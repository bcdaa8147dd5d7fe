// QR codes: drawn as one path, and read from pictures and off the camera. Encoder and
// reader are loaded when they are first wanted.

export interface QRDrawing {
  /** Modules across, with the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** The quiet zone that readers need. */
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
    return 'too long'; // more than the largest code holds, some 2,900 characters
  }
}

/** The longer side of what is looked at: enough for the largest code in a photo. */
const LOOKED_AT = 1600;
/** How long a picture may be looked at, in milliseconds. */
const PATIENCE_MS = 500;

/** What a code says; unreadable where there is one to be seen, undefined where there is none. */
export type QRText = string | { readonly unreadable: true } | undefined;

/** Reads the QR code in a picture. */
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
  // What is transparent is paper.
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  return ink.getImageData(0, 0, canvas.width, canvas.height);
}
