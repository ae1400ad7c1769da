import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { useShortcutKeys } from '#/web/ui/blocks/shortcut-keys.ts';
import { Button } from '#/web/ui/button.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { isDecided, isOutdated, type OpenedDestination } from './bank-accounts-queries.ts';
import { useBankAccountsTexts } from './bank-accounts-texts.ts';

const approving = lazyDialog(() => import('./approve-dialog.tsx'));
const refusing = lazyDialog(() => import('#/web/ui/blocks/reason-dialog.tsx'));

/** Approves, or refuses with a reason. */
export const Decision = ({ opened }: { readonly opened: OpenedDestination }) => {
  const texts = useBankAccountsTexts();
  const client = useQueryClient();
  const refuse = useWrite('admin.refuseDestination');
  const approve = useWrite('admin.approveDestination');
  const [open, setOpen] = useState<'approve' | 'refuse'>();
  // The revision that the page showed when the dialog was opened; a newer one on the page does not replace it.
  const [basedOn, setBasedOn] = useState(opened.revision);
  const { destinationId, pixKey, waitsSince } = opened;
  const close = () => setOpen(undefined);
  const start = (kind: 'approve' | 'refuse') => {
    // Clears an earlier failure.
    if (!refuse.isPending) refuse.reset();
    if (!approve.isPending) approve.reset();
    setBasedOn(opened.revision);
    setOpen(kind);
  };
  const canStart = waitsSince !== null && open === undefined;
  useShortcutKeys({
    a: canStart ? () => start('approve') : undefined,
    r: canStart ? () => start('refuse') : undefined,
  });
  /** If others decided about the destination or changed it meanwhile, tells the user and reads it again. */
  const follow = (failure: Error): void => {
    if (!isOutdated(failure)) return;
    toast.error(isDecided(failure) ? texts.meanwhile : texts.changed);
    close();
    void refreshQueries(client);
  };
  const handlers = (done: string) => ({
    onSuccess: () => {
      toast.success(done);
      close();
    },
    onError: follow,
  });
  if (waitsSince === null) return <p className="mt-4 text-ink-muted">{texts.decided}</p>;
  const name = pixKey ?? texts.erased;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button {...approving.preload} kind="primary" onClick={() => start('approve')}>
        {texts.approve}
      </Button>
      <Button {...refusing.preload} onClick={() => start('refuse')}>
        {texts.refuse}
      </Button>
      <approving.Dialog
        title={texts.confirm.title(name)}
        text={texts.confirm.text(opened.holder?.name ?? texts.erased)}
        open={open === 'approve'}
        write={approve}
        onConfirm={() => approve.mutate({ destinationId, basedOn }, handlers(texts.confirm.done))}
        onClose={close}
      />
      <refusing.Dialog
        open={open === 'refuse'}
        onClose={close}
        title={texts.refusal.title(name)}
        text={texts.refusal.text}
        label={texts.refusal.label}
        submit={texts.refusal.submit}
        tooShort={texts.refusal.short}
        shortest={SHORTEST_REASON}
        longest={LONGEST_REASON}
        write={refuse}
        onReason={(reason) =>
          refuse.mutate({ destinationId, basedOn, reason }, handlers(texts.refusal.done))
        }
      />
    </div>
  );
};
