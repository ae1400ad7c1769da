import type { PersonKind } from '#/domain/access/commands.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { idOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { Accounts } from './accounts.ts';
import type { Vault } from './personal-data.ts';
import type { SubjectKey } from './subject-keys.ts';

/** Accounts and sellers of the people who were erased according to the log. */
export interface ErasedPeople {
  readonly accounts: Accounts;
  /** Sellers whose name and document were erased, and with them their verification files. */
  readonly sellersWithoutFiles: readonly string[];
}

export interface ReappliedErasures extends ErasedPeople {
  /** Keys that a backup had restored, and that are destroyed again. */
  readonly destroyed: readonly SubjectKey[];
}

const accountIn = (
  event: DomainEvent,
): { readonly kind: PersonKind; readonly subject: string } | undefined => {
  switch (event.type) {
    case 'SellerCreated':
    case 'SellerRevised':
      return { kind: 'seller', subject: event.data.details.identity.subject };
    case 'StaffCreated':
    case 'StaffRevised':
      return { kind: 'staff', subject: event.data.details.contact.subject };
    case 'ManagerCreated':
    case 'ManagerRevised':
      return { kind: 'manager', subject: event.data.details.contact.subject };
    case 'MasterCreated':
    case 'MasterRevised':
      return { kind: 'master', subject: event.data.details.contact.subject };
    default:
      return undefined;
  }
};

const readErasures = async (
  store: EventStore,
  onProgress: (events: number) => void,
): Promise<ErasedPeople & { readonly erased: readonly SubjectKey[] }> => {
  const erased: SubjectKey[] = [];
  const subjects: Readonly<Record<PersonKind, Map<string, string>>> = {
    seller: new Map(),
    staff: new Map(),
    manager: new Map(),
    master: new Map(),
  };
  let read = 0;
  for await (const batch of store.readAll({})) {
    for (const recorded of batch) {
      const { type, stream } = recorded;
      if (!/^(?:SubjectErased|(?:Seller|Staff|Manager|Master)(?:Created|Revised))$/.test(type))
        continue;
      const event = decode(recorded);
      if (event.type === 'SubjectErased') {
        erased.push(
          ...event.data.classes.map((each) => ({ subject: event.aggregateId, class: each })),
        );
      }
      const account = accountIn(event);
      if (account) subjects[account.kind].set(idOf(stream), account.subject);
    }
    read += batch.length;
    onProgress(read);
  }
  const listErasedAccounts = (
    kind: PersonKind,
    without: SubjectKey['class'],
  ): readonly string[] => {
    const erasedSubjects = new Set(
      erased.filter((key) => key.class === without).map((key) => key.subject),
    );
    return [...subjects[kind]]
      .filter(([, subject]) => erasedSubjects.has(subject))
      .map(([id]) => id);
  };
  const accounts = {
    seller: listErasedAccounts('seller', 'contact'),
    staff: listErasedAccounts('staff', 'contact'),
    manager: listErasedAccounts('manager', 'contact'),
    master: listErasedAccounts('master', 'contact'),
  };
  return { erased, accounts, sellersWithoutFiles: listErasedAccounts('seller', 'fiscal') };
};

/**
 * Destroys again the keys of personal data that was erased according to the log: a restored backup may have brought such keys back.
 * @param eraseRest erases the other restored data of these people. It runs before the keys are destroyed, so that an interrupted run
 * can be repeated
 */
export const reapplyErasures = async (
  { store, vault }: { readonly store: EventStore; readonly vault: Vault },
  {
    eraseRest = async () => undefined,
    onProgress = () => undefined,
  }: {
    readonly eraseRest?: (people: ErasedPeople) => Promise<void>;
    readonly onProgress?: (events: number) => void;
  } = {},
): Promise<ReappliedErasures> => {
  const { erased, ...people } = await readErasures(store, onProgress);
  await eraseRest(people);
  const destroyed = await vault.survivors(erased);
  if (destroyed.length > 0) await vault.destroy(destroyed);
  return { destroyed, ...people };
};
