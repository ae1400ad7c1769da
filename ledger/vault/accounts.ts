import type { PersonKind } from '#/domain/access/commands.ts';
import { personKinds } from '#/domain/access/events.ts';

/** The ids of the records as which a person signs in. */
export type Accounts = Readonly<Record<PersonKind, readonly string[]>>;

export const NO_ACCOUNTS: Accounts = { staff: [], seller: [], master: [], manager: [] };

/** Returns kinds and ids of all accounts in two lists of the same order, as a query takes them. */
export const columnsOf = (
  accounts: Accounts,
): readonly [kinds: readonly PersonKind[], ids: readonly string[]] => {
  const rows = personKinds.flatMap((kind) => accounts[kind].map((id) => ({ kind, id })));
  return [rows.map(({ kind }) => kind), rows.map(({ id }) => id)];
};
