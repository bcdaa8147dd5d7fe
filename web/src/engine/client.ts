// The client of an engine worker. Calls are queued and run one at a time. A running call
// can only be cancelled by terminating the worker; the next call starts another one, which
// is fast because the compiled module is kept. The worker and the module are fetched with
// the first call.

import { t } from '../i18n/i18n.svelte';
import type { FromWorker, ToWorker } from './workerMessages';

/** The parts of Worker that are used, so that tests can replace it. */
export interface EngineWorker {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** The engine could not be loaded or has crashed. An error in an answer is a RefusedError. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** The progress of a long call. */
export interface Progress {
  readonly elapsed_ms: number;
  readonly steps: number;
  readonly depth: number;
  /** The stage that has ended, of work in named stages. */
  readonly stage?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called a few times per second during long calls. */
  readonly onProgress?: (progress: Progress) => void;
  /** The pixels of an image whose request gives only the size. */
  readonly rgba?: Uint8ClampedArray;
}

interface Call extends Pick<CallOptions, 'onProgress' | 'rgba'> {
  readonly id: number;
  readonly operation: string;
  readonly request: string;
  readonly resolve: (response: string) => void;
  readonly reject: (error: unknown) => void;
}

export class Engine {
  private readonly waiting: Call[] = [];
  private running: Call | undefined;
  private worker: EngineWorker | undefined;
  private ready = false;
  private next = 1;

  constructor(
    private readonly folder: string,
    private readonly file: string,
    private readonly makeWorker: () => EngineWorker,
    /** Compiled modules by file, shared between engines. */
    private readonly compiled = new Map<string, WebAssembly.Module>(),
  ) {}

  /** A call needs no download. */
  get isReady(): boolean {
    return this.ready || this.compiled.has(this.file);
  }

  /** Calls an operation; request and response are JSON. */
  async call<Response>(
    operation: string,
    request: object,
    { signal, ...options }: CallOptions = {},
  ): Promise<Response> {
    const text = JSON.stringify(request);
    const response = await new Promise<string>((resolve, reject) => {
      signal?.throwIfAborted();
      const call: Call = { id: this.next++, operation, request: text, resolve, reject, ...options };
      signal?.addEventListener('abort', () => this.cancel(call, signal.reason), { once: true });
      this.waiting.push(call);
      this.pump();
    });
    return JSON.parse(response) as Response;
  }

  /** Terminates the worker and rejects all calls. The next call starts another worker. */
  close(): void {
    const lost = [...(this.running ? [this.running] : []), ...this.waiting.splice(0)];
    this.end();
    for (const call of lost) call.reject(new EngineError(t('it was closed')));
  }

  private cancel(call: Call, reason: unknown): void {
    const at = this.waiting.indexOf(call);
    if (at >= 0) this.waiting.splice(at, 1);
    else if (this.running === call) this.end();
    else return; // answered already
    call.reject(reason);
    this.pump();
  }

  private pump(): void {
    if (this.running || this.waiting.length === 0) return;
    if (!this.worker) this.start();
    if (!this.ready) return;
    this.running = this.waiting.shift()!;
    const { id, operation, request, rgba } = this.running;
    this.worker!.postMessage({ kind: 'call', id, operation, request, rgba });
  }

  private start(): void {
    this.worker = this.makeWorker();
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) =>
      this.drop(new EngineError(event.message || t('it broke down')));
    this.worker.postMessage({
      kind: 'start',
      folder: this.folder,
      file: this.file,
      module: this.compiled.get(this.file),
    });
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.ready = true;
        if (message.module) this.compiled.set(this.file, message.module);
        break;
      case 'broken':
        this.drop(new EngineError(t(message.message)));
        break;
      case 'progress':
        if (this.running?.id === message.id)
          this.running.onProgress?.(JSON.parse(message.progress));
        break;
      case 'answer':
        this.settle(message.id)?.resolve(message.response);
        break;
      case 'failed':
        this.settle(message.id)?.reject(new EngineError(message.message));
        break;
    }
    this.pump();
  }

  private settle(id: number): Call | undefined {
    const call = this.running;
    if (call?.id !== id) return undefined;
    this.running = undefined;
    return call;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    this.running = undefined;
  }

  /** Terminates the worker after a failure. A failed start rejects all waiting calls. */
  private drop(error: EngineError): void {
    const lost = this.running ? [this.running] : this.waiting.splice(0);
    this.end();
    for (const call of lost) call.reject(error);
    this.pump();
  }
}
