import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { StaffMember } from '#/api/contract/staff.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { flagGroups } from './flags.ts';
import { MemberActions } from './member-actions.tsx';
import { lastChange, linkEnd, StaffStatus } from './staff-columns.tsx';
import { StaffContext } from './staff-context.ts';
import { hasAllFlags, memberName, staffQuery } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

/** Shows the data of the list's row. */
const StaffDetail = ({ id, onClose }: DetailProps) => {
  const texts = useStaffTexts();
  const { search, more } = use(StaffContext);
  const result = useQuery(staffQuery(search));
  const listed = result.data?.items.find(({ staffId }) => staffId === id);
  const [lastListed, setLastListed] = useState<StaffMember>();
  if (listed && listed !== lastListed) setLastListed(listed);
  // The person may be blocked elsewhere, and then leaves the list, but not the drawer.
  const member = listed ?? (lastListed?.staffId === id ? lastListed : undefined);
  return (
    <Drawer open onClose={onClose} title={member ? memberName(member) : texts.person}>
      {member ? (
        <div className="flex min-h-full flex-col">
          <div className="flex-1 p-5">
            <Facts member={member} />
            <Flags member={member} />
            {member.isChangeable && more(id)}
          </div>
          <MemberActions key={id} member={member} onGone={onClose} />
        </div>
      ) : (
        <div className="p-5">
          <Answer query={result}>{() => <p className="text-ink-muted">{texts.gone}</p>}</Answer>
        </div>
      )}
    </Drawer>
  );
};

interface OfMember {
  readonly member: StaffMember;
}

const Facts = ({ member }: OfMember) => {
  const texts = useStaffTexts();
  const { dateTime } = useFormats();
  const end = linkEnd(member, texts, dateTime);
  const { email, role, signedInAt } = member;
  return (
    <KeyValues>
      <KeyValue name={texts.invite.email}>{email ?? '—'}</KeyValue>
      <KeyValue name={texts.role}>{texts.roles[role]}</KeyValue>
      <KeyValue name={texts.status}>
        <StaffStatus member={member} />
      </KeyValue>
      {end !== undefined && <KeyValue name={texts.link}>{end}</KeyValue>}
      <KeyValue name={texts.signedIn}>
        {signedInAt === null ? texts.neverSignedIn : dateTime(signedInAt)}
      </KeyValue>
      <KeyValue name={texts.changed}>{lastChange(member, texts, dateTime)}</KeyValue>
    </KeyValues>
  );
};

/** The person's flags, explained. */
const Flags = ({ member }: OfMember) => {
  const texts = useStaffTexts();
  return (
    <section className="mt-6">
      <h3 className="mb-1.5 text-sm font-semibold">{texts.flags}</h3>
      {hasAllFlags(member) ? (
        <p className="text-ink-muted">{texts.allFlags}</p>
      ) : (
        <GivenFlags member={member} />
      )}
    </section>
  );
};

const GivenFlags = ({ member: { permissions } }: OfMember) => {
  const texts = useStaffTexts();
  const groups = flagGroups.flatMap(({ name, flags: all }) => {
    const flags = all.filter((flag) => permissions.includes(flag));
    return flags.length > 0 ? [{ name, flags }] : [];
  });
  if (groups.length === 0) return <p className="text-ink-muted">{texts.noFlags}</p>;
  return groups.map(({ name, flags }) => (
    <div key={name} className="mt-3">
      <h4 className="text-xs font-medium text-ink-muted">{texts.groups[name]}</h4>
      <ul>
        {flags.map((flag) => (
          <li key={flag} className="py-1">
            <span className="font-medium">{texts.names[flag]}</span>
            <p className="text-xs text-ink-muted">{texts.notes[flag]}</p>
          </li>
        ))}
      </ul>
    </div>
  ));
};

export default StaffDetail;
