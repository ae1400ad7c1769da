interface Edit {
  /** Path from the root. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

/** A finding of an audit of how the product moves money: number and name. 26.1 is a scenario of finding 26. */
export type Finding = readonly [number: number, name: string];

/** A mistake that the product could have, and that the simulation must find. */
export interface Mutation {
  readonly name: string;
  /** The finding of the audit; absent = the audit did not look for this mistake. */
  readonly standsFor?: Finding;
  readonly edits: readonly Edit[];
  /** A seed that finds the mistake, by these inputs. */
  readonly seed: number;
  readonly inputs: readonly number[];
}
