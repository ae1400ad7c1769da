/** Longest id of an aggregate (`aggregateId`). */
const LONGEST = 64;

/**
 * Returns an id for a platform of this name, valid as `aggregateId`; empty when the name has no letter a–z, with or without an accent, and
 * no digit 0–9.
 */
export const proposeId = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');

/** Whether a text has the form of a platform's id. Only the server knows whether the id is taken. */
export const isPlatformId = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text);
