import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { loginSearch } from '#/web/backoffice/search/login-search.ts';
import { openPlatformQuery } from '#/web/features/session/register/registration.ts';
import { SignInPage } from '#/web/features/session/sign-in-page.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

const LINK = 'text-accent hover:underline';

const Login = () => {
  const { next } = Route.useSearch();
  const { login } = useTexts();
  const { data: open } = useQuery(openPlatformQuery(undefined));
  return (
    <SignInPage
      audience="seller"
      next={next}
      footer={
        <>
          {/* While it is hidden, the line keeps its place, so that nothing moves. */}
          <p className={open ? 'mt-4 text-center' : 'invisible mt-4 text-center'}>
            <Link to="/register" className={LINK}>
              {login.toRegister}
            </Link>
          </p>
          <p className="mt-4 text-center">
            <Link to="/admin-root-login" className={LINK}>
              {login.toAdmin}
            </Link>
          </p>
        </>
      }
    />
  );
};

export const Route = createFileRoute('/login')({ validateSearch: loginSearch, component: Login });
