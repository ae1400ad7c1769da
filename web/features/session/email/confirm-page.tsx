import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { LinkPage } from '#/web/features/session/link-page.tsx';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useEmailTexts } from './email-texts.ts';

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-link', token],
    queryFn: ({ signal }) =>
      mutate('session.openEmailChange', { token }, { idempotencyKey: newIdempotencyKey(), signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface ConfirmPageProps {
  /** The link's part after the #. */
  readonly token: string;
  /** Makes a link to the sign-in page. */
  readonly toSignIn: (label: string) => ReactNode;
}

/** Confirms a change of e-mail; the former and the new address get a link each. */
export const ConfirmPage = ({ token, toSignIn }: ConfirmPageProps) => {
  const { confirm } = useEmailTexts();
  const result = useQuery(linkQuery(token));
  return (
    <LinkPage result={result} texts={confirm} onOver={toSignIn(confirm.toSignIn)}>
      {(change) => <Question token={token} change={change} toSignIn={toSignIn} />}
    </LinkPage>
  );
};

interface QuestionProps extends ConfirmPageProps {
  readonly change: OutputOf<'session.openEmailChange'>;
}

const Question = ({ token, change, toSignIn }: QuestionProps) => {
  const { confirm: texts } = useEmailTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () =>
      mutate('session.confirmEmailChange', { token }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ isMade }) => {
      if (!isMade) return;
      // The ended sessions may include this browser's.
      tellTabs('signed-out');
      client.removeQueries({ queryKey: ['session'] });
    },
  });
  const { side, newEmail, isConfirmed, isOtherConfirmed } = change;
  if (confirm.data?.isMade) {
    return (
      <AuthFrame title={texts.madeTitle} text={texts.madeText(newEmail)}>
        <div className="mt-5">{toSignIn(texts.toSignIn)}</div>
      </AuthFrame>
    );
  }
  if (confirm.data || isConfirmed) {
    return (
      <AuthFrame title={texts.halfTitle} text={texts.halfText[side]}>
        <div className="mt-5">{toSignIn(texts.toSignIn)}</div>
      </AuthFrame>
    );
  }
  const failure = confirm.error ? failureText(confirm.error, language) : undefined;
  return (
    <AuthFrame title={texts.title} text={texts.what[side](newEmail)} failure={failure}>
      <p className="mt-4 text-ink-muted">{isOtherConfirmed ? texts.last : texts.first[side]}</p>
      <div className="mt-5 grid">
        <Button kind="primary" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          {texts.submit}
        </Button>
      </div>
    </AuthFrame>
  );
};
