import type { Difference } from '#/api/contract/admin.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ValueDifference = Pick<Difference, 'path' | 'recorded' | 'derived'>;

/** Returns where two JSON values differ, by path (`entries[2].amount`); an absent member counts as null. */
export const differencesOf = (
  recorded: unknown,
  derived: unknown,
  path = '',
): readonly ValueDifference[] => {
  if (Array.isArray(recorded) && Array.isArray(derived)) {
    const longest = recorded.length > derived.length ? recorded : derived;
    return longest.flatMap((_, index) =>
      differencesOf(recorded[index], derived[index], `${path}[${index}]`),
    );
  }
  if (isRecord(recorded) && isRecord(derived)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(derived)])];
    return names.flatMap((name) =>
      differencesOf(recorded[name], derived[name], path ? `${path}.${name}` : name),
    );
  }
  const [was, is] = [recorded ?? null, derived ?? null];
  return Object.is(was, is) ? [] : [{ path, recorded: was, derived: is }];
};
