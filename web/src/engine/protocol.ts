// What the page and the engine's worker tell each other.

export type ToWorker =
  | { kind: 'start'; folder: string; name: string; module?: WebAssembly.Module }
  | { kind: 'call'; id: number; operation: string; request: string };

export type FromWorker =
  | { kind: 'ready'; module?: WebAssembly.Module }
  /** The worker cannot go on. */
  | { kind: 'broken'; message: string }
  /** How far the call is, as JSON. */
  | { kind: 'progress'; id: number; report: string }
  | { kind: 'answer'; id: number; response: string }
  | { kind: 'failed'; id: number; message: string };
