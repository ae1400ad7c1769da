import type { CaseName } from './investigation-queries.ts';

export const CASE_KINDS = [
  'PAYMENT',
  'REFUND',
  'WITHDRAWAL',
  'REGISTRATION',
] as const satisfies readonly CaseName['kind'][];

/** Returns a case as one part of a page address: `payment.<id>`. */
export const caseWord = ({ kind, id }: CaseName): string => `${kind.toLowerCase()}.${id}`;

/** Returns the case that the part of an address names; undefined when it names none. */
export const caseNamed = (word: string | undefined): CaseName | undefined => {
  if (word === undefined) return undefined;
  const cut = word.indexOf('.');
  const kind = CASE_KINDS.find((each) => each.toLowerCase() === word.slice(0, cut));
  const id = word.slice(cut + 1);
  return kind === undefined || id === '' ? undefined : { kind, id };
};
