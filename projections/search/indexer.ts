import { thisMachine } from '#/ledger/machine.ts';
import type { Pool } from 'pg';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { Contact, Identity, Encrypted } from '#/domain/privacy/encrypted.ts';
import { findGivenDocument, findGivenPhone } from '#/domain/privacy/stand-ins.ts';
import { decodeShared, type RecordedEvent } from '#/ledger/codec.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { SearchEntry, Word } from '#/ledger/vault/search-entries.ts';
import { beginEntries, writeEntries } from '#/ledger/vault/postgres/search-entries.ts';
import { dayWord, SELLER, sellerRecord } from './prepared.ts';
import { emailOf, numberOf } from './search-words.ts';
import { wordsOf } from './words.ts';

/** Raise it when the indexer derives other words from a record; all entries are then made again. */
export const SEARCH_VERSION = 2;

interface IndexDependencies {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly vault: Vault;
  readonly onFailure: (error: unknown) => void;
}

export interface SearchIndex {
  /** Sales and sellers up to this position can be found. */
  readonly position: () => Position | '';
  /** Completes the running batch, then stops. */
  readonly stop: () => Promise<void>;
}

const BATCH = 500;
const RETRY_MS = 1_000;
/** The position is also saved at this interval when there are no sales. */
const SAVED_EVERY_MS = 1_000;
const GATHER_MS = 250;
/** Most words that are indexed of a person's name, or of the titles of one sale. */
const MOST_WORDS = 60;

type PaymentRequestedEvent = Extract<RecordedEvent, { readonly type: 'PaymentRequested' }>;
type SellerEvent = Extract<RecordedEvent, { readonly type: 'SellerCreated' | 'SellerRevised' }>;

/** What the index needs of a sale or seller. `words` stay when the person's data is erased. */
interface Findable {
  readonly record: string;
  readonly platformId: string;
  readonly identity: Encrypted;
  readonly contact: Encrypted;
  readonly words: readonly Word[];
}

const wordsIn = (...texts: readonly string[]): readonly Word[] =>
  [...new Set(texts.flatMap(wordsOf))]
    .slice(0, MOST_WORDS)
    .map((text) => ({ kind: 'word', text }) as const);

const numberIn = (text: string | undefined): readonly Word[] => {
  const number = text === undefined ? undefined : numberOf(text);
  return number === undefined ? [] : [{ kind: 'number', text: number }];
};

const listSaleWords = ({ sellerId, title, lines, at }: PaymentRequestedData): readonly Word[] => {
  const sold = lines.filter(({ kind }) => kind === 'OFFER' || kind === 'BUMP');
  const titles = wordsIn(title, ...sold.map((line) => line.title));
  return [{ kind: 'seller', text: sellerId }, dayWord(at), ...titles];
};

/** Reads the document without the e-mail, which may be erased earlier: indexing must give the same words after that. */
const listIdentityWords = (identity: Identity): readonly Word[] => [
  ...wordsIn(identity.name),
  ...numberIn(findGivenDocument(identity, undefined)),
];

const listContactWords = (contact: Contact): readonly Word[] => {
  const email = emailOf(contact.email);
  return [
    ...(email === undefined ? [] : [{ kind: 'email', text: email } as const]),
    ...numberIn(findGivenPhone(contact)),
  ];
};

/** A text that cannot be decrypted must not block the texts after it. */
const decryptAll = async (
  { vault, onFailure }: IndexDependencies,
  texts: readonly Encrypted[],
): Promise<readonly unknown[]> =>
  vault.openMany(texts).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error;
    return Promise.all(
      texts.map((text) =>
        vault.decrypt(text).catch((reason: unknown) => {
          if (isDatabaseAway(reason)) throw reason;
          onFailure(reason);
          return undefined;
        }),
      ),
    );
  });

const entriesOf = async (
  dependencies: IndexDependencies,
  findables: readonly Findable[],
): Promise<readonly SearchEntry[]> => {
  const { vault } = dependencies;
  const people = (await decryptAll(
    dependencies,
    findables.map(({ identity }) => identity),
  )) as readonly (Identity | undefined)[];
  const contacts = (await decryptAll(
    dependencies,
    findables.map(({ contact }) => contact),
  )) as readonly (Contact | undefined)[];
  return findables.map(({ record, platformId, identity: { subject }, words: open }, index) => {
    const [identity, contact] = [people[index], contacts[index]];
    const tokens = (words: readonly Word[]) => vault.tokens(platformId, words);
    return {
      record,
      subject,
      open: tokens(open),
      fiscal: identity ? tokens(listIdentityWords(identity)) : [],
      contact: contact ? tokens(listContactWords(contact)) : [],
    };
  });
};

const makeSaleFindable = ({ aggregateId: record, data }: PaymentRequestedEvent): Findable => ({
  record,
  platformId: data.platformId,
  ...data.buyer,
  words: listSaleWords(data),
});

const makeSellerFindable = ({ aggregateId, data: { details } }: SellerEvent): Findable => ({
  record: sellerRecord(aggregateId),
  platformId: details.platformId,
  identity: details.identity,
  contact: details.contact,
  words: [SELLER],
});

const FINDABLE: ReadonlySet<string> = new Set<RecordedEvent['type']>([
  'PaymentRequested',
  'SellerCreated',
  'SellerRevised',
]);

/** A record that changed several times is returned as it is after the last change. */
const findablesIn = (recorded: readonly Recorded[]): readonly Findable[] => {
  const byRecord = new Map<string, Findable>();
  for (const each of recorded) {
    if (!FINDABLE.has(each.type)) continue;
    const event = decodeShared(each);
    if (event.type === 'PaymentRequested') byRecord.set(event.aggregateId, makeSaleFindable(event));
    else if (event.type === 'SellerCreated' || event.type === 'SellerRevised')
      byRecord.set(sellerRecord(event.aggregateId), makeSellerFindable(event));
  }
  return [...byRecord.values()];
};

/** Makes sales and sellers findable. The handlers of read models cannot do this, because they have no keys. */
export const startSearchIndex = (dependencies: IndexDependencies): SearchIndex => {
  const { store, pool, onFailure } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  let position: Position | '' = '';

  const follow = async (): Promise<void> => {
    const version = SEARCH_VERSION;
    position = await beginEntries(pool, version);
    let from = position;
    let savedAt = 0;
    const after = position === '' ? {} : { after: position };
    for await (const message of store.subscribe({ ...after, maximumBatch: BATCH, signal })) {
      const isComplete = message.kind === 'caught-up';
      const upTo = message.kind === 'caught-up' ? position : message.upTo;
      const findables = message.kind === 'events' ? findablesIn(message.events) : [];
      const isDue = isComplete || thisMachine.elapsedMs() - savedAt > SAVED_EVERY_MS;
      if (findables.length > 0 || isDue) {
        const entries = await entriesOf(dependencies, findables);
        // Another process wrote from this position: return and read the stored position again.
        if (!(await writeEntries(pool, { version, from, upTo, isComplete }, entries))) return;
        from = upTo;
        savedAt = thisMachine.elapsedMs();
      }
      position = upTo;
      // Waits, so that sales arriving meanwhile are written together.
      if (findables.length > 0 && findables.length < BATCH / 2)
        await thisMachine.pause(GATHER_MS, signal);
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!signal.aborted && !isDatabaseAway(error)) onFailure(error);
      });
      await thisMachine.pause(RETRY_MS, signal);
    }
  };

  const running = run();
  return {
    position: () => position,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
