import { createFileRoute, Link } from '@tanstack/react-router';
import { RecoverPage } from '#/web/features/session/recover-page.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

const Recover = () => {
  const { recovery } = useTexts();
  return (
    <RecoverPage
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

export const Route = createFileRoute('/recover-password')({ component: Recover });
