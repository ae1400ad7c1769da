import { useInfiniteQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { SellerChange } from '#/api/contract/sellers.ts';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { changedRows } from './changed-fields.ts';
import { Entries } from './entries.tsx';
import { sellerChangesQuery } from './user-record-queries.ts';
import { useUserRecordTexts } from './user-record-texts.ts';
import { UsersContext } from './users-context.ts';

interface UserChangesProps {
  readonly sellerId: string;
}

/** The changes of the seller's record, read when the user opens this part. */
export const UserChanges = ({ sellerId }: UserChangesProps) => {
  const { changes } = useUserRecordTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="mb-1.5 text-sm leading-6 font-semibold">{changes.title}</summary>
      {isOpen && <Changes sellerId={sellerId} />}
    </details>
  );
};

const Changes = ({ sellerId }: UserChangesProps) => {
  const { changes } = useUserRecordTexts();
  const query = useInfiniteQuery(sellerChangesQuery(sellerId));
  return (
    <Entries query={query} none={changes.none}>
      {(change) => <Change key={change.revision} change={change} />}
    </Entries>
  );
};

const Change = ({ change }: { readonly change: SellerChange }) => {
  const { by: byText, authors, changes } = useUserRecordTexts();
  const { dateTime } = useFormats();
  const { termsChanges } = use(UsersContext);
  const { revision, at, author, by, fields, ownTerms } = change;
  const heading = byText(dateTime(at), by ?? authors[author]);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h4 className="font-medium">
        {revision === 0 ? `${changes.initial} · ${heading}` : heading}
      </h4>
      {fields.length > 0 && (
        <DiffTable rows={changedRows(fields, changes)} texts={changes.columns} />
      )}
      {ownTerms.length > 0 && termsChanges(ownTerms)}
    </li>
  );
};
