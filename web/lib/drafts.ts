import { forgetSessionValues, sessionValue, type StoredValue } from './stored-value.ts';

/** Unsaved input by field, in this tab, for one owner; without passwords and codes. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/**
 * @param owner who types; part of the storage key
 * @param version to raise when the form's fields change
 */
export const draftOf = (owner: string, form: string, version = 1): StoredValue<Draft> =>
  sessionValue(`${PREFIX}${owner}:${form}`, version);

/** Removes the drafts of other owners: a user who signs in here must not see their data. */
export const forgetOthersDrafts = (owner: string): void => {
  const ownPrefix = `${PREFIX}${owner}:`;
  forgetSessionValues(PREFIX, (name) => name.startsWith(ownPrefix));
};

export const forgetDrafts = (): void => forgetSessionValues(PREFIX);
