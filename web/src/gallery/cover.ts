// What stands for a collection before its first win: a picture in silhouette, none of the pack's.

/** Width, height and the cells, eight to a byte in Base64. */
const SILHOUETTES = {
  daily: [24, 15, 'ABgAABgAAxjAA4HAAYGAADwAMP8MHP84Af+AAf+A////////w//D////Ef/j'],
  feeds: [24, 15, 'AAAAf//+H//4Z//me//efP8+fzz+f9v+f+f+f//+f//+f//+f//+f//+AAAA'],
  doodles: [11, 7, 'AAHAfAIBQBAAAA=='],
  sketches: [19, 12, 'AAABAIAwMAUKAP/AE8gCeQB54A4cAMMAD8AAAAA='],
  drawings: [
    27,
    17,
    'AAQAAACAAAAQAAAGAAABwAAAPAAAD8AAA/gAAH+AAB/4AAP/AAACAAAf/wAB/8A/v///////////4A==',
  ],
  paintings: [
    35,
    22,
    'AABAAAAACAAAAAOAAAAA+AAAAB8AAAAD4AAAAHwAAAAfwAAAAfAAAAA+AAAAB8AAAAD4AAAAP4AAAAfwAAAA/gAAAB/AAAAD+AAAAf/AAAD//gAAH//gAAAAAAAAAAAAAA==',
  ],
  murals: [
    40,
    25,
    'AAAA4AAAAADwAAAAAIAAAAAAgAAAAAJAAAAAA8AAAABb1gAAAHpeAAAAel4AAAB//gAAAF/6AAAAX/oAAAB//gAAAH5+AAAAfD4AAAB8PgAAAHw+AAAAfD4GMYH//+Yxj///9v////////////////////////////////8=',
  ],
  panoramas: [
    48,
    30,
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMAAGAAAAMAAGAAAAcAAHAAAA+AAOgcDjfAAWQcDmegA2ccD6eYDWSf/yeWOWT//+eTyWT//////////uMAAGD/AAMBwGAAAAMBwGAAAAef+PAAAAeP8PAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ],
  hard: [
    32,
    20,
    'AAAAAAAAAAAAAADwAAAA8AAQAPAAOADwAHwAAAD+AAAB/wAAA/+BAAf/w4AP/+fAH///4D////B////4/////P////7///////////////8=',
  ],
  expert: [
    40,
    25,
    'AAAAAAAAAAAAAAAAAAAAAAwAMAAADgBwAAAPvfAAAA5+cAAABDwgAAABmYAAAAGZgAAABDwgAAAGfmAAAAf/4AAAB//gAAAH/+AAAAf/4AAAB//gAAAH/+AAAAP/wAAAAf+AAAHw/wAA/////////////wAAAA8AAAAAAAA=',
  ],
} as const;

export type CoverName = keyof typeof SILHOUETTES;

export interface Silhouette {
  readonly width: number;
  readonly height: number;
  readonly picture: Uint8Array;
}

export function silhouetteOf(name: CoverName): Silhouette {
  const [width, height, packed] = SILHOUETTES[name];
  const bytes = atob(packed);
  const picture = Uint8Array.from(
    { length: width * height },
    (_, i) => (bytes.charCodeAt(i >> 3) >> (7 - (i & 7))) & 1,
  );
  return { width, height, picture };
}
