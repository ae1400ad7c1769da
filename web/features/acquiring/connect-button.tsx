import { useState } from 'react';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useAccountTexts } from './account-texts.ts';

const { Dialog: ConnectDialog, preload } = lazyDialog(() => import('./connect-dialog.tsx'));

/** Connects the first account at an acquirer, or replaces the current account. */
export const ConnectButton = ({ acquirer }: { readonly acquirer: AcquirerShown }) => {
  const texts = useAccountTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { label, connected } = acquirer;
  const name = connected ? texts.reconnect : texts.connect;
  return (
    <>
      <Button
        {...preload}
        size="small"
        aria-label={`${name} ${label}`}
        onClick={() => setIsOpen(true)}
      >
        {name}
      </Button>
      <ConnectDialog acquirer={acquirer} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};
