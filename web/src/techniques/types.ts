/** A technique as described in docs/techniques.md or a translation. */
export interface TechniquePage {
  readonly id: string;
  readonly name: string;
  /** The chapter of the technique. */
  readonly group: string;
  readonly text: readonly string[];
  /** Sentences from explanations that use it. */
  readonly examples: readonly string[];
}
