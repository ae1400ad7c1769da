import { useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { usePlatformsTexts } from './platforms-texts.ts';

const { Dialog: CreateDialog, preload } = lazyDialog(() => import('./create-dialog.tsx'));

export const CreateButton = () => {
  const { create } = usePlatformsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...preload} kind="primary" onClick={() => setOpen(true)}>
        {create.button}
      </Button>
      <CreateDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
