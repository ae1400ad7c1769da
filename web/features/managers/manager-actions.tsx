import { useState } from 'react';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useManagersTexts } from './managers-texts.ts';

const again = lazyDialog(() => import('./invite-again-dialog.tsx'));
const access = lazyDialog(() => import('./access-dialog.tsx'));

interface ManagerActionsProps {
  readonly manager: ManagerLine;
  /** Called when the person has left the shown list. */
  readonly onGone: () => void;
}

type OpenDialog = 'again' | 'block' | 'unblock';

/** The actions that a manager's status allows: invite again, block or unblock. */
export const ManagerActions = ({ manager, onGone }: ManagerActionsProps) => {
  const texts = useManagersTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const { status } = manager;
  const isInvited = status === 'INVITED' || status === 'EXPIRED';
  const accessAction = status === 'BLOCKED' ? 'unblock' : 'block';
  const onClose = (): void => setOpenDialog(undefined);
  const onDone = (): void => {
    onClose();
    onGone();
  };
  return (
    <>
      {isInvited && (
        <Button {...again.preload} onClick={() => setOpenDialog('again')}>
          {texts.again.button}
        </Button>
      )}
      <Button {...access.preload} onClick={() => setOpenDialog(accessAction)}>
        {texts[accessAction].button}
      </Button>
      <again.Dialog manager={manager} open={openDialog === 'again'} onClose={onClose} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          manager={manager}
          action={each}
          open={openDialog === each}
          onClose={onClose}
          onDone={onDone}
        />
      ))}
    </>
  );
};
