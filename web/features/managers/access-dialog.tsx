import type { ManagerLine } from '#/api/contract/managers.ts';
import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

const procedures = { block: 'admin.blockManager', unblock: 'admin.restoreManager' } as const;

interface AccessDialogProps {
  readonly manager: ManagerLine;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the change, when the person is in the other list. */
  readonly onDone: () => void;
}

/** Explains the effect of the change before the user confirms it. */
const AccessDialog = ({ manager, action, ...dialog }: AccessDialogProps) => {
  const texts = useManagersTexts();
  const { managerId, revision } = manager;
  return (
    <ConfirmChange
      {...dialog}
      title={texts[action].title(managerName(manager))}
      texts={texts[action]}
      meanwhile={texts.meanwhile}
      kind={action === 'block' ? 'danger' : 'primary'}
      procedure={procedures[action]}
      revision={revision}
      inputFor={(basedOn) => ({ managerId, basedOn })}
    />
  );
};

export default AccessDialog;
