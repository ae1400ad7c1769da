import { useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useAdministratorsTexts } from './administrators-texts.ts';

const { Dialog: InviteDialog, preload } = lazyDialog(() => import('./invite-dialog.tsx'));

/** The main action of a platform's page. */
export const InviteButton = ({ platformId }: { readonly platformId: string }) => {
  const { invite } = useAdministratorsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...preload} kind="primary" onClick={() => setOpen(true)}>
        {invite.button}
      </Button>
      <InviteDialog platformId={platformId} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
