import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey, ProblemError } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/use-document-title.ts';
import { useBlockTexts } from './block-texts.ts';

const blockQuery = (token: string) =>
  queryOptions({
    queryKey: ['block', token],
    queryFn: ({ signal }) =>
      mutate('session.openBlock', { token }, { idempotencyKey: newIdempotencyKey(), signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isOver = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'session/link-over';

interface BlockPageProps {
  /** The part of the link after the #. */
  readonly token: string;
  /** Links to other pages, by their labels. */
  readonly toSignIn: (label: string) => ReactNode;
  readonly toRecovery: (label: string) => ReactNode;
}

/** The page of a security mail's link: nothing happens before the person presses, as programs open links too. */
export const BlockPage = ({ token, ...links }: BlockPageProps) => {
  const texts = useBlockTexts();
  const { common } = useTexts();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(blockQuery(token));
  useDocumentTitle(texts.title);
  if (data) return <Question token={token} notice={data} {...links} />;
  if (!error) {
    return (
      <AuthFrame title={texts.title} text={texts.checking}>
        <SkeletonLines count={3} label={texts.checking} />
      </AuthFrame>
    );
  }
  const title = isOver(error) ? texts.overTitle : texts.uncheckedTitle;
  return (
    <AuthFrame title={title} text={failureText(error, language)}>
      <div className="mt-5">
        {isOver(error) ? (
          links.toSignIn(texts.toSignIn)
        ) : (
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        )}
      </div>
    </AuthFrame>
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
      // The session of this browser may have been one of them.
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
