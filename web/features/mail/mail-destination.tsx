import { useQuery } from '@tanstack/react-query';
import type { MailDestination as MailSettings } from '#/api/contract/mail.ts';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { mailQuery } from './mail-queries.ts';
import { useMailTexts } from './mail-texts.ts';

export const WhereMailsGo = ({ settings }: { readonly settings: MailSettings }) => {
  const texts = useMailTexts();
  const { to, from } = settings;
  return (
    <>
      <Badge tone={to === 'nothing' ? 'warning' : 'neutral'}>{texts.to[to]}</Badge>
      {from !== null && <span className="text-xs text-ink-muted">{from}</span>}
      {to === 'outbox' && (
        <a href="/outbox" className="text-xs font-medium text-accent hover:underline">
          {texts.seeOutbox}
        </a>
      )}
    </>
  );
};

/** Where mails go, and a test mail to the current user. */
export const MailDestination = () => {
  const texts = useMailTexts();
  const language = useLanguage();
  const { data } = useQuery(mailQuery);
  const test = useWrite('admin.sendTestMail');
  const send = () =>
    test.mutate(
      {},
      {
        onSuccess: () => toast.success(texts.testRequested),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {data && <WhereMailsGo settings={data} />}
      <Button pending={test.isPending} onClick={send}>
        {texts.test}
      </Button>
    </div>
  );
};
