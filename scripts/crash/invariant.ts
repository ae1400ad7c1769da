/** A statement that must hold after crashes. */
export interface Invariant {
  readonly name: string;
  readonly violations: readonly string[];
}
