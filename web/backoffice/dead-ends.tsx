import { Link } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { buttonClass } from '#/web/ui/button.tsx';
import { ErrorCard, PageNotFound } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/ui/texts.ts';

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

/** A fault of ours; what was confirmed is with the server, so a fresh start loses nothing. */
export const Crashed = ({ error }: ErrorComponentProps) => (
  <main className="grid min-h-dvh place-items-center">
    <ErrorCard error={error} onRetry={() => window.location.reload()} />
  </main>
);
