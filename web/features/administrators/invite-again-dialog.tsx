import type { Administrator } from '#/api/contract/master.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { MailedLink } from '#/web/ui/blocks/mailed-link.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { administratorName } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

interface InviteAgainDialogProps {
  readonly administrator: Administrator;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a new link, which replaces any that the person still has. */
const InviteAgainDialog = (props: InviteAgainDialogProps) => {
  const { again } = useAdministratorsTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={again.title(administratorName(props.administrator))}
      description={again.text}
    >
      <Again {...props} />
    </Dialog>
  );
};

const Again = ({ administrator, onClose }: InviteAgainDialogProps) => {
  const texts = useAdministratorsTexts();
  const write = useWrite('master.inviteAdministratorAgain');
  const { staffId } = administrator;
  if (write.data) {
    const { to, url } = write.data;
    const email = administratorName(administrator);
    return <MailedLink texts={texts} to={to} url={url} email={email} onClose={onClose} />;
  }
  return (
    <Confirm
      submit={texts.again.button}
      kind="primary"
      write={write}
      onConfirm={() => write.mutate({ staffId })}
      onClose={onClose}
    />
  );
};

export default InviteAgainDialog;
