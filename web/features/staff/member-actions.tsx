import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffMember } from '#/api/contract/staff.ts';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useMayGive } from './staff-context.ts';
import { hasAllFlags } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

const change = lazyDialog(() => import('./change-dialog.tsx'));
const again = lazyDialog(() => import('./invite-again-dialog.tsx'));
const access = lazyDialog(() => import('./access-dialog.tsx'));

interface MemberActionsProps {
  readonly member: StaffMember;
  /** Called when the person has left the shown list. */
  readonly onGone: () => void;
}

/** The actions that the status allows, or why the person cannot be changed. */
export const MemberActions = ({ member, onGone }: MemberActionsProps) => {
  const texts = useStaffTexts();
  const maySeeActivity = useMayGive()('isConfigAvailable');
  const { isChangeable, staffId } = member;
  return (
    <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
      {!isChangeable && (
        <p className="w-full text-ink-muted">
          {hasAllFlags(member) ? texts.adminText : texts.ownText}
        </p>
      )}
      {isChangeable && <Changes member={member} onGone={onGone} />}
      {maySeeActivity && (
        <Link
          to="/admin-root/platform-settings/access"
          search={{ personId: staffId }}
          className={buttonClass()}
        >
          {texts.activity}
        </Link>
      )}
    </div>
  );
};

type OpenDialog = 'change' | 'again' | 'block' | 'unblock';

const Changes = ({ member, onGone }: MemberActionsProps) => {
  const texts = useStaffTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const mayGive = useMayGive();
  const lacking = member.permissions.filter((flag) => !mayGive(flag));
  // Other actions give or take all of the person's flags, so the user must have them.
  const mayGiveAll = lacking.length === 0;
  const isBlocked = member.status === 'BLOCKED';
  const isInvited = member.status === 'INVITED' || member.status === 'EXPIRED';
  const accessAction = isBlocked ? 'unblock' : 'block';
  const dialogProps = { member, onClose: () => setOpenDialog(undefined) };
  return (
    <>
      {!mayGiveAll && (
        <p className="w-full text-ink-muted">
          {texts.lacksText(lacking.map((flag) => texts.names[flag]).join(', '))}
        </p>
      )}
      {!isBlocked && (
        <Button {...change.preload} onClick={() => setOpenDialog('change')}>
          {texts.change.button}
        </Button>
      )}
      {isInvited && mayGiveAll && (
        <Button {...again.preload} onClick={() => setOpenDialog('again')}>
          {texts.again.button}
        </Button>
      )}
      {mayGiveAll && (
        <Button {...access.preload} onClick={() => setOpenDialog(accessAction)}>
          {texts[accessAction].button}
        </Button>
      )}
      <change.Dialog {...dialogProps} open={openDialog === 'change'} />
      <again.Dialog {...dialogProps} open={openDialog === 'again'} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          {...dialogProps}
          action={each}
          open={openDialog === each}
          onDone={onGone}
        />
      ))}
    </>
  );
};
