// Optional sound and vibration for strokes, finished lines and the win. Sounds are
// synthesized. Both are off by default.

import { settings } from '../app/settings.svelte';

export type Event = 'fill' | 'cross' | 'maybe' | 'clear' | 'line' | 'solved' | 'wrong';

/** The tones of an event in hertz, played one after the other. */
const TONES: Record<Event, readonly number[]> = {
  fill: [660],
  cross: [440],
  maybe: [550],
  clear: [330],
  line: [660, 880],
  solved: [523, 659, 784],
  wrong: [220, 165],
};

/** Vibration and pause times in milliseconds. */
const PULSES: Record<Event, number[]> = {
  fill: [8],
  cross: [5],
  maybe: [5],
  clear: [5],
  line: [8, 40, 8],
  solved: [20, 60, 20, 60, 40],
  wrong: [60],
};

const TONE_S = 0.05;
const STEP_S = 0.09;
const LOUDNESS = 0.08;

let audio: AudioContext | undefined;

export function feedback(event: Event): void {
  if (settings.sound) sound(event);
  if (settings.vibration && 'vibrate' in navigator) navigator.vibrate(PULSES[event]);
}

function sound(event: Event): void {
  TONES[event].forEach((hertz, i) => tone(hertz, { after: i * STEP_S }));
}

interface Sound {
  /** Seconds from now. */
  after?: number;
  type?: OscillatorType;
  /** The side, from -1 for left to 1. */
  pan?: number;
}

/** A tone with soft ends, to avoid clicks. */
export function tone(hertz: number, { after = 0, type = 'triangle', pan = 0 }: Sound): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  const at = audio.currentTime + after;
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  const panner = audio.createStereoPanner();
  oscillator.frequency.value = hertz;
  oscillator.type = type;
  panner.pan.value = pan;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + TONE_S);
  oscillator.connect(gain).connect(panner).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + TONE_S);
}
