import { fingerprint } from './fingerprint.ts';
import { forgetSessionValues, sessionValue, type StoredValue } from './stored-value.ts';

/**
 * Unsaved input of a form, by field. It stays in this tab of the browser, under a key that belongs to one person. Passwords and codes
 * are never kept.
 */
export type Draft = Readonly<Record<string, string>>;

interface Person {
  readonly role: string;
  readonly platformId: string;
  readonly sellerId: string | null;
  readonly email: string;
}

const PREFIX = 'draft:';

/** Identifies the owner of drafts, without storing the e-mail itself. */
const ownerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;

/** @param version to raise when the form's fields change */
export const draftOf = (person: Person, form: string, version = 1): StoredValue<Draft> =>
  sessionValue(`${PREFIX}${ownerOf(person)}:${form}`, version);

/** Removes the drafts of all other people, so that a user who signs in here neither sees nor keeps their data. */
export const forgetOthersDrafts = (person: Person): void => {
  const own = `${PREFIX}${ownerOf(person)}:`;
  forgetSessionValues(PREFIX, (name) => name.startsWith(own));
};

export const forgetDrafts = (): void => forgetSessionValues(PREFIX);
