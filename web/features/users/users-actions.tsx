import { use, useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { InviteButton } from './invite-button.tsx';
import { UsersContext } from './users-context.ts';
import { useUsersTexts } from './users-texts.ts';

const { Dialog: ExportDialog, preload } = lazyDialog(() => import('./export-dialog.tsx'));

/** The main action comes last. */
export const UsersActions = () => (
  <div className="flex flex-wrap gap-2">
    {use(UsersContext).mayExport && <ExportButton />}
    <InviteButton />
  </div>
);

const ExportButton = () => {
  const { download } = useUsersTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...preload} onClick={() => setOpen(true)}>
        {download.button}
      </Button>
      <ExportDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
