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

type Opened = 'again' | 'block' | 'unblock';

export const AdministratorActions = ({ administrator, onGone }: AdministratorActionsProps) => {
  const texts = useAdministratorsTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [opened, setOpened] = useState<Opened>();
  const { status } = administrator;
  const isInvited = status === 'INVITED' || status === 'EXPIRED';
  const accessAction = status === 'BLOCKED' ? 'unblock' : 'block';
  const onClose = (): void => setOpened(undefined);
  const onDone = (): void => {
    onClose();
    onGone();
  };
  return (
    <>
      {isInvited && (
        <Button {...again.preload} onClick={() => setOpened('again')}>
          {texts.again.button}
        </Button>
      )}
      <Button {...access.preload} onClick={() => setOpened(accessAction)}>
        {texts[accessAction].button}
      </Button>
      <again.Dialog administrator={administrator} open={opened === 'again'} onClose={onClose} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          administrator={administrator}
          action={each}
          open={opened === each}
          onClose={onClose}
          onDone={onDone}
        />
      ))}
    </>
  );
};
