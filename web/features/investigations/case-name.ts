import type { CaseName } from './investigation-queries.ts';

export const CASE_KINDS = [
  'PAYMENT',
  'REFUND',
  'WITHDRAWAL',
  'REGISTRATION',
] as const satisfies readonly CaseName['kind'][];

/** The text that names a case in a page's URL: `payment.<id>`. */
export const caseText = ({ kind, id }: CaseName): string => `${kind.toLowerCase()}.${id}`;

/** Undefined when the text names no case. */
export const parseCase = (text: string | undefined): CaseName | undefined => {
  if (text === undefined) return undefined;
  const dot = text.indexOf('.');
  const kind = CASE_KINDS.find((each) => each.toLowerCase() === text.slice(0, dot));
  const id = text.slice(dot + 1);
  return kind === undefined || id === '' ? undefined : { kind, id };
};
