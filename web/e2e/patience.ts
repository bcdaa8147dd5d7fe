// The time limits of browser tests. Tests wait for events, not for a time; the limits only end
// a test that hangs. They are long, because a busy machine is many times slower.

/** A whole test, or a whole preparation. PATIENCE, in seconds, makes it shorter while writing tests. */
export const TEST_MS = Number(process.env.PATIENCE ?? 300) * 1000;

/** A single wait, shorter than the test so that its error names the condition. */
export const WAIT_MS = TEST_MS * 0.9;

/** How many times slower than the machine Chromium runs the pages. */
export const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1);
