import { useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useManagersTexts } from './managers-texts.ts';

const { Dialog: InviteDialog, preload } = lazyDialog(() => import('./invite-dialog.tsx'));

export const InviteButton = () => {
  const { invite } = useManagersTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...preload} kind="primary" onClick={() => setOpen(true)}>
        {invite.button}
      </Button>
      <InviteDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
