// The local date, which follows the clock while the page is open: over midnight, after sleep,
// into another time zone, and when the clock is set.

import { createSubscriber } from 'svelte/reactivity';
import { isoDay } from '../model/dates';

/** The longest time after which a page in view has the right date. */
const LATEST_MS = 30_000;

const follow = createSubscriber((update) => {
  let shown = isoDay(new Date());
  const look = () => {
    const now = isoDay(new Date());
    if (now === shown) return;
    shown = now;
    update();
  };
  const timer = setInterval(look, LATEST_MS);
  const events = ['visibilitychange', 'focus', 'pageshow'];
  for (const name of events) addEventListener(name, look, true);
  return () => {
    clearInterval(timer);
    for (const name of events) removeEventListener(name, look, true);
  };
});

/** The local date as 2026-11-16. */
export function today(): string {
  follow();
  return isoDay(new Date());
}
