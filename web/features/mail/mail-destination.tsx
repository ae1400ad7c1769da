import { useQuery } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { mailQuery } from './mail-queries.ts';
import { useMailTexts } from './mail-texts.ts';

/** Says where mails go, and sends one to the person who looks. */
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
      {data && (
        <>
          <Badge tone={data.to === 'nothing' ? 'warning' : 'neutral'}>{texts.to[data.to]}</Badge>
          {data.from !== null && <span className="text-xs text-ink-muted">{data.from}</span>}
          {data.to === 'outbox' && (
            <a href="/outbox" className="text-xs font-medium text-accent hover:underline">
              {texts.seeOutbox}
            </a>
          )}
        </>
      )}
      {data && data.reports !== null && (
        <span className="flex max-w-full flex-wrap items-center gap-x-2 text-xs text-ink-muted">
          {texts.reports}
          <CopyField value={data.reports} label={texts.copyReports} copiedLabel={texts.copied} />
        </span>
      )}
      <Button pending={test.isPending} onClick={send}>
        {texts.test}
      </Button>
    </div>
  );
};
