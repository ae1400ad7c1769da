import type { Master } from '#/api/contract/master.ts';
import type { MastersTexts } from '#/web/i18n/pt-br/people/masters.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { masterName } from './masters-queries.ts';
import { useMastersTexts } from './masters-texts.ts';

export const MasterStatus = ({ status }: Pick<Master, 'status'>) => {
  const { statuses } = useMastersTexts();
  return <Badge tone={status === 'ACTIVE' ? 'positive' : 'negative'}>{statuses[status]}</Badge>;
};

const Person = ({ master }: { readonly master: Master }) => {
  const { oneself } = useMastersTexts();
  return (
    <Named name={master.name}>
      <span className="font-medium">{masterName(master)}</span>
      {master.isOneself && <span className="text-xs text-ink-muted"> ({oneself})</span>}
    </Named>
  );
};

export const mastersColumns = (
  texts: MastersTexts,
  { date }: Formats,
): readonly Column<Master>[] => [
  { id: 'person', header: texts.person, cell: (row) => <Person master={row} /> },
  { id: 'email', header: texts.email, cell: ({ email }) => email },
  { id: 'status', header: texts.status, cell: ({ status }) => <MasterStatus status={status} /> },
  { id: 'joined', header: texts.joined, cell: ({ joinedAt }) => date(joinedAt) },
  {
    id: 'signed-in',
    header: texts.signedIn,
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : date(signedInAt)),
  },
];

export const MasterItem = ({ row }: { readonly row: Master }) => {
  const texts = useMastersTexts();
  const { dateTime } = useFormats();
  const { email, signedInAt, status } = row;
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Person master={row} />
        </span>
        <MasterStatus status={status} />
      </div>
      <div className="text-xs break-words text-ink-muted">{email}</div>
      <div className="text-xs text-ink-faint">
        {signedInAt === null ? texts.neverSignedIn : `${texts.signedIn}: ${dateTime(signedInAt)}`}
      </div>
    </div>
  );
};
