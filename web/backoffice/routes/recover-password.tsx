import { createFileRoute, Link } from '@tanstack/react-router';
import { RecoverPage } from '#/web/features/session/recover-page.tsx';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';

const Recover = () => {
  const { recovery } = useOwnAccessTexts();
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
