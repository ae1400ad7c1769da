import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskForLink } from '#/web/features/session/ask-for-link.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';
import { OpenedLink } from './opened-link.tsx';
import { useRegisterTexts } from './register-texts.ts';
import { isLinkOver, openPlatformQuery, registrationQuery } from './registration.ts';

/** Make links to other pages. */
export interface RegisterLinks {
  readonly toSignIn: (label: string) => ReactNode;
  readonly toRegister: (label: string) => ReactNode;
}

interface RegisterPageProps extends RegisterLinks {
  /** The link's part after the #; empty without a link. */
  readonly token: string;
  /** The platform in the URL. */
  readonly platformId: string | undefined;
  readonly footer: ReactNode;
}

/** First asks for an e-mail, then the mailed link opens the form. */
export const RegisterPage = ({ token, platformId, footer, ...links }: RegisterPageProps) => {
  useDocumentTitle(useRegisterTexts().ask.title);
  return token === '' ? (
    <RequestLink platformId={platformId} footer={footer} />
  ) : (
    <FollowLink token={token} {...links} />
  );
};

/** Looks the same with and without a link: the server, which renders it, does not see the part after the #. */
const Checking = () => {
  const { ask, checking } = useRegisterTexts();
  return (
    <AuthFrame title={ask.title} text={checking}>
      <SkeletonLines count={3} label={checking} />
    </AuthFrame>
  );
};

interface UncheckedProps {
  readonly failure: Error;
  readonly onRetry: () => void;
}

const Unchecked = ({ failure, onRetry }: UncheckedProps) => {
  const texts = useRegisterTexts();
  const { common } = useTexts();
  const language = useLanguage();
  return (
    <AuthFrame title={texts.uncheckedTitle} text={failureText(failure, language)}>
      <div className="mt-5">
        <Button onClick={onRetry}>{common.retry}</Button>
      </div>
    </AuthFrame>
  );
};

const RequestLink = ({ platformId, footer }: Pick<RegisterPageProps, 'platformId' | 'footer'>) => {
  const texts = useRegisterTexts();
  const { data, error, refetch } = useQuery(openPlatformQuery(platformId));
  if (error) return <Unchecked failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Checking />;
  if (data === null) {
    return (
      <AuthFrame title={texts.closedTitle} text={texts.closedText} footer={footer}>
        {null}
      </AuthFrame>
    );
  }
  const send = (email: string) =>
    mutate(
      'session.requestRegistration',
      { platformId: data.platformId, email },
      { idempotencyKey: newIdempotencyKey() },
    );
  return (
    <AskForLink
      texts={{ ...texts.ask, text: texts.ask.text(data.platformName) }}
      send={send}
      footer={footer}
    />
  );
};

interface FollowLinkProps extends RegisterLinks {
  readonly token: string;
}

const FollowLink = ({ token, ...links }: FollowLinkProps) => {
  const texts = useRegisterTexts();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(registrationQuery(token));
  if (data) return <OpenedLink token={token} opened={data} {...links} />;
  if (!error) return <Checking />;
  if (!isLinkOver(error)) return <Unchecked failure={error} onRetry={() => void refetch()} />;
  return (
    <AuthFrame title={texts.overTitle} text={failureText(error, language)}>
      <div className="mt-5">{links.toRegister(texts.again)}</div>
    </AuthFrame>
  );
};
