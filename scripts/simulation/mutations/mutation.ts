/** A change of the product's source that the simulation must find. */
interface Edit {
  /** Path from the root. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

/**
 * A finding of an audit of how the product moves money: its number, and what went wrong. In 26.1, the digit after the point names a
 * scenario of finding 26 in which money is still lost although every call is recorded before it is made.
 */
export type Finding = readonly [number: number, name: string];

/** A mistake that the product could make with money. */
export interface Mutation {
  readonly name: string;
  /** Absent = a mistake that the audit did not look for. */
  readonly standsFor?: Finding;
  readonly edits: readonly Edit[];
  /** A seed whose history finds the mistake, and the numbers of those inputs that suffice. */
  readonly seed: number;
  readonly inputs: readonly number[];
}
