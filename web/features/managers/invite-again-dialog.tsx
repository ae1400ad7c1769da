import type { ManagerLine } from '#/api/contract/managers.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { MailedLink } from '#/web/ui/blocks/mailed-link.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface InviteAgainDialogProps {
  readonly manager: ManagerLine;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a new link, which replaces any that the person still has. */
const InviteAgainDialog = (props: InviteAgainDialogProps) => {
  const { again } = useManagersTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={again.title(managerName(props.manager))}
      description={again.text}
    >
      <Again {...props} />
    </Dialog>
  );
};

const Again = ({ manager, onClose }: InviteAgainDialogProps) => {
  const texts = useManagersTexts();
  const write = useWrite('admin.inviteManagerAgain');
  const { managerId } = manager;
  if (write.data) {
    const { to, url } = write.data;
    const email = managerName(manager);
    return <MailedLink texts={texts} to={to} url={url} email={email} onClose={onClose} />;
  }
  return (
    <Confirm
      submit={texts.again.button}
      kind="primary"
      write={write}
      onConfirm={() => write.mutate({ managerId })}
      onClose={onClose}
    />
  );
};

export default InviteAgainDialog;
