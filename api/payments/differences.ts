import type { Difference } from '#/api/contract/admin.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns where two JSON values differ, by path (`entries[2].amount`); an absent member counts as null. */
export const differencesOf = (
  readModel: string,
  path: string,
  recorded: unknown,
  derived: unknown,
): readonly Difference[] => {
  if (Array.isArray(recorded) && Array.isArray(derived)) {
    const longest = recorded.length > derived.length ? recorded : derived;
    return longest.flatMap((_, index) =>
      differencesOf(readModel, `${path}[${index}]`, recorded[index], derived[index]),
    );
  }
  if (isRecord(recorded) && isRecord(derived)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(derived)])];
    return names.flatMap((name) =>
      differencesOf(readModel, path ? `${path}.${name}` : name, recorded[name], derived[name]),
    );
  }
  const [was, is] = [recorded ?? null, derived ?? null];
  return Object.is(was, is) ? [] : [{ readModel, path, recorded: was, derived: is }];
};
