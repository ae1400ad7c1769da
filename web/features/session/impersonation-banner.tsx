import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useImpersonationTexts } from './impersonation-texts.ts';
import { sessionQuery } from './session-query.ts';

/** The page asks the server whether the impersonation has ended: the browser's clock may be wrong. */
const POLL_MILLISECONDS = 10_000;

interface ImpersonationBannerProps {
  readonly session: Session;
  readonly impersonation: NonNullable<Session['impersonation']>;
}

/** Whom staff impersonate, and until when. */
const ImpersonationBanner = ({ session, impersonation }: ImpersonationBannerProps) => {
  const texts = useImpersonationTexts();
  const language = useLanguage();
  const { dateTime } = useFormats();
  const { name, sellerId } = session;
  const { data: current } = useQuery({ ...sessionQuery, refetchInterval: POLL_MILLISECONDS });
  const end = useMutation({
    mutationFn: () =>
      mutate('session.endImpersonation', {}, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => {
      tellTabs('signed-in');
      backTo(sellerId);
    },
  });
  useEffect(() => {
    if (current === null) sessionLost.note();
    else if (current?.impersonation === null) backTo(sellerId);
  }, [current, sellerId]);
  return (
    <section
      aria-label={texts.label}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-warning-soft px-4 py-2 text-warning sm:px-6"
    >
      <div className="flex min-w-0 items-start gap-2">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <p className="font-medium">{texts.as(name)}</p>
          <p className="text-xs">{texts.by(impersonation.by, dateTime(impersonation.until))}</p>
          <p role="alert" className="empty:hidden">
            {end.error && failureText(end.error, language)}
          </p>
        </div>
      </div>
      <Button pending={end.isPending} onClick={() => end.mutate()}>
        {texts.end}
      </Button>
    </section>
  );
};

/** A full page load discards the seller's data. */
const backTo = (sellerId: string | null): void =>
  window.location.assign(`/admin-root/manage-users?open=${encodeURIComponent(sellerId ?? '')}`);

export default ImpersonationBanner;
