// The engine's worker: loads the Go library, compiled to WebAssembly, and answers calls one
// by one. The page terminates it to cancel a call. The compiled module is sent back once,
// so that later workers need not compile it again.

import { msg } from '../i18n/languages';
import type { FromWorker, ToWorker } from './workerMessages';

interface GoRuntime {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare const self: DedicatedWorkerGlobalScope & {
  Go: new () => GoRuntime;
  nonogram?: (
    operation: string,
    request: string,
    onProgress: (progress: string) => void,
    rgba: Uint8ClampedArray | undefined,
  ) => Promise<string>;
};

/** Why a start fails with a TypeError, which is how browsers report a failed request. */
const UNREACHABLE = msg(
  'it is not in this browser yet, and the site cannot be reached; it is kept once you have played, solved or created online',
);

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === 'start') await start(data);
    else {
      const { id, operation, request, rgba } = data;
      const onProgress = (progress: string) => post({ kind: 'progress', id, progress });
      const response = await self.nonogram!(operation, request, onProgress, rgba);
      post({ kind: 'answer', id: data.id, response });
    }
  } catch (e) {
    const message = e instanceof Error ? e.message : String(e);
    if (data.kind === 'start')
      post({ kind: 'broken', message: e instanceof TypeError ? UNREACHABLE : message });
    else post({ kind: 'failed', id: data.id, message });
  }
};

async function start({
  folder,
  file,
  module,
}: Extract<ToWorker, { kind: 'start' }>): Promise<void> {
  await import(/* @vite-ignore */ folder + 'wasm_exec.js');
  const compiled = module ?? (await compile(folder + file));
  const go = new self.Go();
  const instance = await WebAssembly.instantiate(compiled, go.importObject);
  // The library registers its function before it yields for the first time, and then runs
  // until the worker is terminated.
  const stopped = () => post({ kind: 'broken', message: msg('it has stopped') });
  go.run(instance).then(stopped, stopped);
  if (!self.nonogram) throw new Error(msg('it did not start'));
  post({ kind: 'ready', module: module ? undefined : compiled });
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(msg('it could not be fetched'));
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // Some hosts send .wasm files with another type.
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
