import type { PersonKind } from '#/domain/access/commands.ts';
import type { Accounts } from '#/ledger/vault/accounts.ts';
import type { SubjectRecord } from '#/projections/subjects.ts';

export const accountsIn = (records: readonly SubjectRecord[]): Accounts => {
  const idsOf = (ofKind: PersonKind): readonly string[] =>
    records.filter(({ kind }) => kind === ofKind).map(({ recordId }) => recordId);
  return {
    seller: idsOf('seller'),
    staff: idsOf('staff'),
    manager: idsOf('manager'),
    master: idsOf('master'),
  };
};
