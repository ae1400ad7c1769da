import type { ReactNode } from 'react';
import { mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { AskForLink } from './ask-for-link.tsx';
import { useOwnAccessTexts } from './own-access-texts.ts';

interface RecoverPageProps {
  readonly footer: ReactNode;
}

const send = (email: string) =>
  mutate('session.requestRecovery', { email }, { idempotencyKey: newIdempotencyKey() });

/** For users who forgot their password. */
export const RecoverPage = ({ footer }: RecoverPageProps) => {
  const { recovery } = useOwnAccessTexts();
  return <AskForLink texts={recovery} send={send} footer={footer} />;
};
