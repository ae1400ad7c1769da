import { forgetSessionValues, sessionValue, type StoredValue } from './stored-value.ts';

/** Unsaved input by field, without passwords and codes. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/**
 * Unsaved input in this tab, for one owner.
 * @param owner who types; part of the storage key
 * @param version to raise when the form's fields or the stored shape change
 */
export const draftOf = <Value = Draft>(
  owner: string,
  form: string,
  version = 1,
): StoredValue<Value> => sessionValue(`${PREFIX}${owner}:${form}`, version);

/** Removes the drafts of other owners: a user who signs in here must not see their data. */
export const forgetOthersDrafts = (owner: string): void => {
  const ownPrefix = `${PREFIX}${owner}:`;
  forgetSessionValues(PREFIX, (name) => name.startsWith(ownPrefix));
};

export const forgetDrafts = (): void => forgetSessionValues(PREFIX);
