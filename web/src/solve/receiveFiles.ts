// Files from other apps: shared with the installed app, which the service worker puts into a
// cache and announces by #shared, or opened with it.

/** The cache of the service worker for a shared file. */
const SHARED = 'shared-file';

interface LaunchQueue {
  setConsumer(take: (launch: { files: readonly { getFile(): Promise<File> }[] }) => unknown): void;
}

/** Calls a function with a file that another app has passed to this one. */
export async function receiveFiles(take: (file: File) => void): Promise<void> {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) take(await files[0].getFile());
  });
  if (location.hash !== '#shared' || !('caches' in window)) return;
  const store = await caches.open(SHARED);
  const [request] = await store.keys();
  const answer = request && (await store.match(request));
  if (!answer) return;
  await store.delete(request);
  const name = decodeURIComponent(new URL(request.url).pathname.split('/').pop()!);
  const blob = await answer.blob();
  take(new File([blob], name, { type: blob.type }));
}
