// What a screen reader is told without moving the focus. Two texts take turns, so
// that the same words twice are heard twice.

class Announcer {
  polite = $state<[string, string]>(['', '']);
  private turn = 0;

  say(text: string): void {
    this.turn = 1 - this.turn;
    this.polite = this.turn === 0 ? [text, ''] : ['', text];
  }
}

export const announcer = new Announcer();
export const announce = (text: string): void => announcer.say(text);
