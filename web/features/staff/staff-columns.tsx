import type { StaffMember } from '#/api/contract/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { StaffTexts } from '#/web/i18n/pt-br/people/staff.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { hasAllFlags, memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

interface OfMember {
  readonly member: StaffMember;
}

const TONES = {
  ACTIVE: 'positive',
  INVITED: 'accent',
  EXPIRED: 'warning',
  BLOCKED: 'negative',
} as const satisfies Record<StaffMember['status'], Tone>;

/** The day on which an invitation ends; undefined for other members. */
export const linkEnd = (
  { status, expiresAt }: StaffMember,
  texts: StaffTexts,
  format: (instant: string) => string,
): string | undefined => {
  if (expiresAt === null) return undefined;
  if (status === 'INVITED') return texts.linkUntil(format(expiresAt));
  return status === 'EXPIRED' ? texts.linkEnded(format(expiresAt)) : undefined;
};

/** The status; for an invitation also the day on which it ends. */
export const StaffStatus = ({ member }: OfMember) => {
  const texts = useStaffTexts();
  const { date } = useFormats();
  const { status } = member;
  const end = linkEnd(member, texts, date);
  return (
    <span className="inline-flex items-center gap-x-2">
      <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
      {end !== undefined && <span className="text-xs text-ink-muted">{end}</span>}
    </span>
  );
};

export const flagCount = (member: StaffMember, texts: StaffTexts): string =>
  hasAllFlags(member)
    ? texts.allFlags
    : texts.flagsOf(member.permissions.length, permissionFlags.length);

export const lastChange = (
  { changedAt, changedBy }: StaffMember,
  texts: StaffTexts,
  format: (instant: string) => string,
): string =>
  changedBy === null ? format(changedAt) : texts.changedBy(format(changedAt), changedBy);

const Person = ({ member }: OfMember) => (
  <Named name={member.name}>
    <span className="font-medium">{memberName(member)}</span>
  </Named>
);

export const staffColumns = (
  texts: StaffTexts,
  formats: Formats,
): readonly Column<StaffMember>[] => [
  { id: 'person', header: texts.person, cell: (member) => <Person member={member} /> },
  { id: 'role', header: texts.role, cell: ({ role }) => texts.roles[role] },
  { id: 'status', header: texts.status, cell: (member) => <StaffStatus member={member} /> },
  {
    id: 'flags',
    header: texts.flags,
    isFigure: true,
    cell: (member) => flagCount(member, texts),
  },
  {
    id: 'signed-in',
    header: texts.signedIn,
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : formats.date(signedInAt)),
  },
  {
    id: 'changed',
    header: texts.changed,
    cell: (member) => lastChange(member, texts, formats.date),
  },
];

export const StaffItem = ({ row }: { readonly row: StaffMember }) => {
  const texts = useStaffTexts();
  const { dateTime } = useFormats();
  const { role, signedInAt } = row;
  const entry =
    signedInAt === null ? texts.neverSignedIn : `${texts.signedIn}: ${dateTime(signedInAt)}`;
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Person member={row} />
        </span>
        <span className="text-xs whitespace-nowrap text-ink-muted">{texts.roles[role]}</span>
      </div>
      <StaffStatus member={row} />
      <div className="text-xs text-ink-faint">
        {texts.flags}: {flagCount(row, texts)} · {entry}
      </div>
    </div>
  );
};
