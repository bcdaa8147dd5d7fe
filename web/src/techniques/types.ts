/** A technique as docs/techniques.md describes it, or the page of another language. */
export interface TechniquePage {
  readonly id: string;
  readonly name: string;
  /** The chapter of the page it stands in. */
  readonly group: string;
  readonly text: readonly string[];
  /** What the explanation says when it is used. */
  readonly examples: readonly string[];
}
