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

type Opened = 'again' | 'block' | 'unblock';

/** The actions that a manager's status allows: invite again, block or unblock. */
export const ManagerActions = ({ manager, onGone }: ManagerActionsProps) => {
  const texts = useManagersTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [opened, setOpened] = useState<Opened>();
  const { status } = manager;
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
      <again.Dialog manager={manager} open={opened === 'again'} onClose={onClose} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          manager={manager}
          action={each}
          open={opened === each}
          onClose={onClose}
          onDone={onDone}
        />
      ))}
    </>
  );
};
