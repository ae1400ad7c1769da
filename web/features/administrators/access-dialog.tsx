import type { Administrator } from '#/api/contract/master.ts';
import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { administratorName } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

const procedures = {
  block: 'master.blockAdministrator',
  unblock: 'master.restoreAdministrator',
} as const;

interface AccessDialogProps {
  readonly administrator: Administrator;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the change, when the person is in the other list. */
  readonly onDone: () => void;
}

const AccessDialog = ({ administrator, action, ...dialog }: AccessDialogProps) => {
  const texts = useAdministratorsTexts();
  const { staffId, revision } = administrator;
  return (
    <ConfirmChange
      {...dialog}
      title={texts[action].title(administratorName(administrator))}
      texts={texts[action]}
      meanwhile={texts.meanwhile}
      kind={action === 'block' ? 'danger' : 'primary'}
      procedure={procedures[action]}
      revision={revision}
      inputFor={(basedOn) => ({ staffId, basedOn })}
    />
  );
};

export default AccessDialog;
