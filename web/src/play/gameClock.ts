import type { Session } from './session.svelte';

/** Counts the seconds of a game while its page is visible, and saves it when the page is left. */
export function runClock(session: Session): () => void {
  const { game } = session;
  const timer = setInterval(() => {
    if (!game.solved && document.visibilityState === 'visible') game.seconds++;
  }, 1000);
  const leave = (event?: Event) => {
    const returns = document.visibilityState === 'visible' && event?.type === 'visibilitychange';
    if (!game.solved && !game.isBlank && !returns) session.save();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
    leave();
  };
}
