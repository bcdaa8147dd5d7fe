// The covers of the collections: one landscape, finer from collection to collection, so that
// a cover shows the size of its puzzles and none of their pictures.

interface Mood {
  /** The number of cells per row, a multiple of 8. */
  readonly cells: number;
  readonly night?: boolean;
  /** Sky above, sky below, sun, far hills, near hills. */
  readonly colors: readonly [string, string, string, string, string];
}

const MOODS = {
  daily: { cells: 24, colors: ['#fbe39a', '#fdf0c8', '#e4572e', '#7fb548', '#41801f'] },
  doodles: { cells: 8, colors: ['#b9e0f1', '#dcf0f6', '#f4bd33', '#8ec255', '#579a3c'] },
  sketches: { cells: 16, colors: ['#c3e2f3', '#e2f1f7', '#f39a3d', '#7dbba6', '#3c8b77'] },
  drawings: { cells: 24, colors: ['#f8cb9a', '#fce3c0', '#e4553a', '#b67f5e', '#784a39'] },
  paintings: { cells: 32, colors: ['#ef9fae', '#f6c9cb', '#fff0bd', '#8e6dab', '#553e7b'] },
  murals: { cells: 48, colors: ['#9cc1e4', '#d3e3f1', '#fff6d6', '#5c91ba', '#2d5a87'] },
  panoramas: { cells: 40, colors: ['#bdebd9', '#e0f6ec', '#fb835a', '#3ba58d', '#1e6d69'] },
  hard: { cells: 32, colors: ['#f2a65e', '#f7c98b', '#c8432c', '#7a4a5f', '#43283f'] },
  expert: {
    ...{ cells: 40, night: true },
    colors: ['#1b2344', '#2b3666', '#f4efd6', '#414781', '#262a55'],
  },
} as const satisfies Record<string, Mood>;

export type CoverName = keyof typeof MOODS;

export interface Cover {
  readonly width: number;
  readonly height: number;
  readonly picture: Uint8Array;
  readonly colors: readonly string[];
}

const [HIGH_SKY, LOW_SKY, SUN, FAR, NEAR] = [1, 2, 3, 4, 5];
/** The height of a cover by its width. */
const FLATNESS = 5 / 8;
/** One of this many cells of a night sky is a star. */
const STARS = 37;

function colorAt(u: number, v: number, star: boolean): number {
  if (v > 0.8 - 0.1 * Math.sin(u * 5 + 2.6)) return NEAR;
  if (v > 0.62 - 0.15 * Math.sin(u * 4.2 + 0.4)) return FAR;
  if (Math.hypot((u - 0.75) * 1.6, v - 0.3) < 0.19 || star) return SUN;
  return v < 0.36 ? HIGH_SKY : LOW_SKY;
}

export function coverOf(name: CoverName): Cover {
  const { cells: width, colors, night }: Mood = MOODS[name];
  const height = width * FLATNESS;
  const picture = new Uint8Array(width * height);
  for (let i = 0; i < picture.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const star = night === true && (x * 7 + y * 13 + x * y) % STARS === 0;
    picture[i] = colorAt((x + 0.5) / width, (y + 0.5) / height, star);
  }
  return { width, height, picture, colors: ['#ffffff', ...colors] };
}
