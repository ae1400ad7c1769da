import { useState } from 'react';
import type { Administrator } from '#/api/contract/master.ts';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useAdministratorsTexts } from './administrators-texts.ts';

const again = lazyDialog(() => import('./invite-again-dialog.tsx'));
const access = lazyDialog(() => import('./access-dialog.tsx'));

interface AdministratorActionsProps {
  readonly administrator: Administrator;
  /** Called when the person has left the shown list. */
  readonly onGone: () => void;
}

type OpenDialog = 'again' | 'block' | 'unblock';

export const AdministratorActions = ({ administrator, onGone }: AdministratorActionsProps) => {
  const texts = useAdministratorsTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const { status } = administrator;
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
      <again.Dialog administrator={administrator} open={openDialog === 'again'} onClose={onClose} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          administrator={administrator}
          action={each}
          open={openDialog === each}
          onClose={onClose}
          onDone={onDone}
        />
      ))}
    </>
  );
};
