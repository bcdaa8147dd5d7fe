// Fetches the files of feeds from any host: without cookies, within a size and a time. A host that
// cannot be reached and one that refuses other pages look alike to a page, so a second request,
// whose answer stays hidden, tells them apart.

import { msg } from '../i18n/languages';
import { FeedError } from './feedFile';

/** The time for a file, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The host does not answer: asking for more files is in vain. */
export class SilentError extends FeedError {
  override name = 'SilentError';
}

/** Fetches a file. It throws a FeedError, or what the signal was aborted with. */
export async function fetchFile(
  address: string,
  most: number,
  signal: AbortSignal,
  patience = PATIENCE_MS,
): Promise<Uint8Array> {
  const { protocol } = location;
  if (protocol === 'https:' && address.startsWith('http:') && !isLocal(new URL(address).hostname))
    throw new FeedError(msg('This page came by HTTPS, and reads feeds by HTTPS only.'));
  const late = AbortSignal.timeout(patience);
  const both = AbortSignal.any([signal, late]);
  try {
    return await read(await request(address, both), most);
  } catch (e) {
    signal.throwIfAborted();
    if (late.aborted)
      throw new SilentError(msg('The host of the feed does not answer. Try again later.'));
    throw e;
  }
}

const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);

const REQUEST: RequestInit = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-cache',
};

async function request(address: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...REQUEST, signal });
  } catch (e) {
    signal.throwIfAborted();
    if (!(e instanceof TypeError)) throw e;
    throw (await answersAtAll(address, signal))
      ? new FeedError(
          msg(
            'The host of the feed does not let other pages read it. Whoever publishes it has to allow that (the header Access-Control-Allow-Origin).',
          ),
        )
      : new SilentError(msg('The feed cannot be reached. Check the address and the connection.'));
  }
  if (!response.ok)
    throw new FeedError(msg('There is no such file on the host.'), `${response.status} ${address}`);
  return response;
}

const answersAtAll = (address: string, signal: AbortSignal): Promise<boolean> =>
  fetch(address, { ...REQUEST, mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );

async function read(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new FeedError(
        msg('A file of the feed is too large.'),
        `${response.url}: more than ${most} bytes`,
      );
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  chunks.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.length), 0);
  return bytes;
}
