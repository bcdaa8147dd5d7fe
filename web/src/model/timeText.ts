import { formatNumber } from '../i18n/i18n.svelte';

/** A time as digits: 4:05, 1:04:05. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A time in words, for screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const part = (n: number, unit: string) =>
    n === 0 ? [] : [formatNumber(n, { style: 'unit', unit, unitDisplay: 'long' })];
  const parts = [...part(h, 'hour'), ...part(m, 'minute'), ...part(s, 'second')];
  return parts.join(' ') || formatNumber(0, { style: 'unit', unit: 'second', unitDisplay: 'long' });
}
