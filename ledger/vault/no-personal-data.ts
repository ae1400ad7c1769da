import { Refused } from '#/domain/errors/refused.ts';
import type { Contact, Identity, Encrypted } from '#/domain/privacy/encrypted.ts';
import { findGivenDocument, findGivenPhone } from '#/domain/privacy/stand-ins.ts';
import type { Vault } from './personal-data.ts';

/** Reduces text to letters, digits and @, so that accents and punctuation hide nothing. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9@]/g, '');

/** Shorter name parts (`de`, `da`) are ordinary words. */
const SHORTEST_NAME = 3;

interface Named {
  /** Absent for staff and managers, whose name only their user has. */
  readonly identity?: Encrypted;
  readonly contact: Encrypted;
}

/**
 * Refuses a text that names the person: it stays on record when the person's data is erased.
 * @param userName the name of the person's user, if it is not in the record @throws Refused `subject/named-in-reason`
 */
export const requireNoPersonalData = async (
  { vault }: { readonly vault: Pick<Vault, 'decrypt'> },
  { buyer, userName = '' }: { readonly buyer: Named; readonly userName?: string | undefined },
  text: string,
): Promise<void> => {
  const [identity, contact] = await Promise.all([
    buyer.identity && vault.decrypt<Identity>(buyer.identity),
    vault.decrypt<Contact>(buyer.contact),
  ]);
  const document = identity && findGivenDocument(identity, contact?.email);
  const phone = contact && findGivenPhone(contact);
  const fields = [document, contact?.email, phone].flatMap((each) => each ?? []);
  const names = new Set(`${identity?.name ?? ''} ${userName}`.split(/\s+/).map(plain));
  const words = text.split(/[^\p{L}\p{N}]+/u).map(plain);
  const isNamed =
    fields.some((each) => plain(text).includes(plain(each))) ||
    words.some((word) => word.length >= SHORTEST_NAME && names.has(word));
  if (isNamed) throw new Refused('subject/named-in-reason');
};
