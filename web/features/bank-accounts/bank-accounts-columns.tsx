import { Link } from '@tanstack/react-router';
import type { ReviewedDestination } from '#/api/contract/payouts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import type { BankAccountsTexts } from '#/web/i18n/pt-br/payouts/bank-accounts.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import {
  sellerOf,
  type BankAccountsSearch,
  type DestinationStatus,
} from './bank-accounts-queries.ts';
import { useBankAccountsTexts } from './bank-accounts-texts.ts';

interface OfRow {
  readonly row: ReviewedDestination;
}

const DestinationLink = ({ row }: OfRow) => (
  <Named name={row.sellerName}>
    <Link
      {...ROW_LINK}
      from="/admin-root/manage-bank-accounts"
      to="/admin-root/manage-bank-accounts"
      search={(search) => ({ ...search, destination: row.destinationId })}
      className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
    >
      {sellerOf(row)}
    </Link>
  </Named>
);

const TONES = {
  WAITING: 'warning',
  APPROVED: 'positive',
  REFUSED: 'negative',
  SUSPENDED: 'negative',
  REMOVED: 'neutral',
} as const satisfies Record<DestinationStatus, Tone>;

export const StatusBadge = ({ status }: { readonly status: DestinationStatus }) => (
  <Badge tone={TONES[status]}>{useBankAccountsTexts().statuses[status]}</Badge>
);

const Key = ({ row: { pixType, pixKey } }: OfRow) => {
  const { finance } = useTexts();
  const { erased } = useBankAccountsTexts();
  return (
    <>
      {finance.keyType[pixType]} {pixKey ?? erased}
    </>
  );
};

export const bankAccountsColumns = (
  texts: BankAccountsTexts,
  formats: Formats,
): readonly Column<ReviewedDestination>[] => [
  { id: 'seller', header: texts.seller, cell: (row) => <DestinationLink row={row} /> },
  { id: 'key', header: texts.key, cell: (row) => <Key row={row} /> },
  { id: 'holder', header: texts.holder, cell: ({ holderName }) => holderName ?? texts.ownKey },
  { id: 'status', header: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'declaredAt',
    header: texts.declaredAt,
    cell: ({ declaredAt }) => formats.dateTime(declaredAt),
  },
  {
    id: 'since',
    header: texts.since,
    cell: ({ waitsSince }) => (waitsSince === null ? '—' : formats.dateTime(waitsSince)),
  },
];

export const BankAccountItem = ({ row }: OfRow) => {
  const texts = useBankAccountsTexts();
  const { dateTime } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <DestinationLink row={row} />
        <StatusBadge status={row.status} />
      </div>
      <p className="text-xs break-words text-ink-muted">
        <Key row={row} /> · {row.holderName ?? texts.ownKey}
      </p>
      <p className="text-xs text-ink-faint">{dateTime(row.waitsSince ?? row.declaredAt)}</p>
    </div>
  );
};

type ShownStatus = NonNullable<BankAccountsSearch['status']>;

/** The first option shows what staff must decide: WAITING and SUSPENDED. REMOVED is left out: nothing is to be decided there. */
const STATUSES: readonly ShownStatus[] = ['SUSPENDED', 'APPROVED', 'REFUSED'];

export const BankAccountsFilters = ({ search, onSearch }: SearchProps<BankAccountsSearch>) => {
  const texts = useBankAccountsTexts();
  return (
    <Select<ShownStatus>
      label={texts.filter}
      value={search.status ?? null}
      options={[
        { value: null, label: texts.waiting },
        ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
      ]}
      onChange={(status) => onSearch({ status: status ?? undefined })}
      className="w-fit min-w-52"
    />
  );
};
