import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { BlockPage } from '#/web/features/session/block/block-page.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const toSignIn = (label: string) => (
  <Link to="/login" className={buttonClass()}>
    {label}
  </Link>
);

const toRecovery = (label: string) => (
  <Link to="/recover-password" className={buttonClass('primary')}>
    {label}
  </Link>
);

/** The token is after the #, which browsers do not send to servers. */
const BlockAccess = () => {
  const token = useLocation({ select: ({ hash }) => hash });
  return <BlockPage key={token} token={token} toSignIn={toSignIn} toRecovery={toRecovery} />;
};

export const Route = createFileRoute('/block-access')({ component: BlockAccess });
