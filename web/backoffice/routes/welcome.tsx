import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { WelcomePage } from '#/web/features/session/welcome-page.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const toSignIn = (label: string) => (
  <Link to="/admin-root-login" className={buttonClass()}>
    {label}
  </Link>
);

/** The token is after the #, which browsers do not send to servers. */
const Welcome = () => {
  const token = useLocation({ select: ({ hash }) => hash });
  return <WelcomePage key={token} token={token} toSignIn={toSignIn} />;
};

export const Route = createFileRoute('/welcome')({ component: Welcome });
