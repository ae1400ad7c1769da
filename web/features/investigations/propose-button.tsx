import { useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import type { CaseName, Matter } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';

const { Dialog: ProposeDialog, preload } = lazyDialog(() => import('./propose-dialog.tsx'));

export const ProposeButton = (props: { readonly name: CaseName; readonly matter: Matter }) => {
  const texts = useInvestigationTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-4">
      <Button {...preload} kind="primary" onClick={() => setOpen(true)}>
        {texts.decide}
      </Button>
      <ProposeDialog {...props} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};
