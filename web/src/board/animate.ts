// Animates a value from 0 to 1 with an ease-in-out curve. With reduced motion it is 1 at
// once.

export function animate(milliseconds: number, step: (value: number) => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    step(1);
    return () => undefined;
  }
  const from = performance.now();
  let request = requestAnimationFrame(function frame(now) {
    const t = Math.min(1, Math.max(0, (now - from) / milliseconds));
    step(t * t * (3 - 2 * t));
    if (t < 1) request = requestAnimationFrame(frame);
  });
  return () => cancelAnimationFrame(request);
}
