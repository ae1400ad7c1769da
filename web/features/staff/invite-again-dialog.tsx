import type { StaffMember } from '#/api/contract/staff.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { MailedLink } from '#/web/ui/blocks/mailed-link.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

interface InviteAgainDialogProps {
  readonly member: StaffMember;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a new link, which replaces any that the person still has. */
const InviteAgainDialog = (props: InviteAgainDialogProps) => {
  const { again } = useStaffTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={again.title(memberName(props.member))}
      description={again.text}
    >
      <Again {...props} />
    </Dialog>
  );
};

const Again = ({ member, onClose }: InviteAgainDialogProps) => {
  const texts = useStaffTexts();
  const { again } = texts;
  const { common } = useUiTexts();
  const language = useLanguage();
  const write = useWrite('admin.inviteAgain');
  if (write.data) {
    const { to, url } = write.data;
    const email = member.email ?? memberName(member);
    return <MailedLink texts={texts} to={to} url={url} email={email} onClose={onClose} />;
  }
  return (
    <>
      <div role="alert" className="mb-3 text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind="primary"
          pending={write.isPending}
          onClick={() => write.mutate({ staffId: member.staffId })}
        >
          {again.button}
        </Button>
      </div>
    </>
  );
};

export default InviteAgainDialog;
