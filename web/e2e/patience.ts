// How long a browser test may take before it counts as hung. Nothing waits for a time:
// every wait ends with the thing that it waits for, and these ends are only there so that
// a test of something that never comes ends too. They are far away, because on a busy
// machine everything takes many times as long.

/** A whole test, or a whole preparation. PATIENCE, in seconds, makes it shorter while writing tests. */
export const TEST_MS = Number(process.env.PATIENCE ?? 300) * 1000;

/** A single wait, which can still say what it has waited for. */
export const WAIT_MS = TEST_MS * 0.9;
