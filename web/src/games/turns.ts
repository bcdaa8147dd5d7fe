// Long work in turns, so that the page stays alive: the work is a generator that yields after each
// small piece, and is driven to its end at once or with pauses.

/** Pieces of work. */
export type Pieces<T> = Generator<unknown, T>;

/** The time after which the page gets a turn. */
const TURN_MS = 10;

/** Gives the page a turn. */
export const pause = (): Promise<void> => new Promise((next) => setTimeout(next));

/** Does the work without a pause. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work with pauses in which the page can draw and answer the player. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began <= TURN_MS) continue;
    await pause();
    began = performance.now();
  }
}
