import type { Size } from './layout';
import { onThemeChange } from './themeColors';

/** Calls back with the size of an element in whole pixels, and when the theme changes. */
export function watchElement(
  element: Element,
  onSize: (size: Size) => void,
  onTheme: () => void,
): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    onSize({ width: Math.floor(width), height: Math.floor(height) });
  });
  observer.observe(element);
  const stopTheme = onThemeChange(onTheme);
  return () => {
    observer.disconnect();
    stopTheme();
  };
}
