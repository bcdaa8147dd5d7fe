// Dialogs, menus and sheets have an entry of the browser's history each, so that Back
// closes the last one instead of leaving the page. `reconcile` makes the number of entries
// equal to the number of open overlays. Going back is asynchronous, and nothing else may
// change the history meanwhile.

const depth = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0;

class Overlays {
  /** The functions that close the open overlays, in the order of opening. */
  private open: (() => void)[] = [];
  private waiting: (() => void)[] = [];
  /** The history is going back, after something was closed. */
  leaving = false;

  /** Adds an overlay that Back closes. Call the result when it is closed. */
  add(close: () => void): () => void {
    this.open.push(close);
    this.reconcile();
    return () => {
      this.open = this.open.filter((other) => other !== close);
      setTimeout(() => this.reconcile()); // another may take its place
    };
  }

  /** Forgets all overlays when the page is left. */
  forget(): void {
    this.open = [];
  }

  /** Calls a function when the history has gone back. */
  afterwards(run: () => void): void {
    this.waiting.push(run);
  }

  /** Handles a change of the history. Reports whether the player asked for it. */
  popped(): boolean {
    const { leaving } = this;
    this.leaving = false;
    if (!leaving) while (this.open.length > depth()) this.open.pop()!();
    this.reconcile();
    if (!this.leaving) for (const run of this.waiting.splice(0)) run();
    return !leaving;
  }

  private reconcile(): void {
    if (this.leaving) return;
    for (let i = depth() + 1; i <= this.open.length; i++)
      history.pushState({ ...history.state, overlays: i }, '');
    const surplus = depth() - this.open.length;
    if (surplus <= 0) return;
    this.leaving = true;
    history.go(-surplus);
  }
}

export const overlays = new Overlays();
