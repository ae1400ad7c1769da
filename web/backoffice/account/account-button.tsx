import { lazy, Suspense, useState } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { Avatar } from '#/web/ui/avatar.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

const fetchMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(fetchMenu);

/** Opens the account menu, whose code is loaded when the pointer or the focus enters the button. */
export const AccountButton = ({ session }: { readonly session: Session }) => {
  const { shell } = useTexts();
  const [isRequested, setRequested] = useState(false);
  const face = (
    <>
      <Avatar name={session.name} />
      <span className="max-w-44 truncate max-sm:sr-only">{session.name}</span>
      <span className="sr-only">, {shell.account}</span>
    </>
  );
  const button = (
    <Button
      kind="quiet"
      className="px-2"
      aria-haspopup="menu"
      onPointerEnter={() => void fetchMenu()}
      onFocus={() => void fetchMenu()}
      onClick={() => setRequested(true)}
    >
      {face}
    </Button>
  );
  if (!isRequested) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu
        session={session}
        trigger={
          <Button kind="quiet" className="px-2">
            {face}
          </Button>
        }
      />
    </Suspense>
  );
};
