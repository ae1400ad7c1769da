import type { ReactNode } from 'react';
import { mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { AskForLink } from './ask-for-link.tsx';
import { useOwnAccessTexts } from './own-access-texts.ts';

interface RecoverPageProps {
  /** A link back to the sign-in page. */
  readonly footer: ReactNode;
}

const send = (email: string) =>
  mutate('session.requestRecovery', { email }, { idempotencyKey: newIdempotencyKey() });

/** Requests a link to set a new password, for users who forgot theirs. */
export const RecoverPage = ({ footer }: RecoverPageProps) => {
  const { recovery } = useOwnAccessTexts();
  return <AskForLink texts={recovery} send={send} footer={footer} />;
};
