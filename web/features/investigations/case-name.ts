import type { CaseName } from './investigation-queries.ts';

export const CASE_KINDS = [
  'PAYMENT',
  'REFUND',
  'WITHDRAWAL',
  'REGISTRATION',
] as const satisfies readonly CaseName['kind'][];

/** A case in a page's URL: `payment.<id>`. */
export const caseWord = ({ kind, id }: CaseName): string => `${kind.toLowerCase()}.${id}`;

/** Undefined when the text names no case. */
export const caseNamed = (word: string | undefined): CaseName | undefined => {
  if (word === undefined) return undefined;
  const cut = word.indexOf('.');
  const kind = CASE_KINDS.find((each) => each.toLowerCase() === word.slice(0, cut));
  const id = word.slice(cut + 1);
  return kind === undefined || id === '' ? undefined : { kind, id };
};
