/** A statement that must hold after crashes, and everything found that violates it. */
export interface Invariant {
  readonly name: string;
  readonly violations: readonly string[];
}
