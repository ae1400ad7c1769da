import { Link } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { buttonClass } from '#/web/ui/button.tsx';
import { ErrorCard, NoPermission, PageNotFound } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';
import { useTexts } from '#/web/i18n/texts.ts';

export const NotFound = () => {
  const { states } = useTexts();
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageNotFound
        action={
          <Link to="/" className={buttonClass()}>
            {states.home}
          </Link>
        }
      />
    </main>
  );
};

export const Forbidden = () => {
  const { states } = useTexts();
  useDocumentTitle(states.forbiddenTitle);
  return (
    <NoPermission
      isPage
      action={
        <Link to="/" className={buttonClass()}>
          {states.home}
        </Link>
      }
    />
  );
};

/** Shown when a page could not be loaded or rendered. */
export const Crashed = ({ error }: ErrorComponentProps) => (
  <main className="grid min-h-dvh place-items-center">
    <ErrorCard error={error} onRetry={() => window.location.reload()} />
  </main>
);
