// Files that are dropped on the page or pasted into it.

export interface Arrivals {
  onfile(file: File): void;
  /** Pasted text, except in input fields. */
  ontext?(text: string): void;
  /** A file is dragged over the page, or no longer. */
  onhover?(over: boolean): void;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** Listens to the whole page until the returned function is called. */
export function listen(target: Arrivals): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let depth = 0;
  const hover = (change: number) => {
    depth = Math.max(0, depth + change);
    target.onhover?.(depth > 0);
  };
  const holdsFile = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', (e) => holdsFile(e) && hover(1), options);
  addEventListener('dragleave', (e) => holdsFile(e) && hover(-1), options);
  addEventListener('dragover', (e) => holdsFile(e) && e.preventDefault(), options);
  addEventListener(
    'drop',
    (e) => {
      if (!holdsFile(e)) return;
      e.preventDefault();
      hover(-depth);
      const file = e.dataTransfer?.files[0];
      if (file) target.onfile(file);
    },
    options,
  );
  addEventListener(
    'paste',
    (e) => {
      const file = e.clipboardData?.files[0];
      const text = e.clipboardData?.getData('text/plain');
      if (file) {
        e.preventDefault();
        target.onfile(file);
      } else if (text && target.ontext && !isField(e.target)) {
        e.preventDefault();
        target.ontext(text);
      }
    },
    options,
  );
  return () => stop.abort();
}
