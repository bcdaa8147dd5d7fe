// Announcements for screen readers that do not move the focus. Two regions alternate, so
// that a repeated text is read again.

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
