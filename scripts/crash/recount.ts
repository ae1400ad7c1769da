import { postingsOf } from '#/domain/accounting/postings.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';

type EventOf<Type extends RecordedEvent['type']> = Extract<RecordedEvent, { readonly type: Type }>;

export const eventsNamed = <Type extends RecordedEvent['type']>(
  events: readonly RecordedEvent[],
  type: Type,
): readonly EventOf<Type>[] => events.filter((it): it is EventOf<Type> => it.type === type);

export const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, each) => sum + each, 0);

const countById = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/** A finding for each expected id that is missing, and for each id that occurs more than once. */
export const findNotOnce = (
  what: string,
  expected: readonly string[],
  actual: readonly string[],
): readonly string[] => {
  const counts = countById(actual);
  const wrong = new Set(expected.filter((id) => !counts.has(id)));
  for (const [id, count] of counts) if (count > 1) wrong.add(id);
  return [...wrong].map((id) => `${what} ${id} is there ${counts.get(id) ?? 0} times`);
};

/** `ours` is from the log. A missing key counts as 0. */
export const listDifferences = (
  what: string,
  ours: ReadonlyMap<string, number>,
  theirs: typeof ours,
) =>
  [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((key) => (ours.get(key) ?? 0) !== (theirs.get(key) ?? 0))
    .map(
      (key) => `${what} ${key}: ${theirs.get(key) ?? 0}, and from the log ${ours.get(key) ?? 0}`,
    );

/** Credits less debits, from the log alone. */
export const balancesFromLog = (events: readonly RecordedEvent[]): ReadonlyMap<string, number> => {
  const balances = new Map<string, number>();
  const move = (account: string, amount: number): void => {
    balances.set(account, (balances.get(account) ?? 0) + amount);
  };
  for (const event of events) {
    for (const { from, to, amount } of postingsOf(event)) {
      move(from, -amount);
      move(to, amount);
    }
  }
  return balances;
};
