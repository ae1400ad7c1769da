/** Longest id of an aggregate (`aggregateId`). */
const LONGEST = 64;

/** Returns a valid platform id for this name; empty when the name has no letter a–z and no digit. */
export const proposeId = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');

/** Checks only the form: the server knows whether the id is taken. */
export const isPlatformId = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text);
