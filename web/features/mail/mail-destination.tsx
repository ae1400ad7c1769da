import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { mailQuery } from './mail-queries.ts';

/** Says where mails go, and sends one to the person who looks. */
export const MailDestination = () => {
  const { mails } = useTexts();
  const language = useLanguage();
  const { data } = useQuery(mailQuery);
  const test = useWrite('admin.sendTestMail');
  const send = () =>
    test.mutate(
      {},
      {
        onSuccess: () => toast.success(mails.testRequested),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {data && (
        <>
          <Badge tone={data.to === 'nothing' ? 'warning' : 'neutral'}>{mails.to[data.to]}</Badge>
          {data.from !== null && <span className="text-xs text-ink-muted">{data.from}</span>}
          {data.to === 'outbox' && (
            <a href="/outbox" className="text-xs font-medium text-accent hover:underline">
              {mails.seeOutbox}
            </a>
          )}
        </>
      )}
      <Button pending={test.isPending} onClick={send}>
        {mails.test}
      </Button>
    </div>
  );
};
