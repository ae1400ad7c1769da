import { idOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { Vault } from './personal-data.ts';
import type { SubjectKey } from './subject-keys.ts';

/** Sign-in accounts of people who were erased. */
export interface Accounts {
  readonly sellerIds: readonly string[];
  readonly staffIds: readonly string[];
  readonly managerIds: readonly string[];
}

export interface ReappliedErasures {
  /** Keys that a backup had restored, and that are destroyed again. */
  readonly destroyed: readonly SubjectKey[];
  readonly accounts: Accounts;
}

/**
 * Destroys again all keys that were erased according to the log. A vault restored from a backup still has the keys of people
 * who were erased after the backup. The log has those erasures, if it is newer than the backup.
 */
export const reapplyErasures = async (
  { store, vault }: { readonly store: EventStore; readonly vault: Vault },
  onProgress: (events: number) => void = () => undefined,
): Promise<ReappliedErasures> => {
  const erased: SubjectKey[] = [];
  const sellers = new Map<string, string>();
  const staff = new Map<string, string>();
  const managers = new Map<string, string>();
  let read = 0;
  for await (const batch of store.readAll({})) {
    for (const recorded of batch) {
      const { type, stream } = recorded;
      if (!/^(?:SubjectErased|(?:Seller|Staff|Manager)(?:Created|Revised))$/.test(type)) continue;
      const event = decode(recorded);
      if (event.type === 'SubjectErased') {
        erased.push(
          ...event.data.classes.map((each) => ({ subject: event.aggregateId, class: each })),
        );
      }
      if (event.type === 'SellerCreated' || event.type === 'SellerRevised') {
        sellers.set(idOf(stream), event.data.details.identity.subject);
      }
      if (event.type === 'StaffCreated' || event.type === 'StaffRevised') {
        staff.set(idOf(stream), event.data.details.contact.subject);
      }
      if (event.type === 'ManagerCreated' || event.type === 'ManagerRevised') {
        managers.set(idOf(stream), event.data.details.contact.subject);
      }
    }
    read += batch.length;
    onProgress(read);
  }
  const destroyed = await vault.survivors(erased);
  if (destroyed.length > 0) await vault.destroy(destroyed);
  const gone = new Set(erased.filter((it) => it.class === 'contact').map((it) => it.subject));
  const idsOf = (all: ReadonlyMap<string, string>): readonly string[] =>
    [...all].filter(([, subject]) => gone.has(subject)).map(([id]) => id);
  const accounts = {
    sellerIds: idsOf(sellers),
    staffIds: idsOf(staff),
    managerIds: idsOf(managers),
  };
  return { destroyed, accounts };
};
