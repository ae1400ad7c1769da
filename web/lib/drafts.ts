import { fingerprint } from './fingerprint.ts';
import { forgetSessionValues, sessionValue, type StoredValue } from './stored-value.ts';

/**
 * What was typed into a form and not saved, by its field. It stays in this tab of the browser, under a key of its person alone; forms
 * keep no passwords and codes.
 */
export type Draft = Readonly<Record<string, string>>;

interface Person {
  readonly role: string;
  readonly platformId: string;
  readonly sellerId: string | null;
  readonly email: string;
}

const PREFIX = 'draft:';

/** Whose drafts they are; without the e-mail itself. */
const ownerOf = ({ role, platformId, sellerId, email }: Person): string =>
  `${platformId}.${sellerId ?? role}.${fingerprint(email)}`;

/** @param version another shape of the form */
export const draftOf = (person: Person, form: string, version = 1): StoredValue<Draft> =>
  sessionValue(`${PREFIX}${ownerOf(person)}:${form}`, version);

/** Removes the drafts of all others: who signs in here sees nothing of who was in before, and leaves nothing of theirs behind. */
export const forgetOthersDrafts = (person: Person): void => {
  const own = `${PREFIX}${ownerOf(person)}:`;
  forgetSessionValues(PREFIX, (name) => name.startsWith(own));
};

export const forgetDrafts = (): void => forgetSessionValues(PREFIX);
