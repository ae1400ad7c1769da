import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { registerSearch } from '#/web/backoffice/search/register-search.ts';
import { RegisterPage } from '#/web/features/session/register/register-page.tsx';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';
import { buttonClass } from '#/web/ui/button.tsx';

const toSignIn = (label: string) => (
  <Link to="/login" className={buttonClass()}>
    {label}
  </Link>
);

const toRegister = (label: string) => (
  <Link to="/register" search={(before) => before} hash="" className={buttonClass()}>
    {label}
  </Link>
);

/** The token is after the #, which browsers do not send to servers. */
const Register = () => {
  const token = useLocation({ select: ({ hash }) => hash });
  const { platform } = Route.useSearch();
  const { recovery } = useOwnAccessTexts();
  return (
    <RegisterPage
      key={token}
      token={token}
      platformId={platform}
      toSignIn={toSignIn}
      toRegister={toRegister}
      footer={
        <p className="mt-4 text-center">
          <Link to="/login" className="text-accent hover:underline">
            {recovery.toSignIn}
          </Link>
        </p>
      }
    />
  );
};

export const Route = createFileRoute('/register')({
  validateSearch: registerSearch,
  component: Register,
});
