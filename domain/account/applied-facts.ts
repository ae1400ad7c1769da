/**
 * Names of the facts, such as sales and refunds, that an account has applied in a month, so that none is applied twice. Adding a name is
 * cheap even in a month with very many facts: the state never changes in place, but only the newest chunk is copied.
 */
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
