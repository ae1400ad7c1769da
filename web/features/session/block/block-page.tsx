import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { LinkPage } from '#/web/features/session/link-page.tsx';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useBlockTexts } from './block-texts.ts';

const blockQuery = (token: string) =>
  queryOptions({
    queryKey: ['block', token],
    queryFn: ({ signal }) =>
      mutate('session.openBlock', { token }, { idempotencyKey: newIdempotencyKey(), signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface BlockPageProps {
  /** The link's part after the #. */
  readonly token: string;
  /** Make links to other pages. */
  readonly toSignIn: (label: string) => ReactNode;
  readonly toRecovery: (label: string) => ReactNode;
}

/** The page of a security mail's link: its button ends all sessions and makes the password invalid. */
export const BlockPage = ({ token, ...links }: BlockPageProps) => {
  const texts = useBlockTexts();
  const result = useQuery(blockQuery(token));
  return (
    <LinkPage result={result} texts={texts} onOver={links.toSignIn(texts.toSignIn)}>
      {(notice) => <Question token={token} notice={notice} {...links} />}
    </LinkPage>
  );
};

interface QuestionProps extends BlockPageProps {
  readonly notice: OutputOf<'session.openBlock'>;
}

const Question = ({ token, notice, toSignIn, toRecovery }: QuestionProps) => {
  const texts = useBlockTexts();
  const language = useLanguage();
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const block = useMutation({
    mutationFn: () =>
      mutate('session.blockAccess', { token }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => {
      // The ended sessions may include this browser's.
      tellTabs('signed-out');
      client.removeQueries({ queryKey: ['session'] });
    },
  });
  if (block.isSuccess) {
    return (
      <AuthFrame title={texts.doneTitle} text={texts.doneText}>
        <div className="mt-5">{toRecovery(texts.newPassword)}</div>
      </AuthFrame>
    );
  }
  const { template, email, at } = notice;
  const failure = block.error ? failureText(block.error, language) : undefined;
  return (
    <AuthFrame
      title={texts.title}
      text={texts.what[template](email, dateTime(at))}
      failure={failure}
    >
      <p className="mt-4 text-ink-muted">{texts.effect}</p>
      <div className="mt-5 grid gap-3">
        <Button kind="danger" pending={block.isPending} onClick={() => block.mutate()}>
          {texts.submit}
        </Button>
        {toSignIn(texts.mine)}
      </div>
    </AuthFrame>
  );
};
