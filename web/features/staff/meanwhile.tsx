import type { ReactNode } from 'react';
import type { StaffMember } from '#/api/contract/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { Basis } from '#/web/lib/use-basis.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import type { SavedRecord } from './changed-meanwhile.ts';
import { changesBetween } from './flags.ts';
import { useStaffTexts } from './staff-texts.ts';

interface MeanwhileProps {
  readonly basis: Basis<SavedRecord>;
  /** The list's row, which may be older than the record. */
  readonly member: StaffMember;
  /** What happens to the user's choice. */
  readonly children?: ReactNode;
}

/**
 * Tells a user whose change was refused what was changed meanwhile; and by whom, if the list's row is as new as the record.
 */
export const Meanwhile = ({ basis: { saved, previous }, member, children }: MeanwhileProps) => {
  const texts = useStaffTexts();
  const { dateTime } = useFormats();
  if (previous === undefined) return null;
  const by = member.revision === saved.revision ? member.changedBy : null;
  const at = dateTime(saved.changedAt);
  const { given, taken } = changesBetween(previous.permissions, saved.permissions);
  const namesOf = (flags: readonly PermissionFlag[]): string =>
    flags.map((flag) => texts.names[flag]).join(', ');
  const isSame = given.length === 0 && taken.length === 0;
  return (
    <MeanwhileNotice title={by === null ? texts.meanwhile.at(at) : texts.meanwhile.by(at, by)}>
      {given.length > 0 && <p>{texts.meanwhile.given(namesOf(given))}</p>}
      {taken.length > 0 && <p>{texts.meanwhile.taken(namesOf(taken))}</p>}
      {isSame && <p>{texts.meanwhile.sameFlags}</p>}
      {saved.status !== previous.status && (
        <p>{texts.meanwhile.status(texts.statuses[saved.status])}</p>
      )}
      {children}
    </MeanwhileNotice>
  );
};
