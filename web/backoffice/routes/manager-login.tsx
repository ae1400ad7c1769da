import { createFileRoute, Link } from '@tanstack/react-router';
import { loginSearch } from '#/web/backoffice/search/login-search.ts';
import { SignInPage } from '#/web/features/session/sign-in-page.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

const Login = () => {
  const { next } = Route.useSearch();
  const { login } = useTexts();
  return (
    <SignInPage
      audience="manager"
      next={next}
      footer={
        <p className="mt-4 text-center">
          <Link to="/login" className="text-accent hover:underline">
            {login.toSeller}
          </Link>
        </p>
      }
    />
  );
};

export const Route = createFileRoute('/manager-login')({
  validateSearch: loginSearch,
  component: Login,
});
