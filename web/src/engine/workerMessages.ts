// The messages between the page and a worker of the engine.

export type ToWorker =
  | { kind: 'start'; folder: string; file: string; module?: WebAssembly.Module }
  | { kind: 'call'; id: number; operation: string; request: string; rgba?: Uint8ClampedArray };

export type FromWorker =
  | { kind: 'ready'; module?: WebAssembly.Module }
  /** The worker has failed. */
  | { kind: 'broken'; message: string }
  /** The progress of a long call, as JSON. */
  | { kind: 'progress'; id: number; progress: string }
  | { kind: 'answer'; id: number; response: string }
  | { kind: 'failed'; id: number; message: string };
