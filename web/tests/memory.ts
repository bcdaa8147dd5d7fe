import type { Backend } from '../src/storage/store';

/** Storage with room for so many characters. */
export class Memory implements Backend {
  readonly map = new Map<string, string>();
  room = Infinity;
  /** The characters that were written. */
  written = 0;

  get length() {
    return this.map.size;
  }
  get used() {
    return [...this.map].reduce((n, [key, value]) => n + key.length + value.length, 0);
  }
  key(i: number) {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.room < Infinity) {
      const before = this.map.get(key);
      const freed = before === undefined ? 0 : key.length + before.length;
      if (this.used - freed + key.length + value.length > this.room)
        throw new DOMException('', 'QuotaExceededError');
    }
    this.written += value.length;
    this.map.set(key, value);
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
}
