import { useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { usePaidTexts } from './paid-texts.ts';

const { Dialog: ExportDialog, preload } = lazyDialog(() => import('./export-dialog.tsx'));

export const ExportButton = () => {
  const { download } = usePaidTexts();
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
