// What the page and an engine's worker tell each other.

export type ToWorker =
  | { kind: 'start'; folder: string; file: string; module?: WebAssembly.Module }
  | { kind: 'call'; id: number; operation: string; request: string };

export type FromWorker =
  | { kind: 'ready'; module?: WebAssembly.Module }
  /** The worker cannot go on. */
  | { kind: 'broken'; message: string }
  /** A long call tells how far it is, as JSON. */
  | { kind: 'progress'; id: number; progress: string }
  | { kind: 'answer'; id: number; response: string }
  | { kind: 'failed'; id: number; message: string };
