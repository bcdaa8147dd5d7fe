// QR codes, drawn as one path. The encoder is loaded when the first one is wanted.

export interface QRDrawing {
  /** Modules across, with the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** The quiet zone that readers need. */
const BORDER = 3;

export async function qrPath(text: string): Promise<QRDrawing | 'too long'> {
  const { encode } = await import('uqr');
  try {
    const { size, data } = encode(text, { border: BORDER, ecc: 'L' });
    let path = '';
    data.forEach((row, y) => {
      for (let x = 0; x < row.length;) {
        let end = x;
        while (end < row.length && row[end]) end++;
        if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
        x = Math.max(end, x + 1);
      }
    });
    return { size, path };
  } catch {
    return 'too long'; // more than the largest code holds, some 2,900 characters
  }
}
