import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { FactorReset } from '#/api/contract/factor-resets.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { secondFactorQuery, type PersonRef } from './factor-reset-queries.ts';
import { useFactorResetTexts } from './factor-reset-texts.ts';

const ask = lazyDialog(() => import('./ask-dialog.tsx'));

/** The reset of a person's second factor: one member of staff requests it, another one confirms it. */
export const FactorSection = ({ who }: { readonly who: PersonRef }) => {
  const texts = useFactorResetTexts();
  const result = useQuery(secondFactorQuery(who));
  return (
    <section className="mt-6">
      <h3 className="mb-1.5 text-sm font-semibold">{texts.title}</h3>
      <Answer query={result} lines={2}>
        {({ isOn, waiting }) => {
          if (waiting) return <Waiting reset={waiting} />;
          return isOn ? <Asking who={who} /> : <p className="text-ink-muted">{texts.off}</p>;
        }}
      </Answer>
    </section>
  );
};

const Asking = ({ who }: { readonly who: PersonRef }) => {
  const texts = useFactorResetTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-muted">{texts.on}</p>
      <Button {...ask.preload} size="small" onClick={() => setOpen(true)}>
        {texts.ask.button}
      </Button>
      <ask.Dialog who={who} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};

const Waiting = ({ reset }: { readonly reset: FactorReset }) => {
  const texts = useFactorResetTexts();
  const language = useLanguage();
  const { dateTime } = useFormats();
  const confirm = useWrite('admin.confirmFactorReset');
  const refuse = useWrite('admin.refuseFactorReset');
  const { resetId, isOwn, askedBy, askedAt, until, reason } = reset;
  const error = confirm.error ?? refuse.error;
  const at = dateTime(askedAt);
  return (
    <div className="grid gap-2">
      <p>{isOwn ? texts.askedByYou(at) : texts.askedBy(askedBy ?? '—', at)}</p>
      <p className="text-ink-muted">{texts.reason(reason)}</p>
      <p className="text-ink-muted">{texts.until(dateTime(until))}</p>
      <p className="text-ink-muted">{isOwn ? texts.ownText : texts.confirmText}</p>
      <div role="alert" className="text-negative empty:hidden">
        {error && failureText(error, language)}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button
            kind="danger"
            pending={confirm.isPending}
            onClick={() =>
              confirm.mutate({ resetId }, { onSuccess: () => toast.success(texts.done) })
            }
          >
            {texts.confirm}
          </Button>
        )}
        <Button
          pending={refuse.isPending}
          onClick={() =>
            refuse.mutate({ resetId }, { onSuccess: () => toast.success(texts.refused) })
          }
        >
          {isOwn ? texts.cancel : texts.refuse}
        </Button>
      </div>
    </div>
  );
};
