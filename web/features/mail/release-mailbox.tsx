import { use } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { MailLine } from '#/api/contract/mail.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { MailArea } from './mail-area.ts';
import { useMailTexts } from './mail-texts.ts';

const procedures = {
  admin: 'admin.releaseMailbox',
  master: 'master.releaseMailbox',
} as const;

/** Lifts the suppression of a mailbox that a mail server reported as unknown. */
export const ReleaseMailbox = ({ mailId }: Pick<MailLine, 'mailId'>) => {
  const texts = useMailTexts();
  const language = useLanguage();
  const write = useWrite(procedures[use(MailArea)]);
  const release = () =>
    write.mutate(
      { mailId },
      {
        onSuccess: () => toast.success(texts.released),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <Button size="small" pending={write.isPending} onClick={release} className="shrink-0">
      {texts.release}
    </Button>
  );
};
