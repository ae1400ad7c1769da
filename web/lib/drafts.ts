import { forgetSessionValues, sessionValue, type StoredValue } from './stored-value.ts';

/**
 * Unsaved input of a form, by field. It stays in this tab of the browser, under a key that belongs to one owner. Forms leave passwords
 * and codes out.
 */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/**
 * @param owner identifies who types, and is part of the key in the browser's storage
 * @param version to raise when the form's fields change
 */
export const draftOf = (owner: string, form: string, version = 1): StoredValue<Draft> =>
  sessionValue(`${PREFIX}${owner}:${form}`, version);

/** Removes the drafts of all other owners, so that a user who signs in here neither sees nor keeps their data. */
export const forgetOthersDrafts = (owner: string): void => {
  const own = `${PREFIX}${owner}:`;
  forgetSessionValues(PREFIX, (name) => name.startsWith(own));
};

export const forgetDrafts = (): void => forgetSessionValues(PREFIX);
