import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { ConfirmPage } from '#/web/features/session/email/confirm-page.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const toSignIn = (label: string) => (
  <Link to="/login" className={buttonClass()}>
    {label}
  </Link>
);

/** The token is after the #, which browsers do not send to servers. */
const ConfirmEmail = () => {
  const token = useLocation({ select: ({ hash }) => hash });
  return <ConfirmPage key={token} token={token} toSignIn={toSignIn} />;
};

export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmail });
