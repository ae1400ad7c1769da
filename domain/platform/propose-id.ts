/** Longest id of an aggregate (`aggregateId`). */
const LONGEST = 64;

/** Returns an id for a platform of this name, as `aggregateId` takes it; empty when the name has no letter or digit of ours. */
export const proposeId = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');

/** Whether a text can be the id of a platform, by its letters; whether it is taken only the server knows. */
export const isPlatformId = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text);
