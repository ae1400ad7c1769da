import { useState } from 'react';
import { useAccountTexts } from './account-texts.ts';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import type { AcquirerInUse } from './disconnect-dialog.tsx';

const { Dialog: DisconnectDialog, preload } = lazyDialog(() => import('./disconnect-dialog.tsx'));

export const DisconnectButton = (props: AcquirerInUse) => {
  const texts = useAccountTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...preload}
        size="small"
        aria-label={`${texts.disconnect} ${props.acquirer.label}`}
        onClick={() => setIsOpen(true)}
      >
        {texts.disconnect}
      </Button>
      <DisconnectDialog {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};
