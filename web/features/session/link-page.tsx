import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, ProblemError } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';

interface LinkPageProps<Opened> {
  /** The query that opens the link. */
  readonly result: UseQueryResult<Opened>;
  readonly texts: {
    readonly title: string;
    readonly checking: string;
    readonly overTitle: string;
    readonly uncheckedTitle: string;
  };
  /** Offered if the link has ended. */
  readonly onOver: ReactNode;
  readonly children: (opened: Opened) => ReactNode;
}

const isLinkOver = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'session/link-over';

/** Nothing changes until a button is pressed: programs that scan mails open links too. */
export const LinkPage = <Opened,>({ result, texts, onOver, children }: LinkPageProps<Opened>) => {
  const { common } = useTexts();
  const language = useLanguage();
  const { data, error, refetch } = result;
  useDocumentTitle(texts.title);
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <AuthFrame title={texts.title} text={texts.checking}>
        <SkeletonLines count={3} label={texts.checking} />
      </AuthFrame>
    );
  }
  const title = isLinkOver(error) ? texts.overTitle : texts.uncheckedTitle;
  return (
    <AuthFrame title={title} text={failureText(error, language)}>
      <div className="mt-5">
        {isLinkOver(error) ? (
          onOver
        ) : (
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        )}
      </div>
    </AuthFrame>
  );
};
