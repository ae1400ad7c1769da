/** Keys of what the account has carried out, so that nothing is carried out twice. Adding a key copies only the newest chunk. */
export interface AppliedFacts {
  readonly full: readonly ReadonlySet<string>[];
  readonly newest: ReadonlySet<string>;
}

const CHUNK = 1_000;

export const appliedFacts = (ids: readonly string[]): AppliedFacts => ({
  full: [],
  newest: new Set(ids),
});

export const hasApplied = ({ full, newest }: AppliedFacts, id: string): boolean =>
  newest.has(id) || full.some((chunk) => chunk.has(id));

export const withApplied = ({ full, newest }: AppliedFacts, id: string): AppliedFacts =>
  newest.size < CHUNK
    ? { full, newest: new Set(newest).add(id) }
    : { full: [...full, newest], newest: new Set([id]) };
