import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { use, useState } from 'react';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { toggleSelected } from '#/web/ui/blocks/several/toggle-selected.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { useShortcutKeys } from '#/web/ui/blocks/shortcut-keys.ts';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { AnalysisBadge, AnalysisButton } from './payout-analysis.tsx';
import { AcquirerState, Approvals, PayoutDestination, Reasons, Risks } from './payouts-columns.tsx';
import { isSelectable, PayoutsContext } from './payouts-context.ts';
import { isDecided, payoutName, payoutsQuery } from './payouts-queries.ts';
import { usePayoutsTexts } from './payouts-texts.ts';

const approving = lazyDialog(() => import('./approve-dialog.tsx'));
const refusing = lazyDialog(() => import('#/web/ui/blocks/reason-dialog.tsx'));

/** What staff need to decide one withdrawal. */
const PayoutDetail = ({ id, onClose, onNext, onPrevious }: DetailProps) => {
  const { search } = use(PayoutsContext);
  const texts = usePayoutsTexts();
  const result = useQuery(payoutsQuery(search));
  const payout = result.data?.items.find(({ withdrawalId }) => withdrawalId === id);
  return (
    <Drawer
      open
      onClose={onClose}
      title={payout ? payoutName(payout) : texts.title}
      toolbar={
        <>
          <Step label={texts.previous} onPress={onPrevious} />
          <Step label={texts.next} onPress={onNext} isNext />
        </>
      }
    >
      <Answer query={result} lines={10}>
        {() =>
          payout === undefined ? (
            <p role="status" className="p-5 text-ink-muted">
              {texts.gone}
            </p>
          ) : (
            <div className="flex min-h-full flex-col">
              <div className="grid flex-1 content-start gap-4 p-5">
                <Facts payout={payout} />
              </div>
              <Decision key={id} payout={payout} onDecided={onNext ?? onClose} />
            </div>
          )
        }
      </Answer>
    </Drawer>
  );
};

interface StepProps {
  readonly label: string;
  readonly onPress: (() => void) | undefined;
  readonly isNext?: boolean;
}

const Step = ({ label, onPress, isNext = false }: StepProps) => (
  <Button
    kind="quiet"
    size="icon"
    aria-label={label}
    title={label}
    disabled={onPress === undefined}
    onClick={onPress}
  >
    {isNext ? (
      <ChevronDown aria-hidden className="size-4" />
    ) : (
      <ChevronUp aria-hidden className="size-4" />
    )}
  </Button>
);

interface OfPayout {
  readonly payout: WaitingWithdrawal;
}

const Facts = ({ payout }: OfPayout) => {
  const texts = usePayoutsTexts();
  const { money, count, dateTime } = useFormats();
  const { maySeeSellers } = use(PayoutsContext);
  const { lastPaidAt, destinationApprovedAt, people, isApprovedByCaller } = payout;
  const needsTwoPeople = people > 1 && !isApprovedByCaller;
  return (
    <>
      <KeyValues>
        <KeyValue name={texts.amount}>{money(payout.amount)}</KeyValue>
        <KeyValue name={texts.fee}>{money(payout.fee)}</KeyValue>
        <KeyValue isTotal name={texts.net}>
          {money(payout.net)}
        </KeyValue>
        <KeyValue name={texts.destination}>
          <PayoutDestination payout={payout} />
        </KeyValue>
        <KeyValue name={texts.destinationApprovedAt}>
          {destinationApprovedAt === null ? texts.unknown : dateTime(destinationApprovedAt)}
        </KeyValue>
        <KeyValue name={texts.requestedAt}>{dateTime(payout.requestedAt)}</KeyValue>
        <KeyValue name={texts.why}>
          <Reasons payout={payout} />
        </KeyValue>
        <KeyValue name={texts.risks}>
          <Risks payout={payout} />
        </KeyValue>
        <KeyValue name={texts.acquirer}>
          <AcquirerState payout={payout} />
        </KeyValue>
        <KeyValue name={texts.available}>{money(payout.available)}</KeyValue>
        <KeyValue name={texts.payouts}>{count(payout.payouts)}</KeyValue>
        <KeyValue name={texts.lastPaidAt}>
          {lastPaidAt === null ? texts.never : dateTime(lastPaidAt)}
        </KeyValue>
        <KeyValue name={texts.approvals}>
          <Approvals payout={payout} />
        </KeyValue>
      </KeyValues>
      <p role="status" className="empty:hidden">
        <AnalysisBadge payout={payout} />
      </p>
      {needsTwoPeople && <p className="text-warning">{texts.needsTwo}</p>}
      {isApprovedByCaller && <p className="text-warning">{texts.yours}</p>}
      {maySeeSellers && (
        <Link
          to="/admin-root/manage-users"
          search={{ open: payout.sellerId }}
          className={`${buttonClass('secondary', 'small')} w-fit`}
        >
          {texts.toSeller}
        </Link>
      )}
    </>
  );
};

/** Refuses the withdrawal. If others have decided meanwhile, tells the user and reads again. @param onRefused called after the refusal */
const useRefusal = (withdrawalId: string, close: () => void, onRefused: () => void) => {
  const texts = usePayoutsTexts();
  const client = useQueryClient();
  const language = useLanguage();
  const write = useWrite('admin.refuseWithdrawal');
  const onReason = (reason: string) =>
    write.mutate(
      { withdrawalId, reason },
      {
        onSuccess: () => {
          toast.success(texts.refusal.done);
          close();
          onRefused();
        },
        onError: (failure) => {
          if (!isDecided(failure)) return;
          toast.error(failureText(failure, language));
          close();
          void refreshQueries(client);
        },
      },
    );
  return { write, onReason };
};

interface DecisionProps extends OfPayout {
  /** Opens the next withdrawal, or returns to the list. */
  readonly onDecided: () => void;
}

const Decision = ({ payout, onDecided }: DecisionProps) => {
  const texts = usePayoutsTexts();
  const { selected, onSelected } = use(PayoutsContext);
  const [open, setOpen] = useState<'approve' | 'refuse'>();
  const { withdrawalId } = payout;
  const mayApprove = isSelectable(payout);
  const close = () => setOpen(undefined);
  const { write, onReason } = useRefusal(withdrawalId, close, onDecided);
  const openRefusal = () => {
    // Clears an earlier failure.
    if (!write.isPending) write.reset();
    setOpen('refuse');
  };
  const hasNoDialog = open === undefined;
  useShortcutKeys({
    a: hasNoDialog && mayApprove ? () => setOpen('approve') : undefined,
    r: hasNoDialog ? openRefusal : undefined,
    x:
      hasNoDialog && mayApprove
        ? () => onSelected(toggleSelected(selected, withdrawalId))
        : undefined,
  });
  return (
    <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-surface p-3">
      <AnalysisButton payout={payout} isKeyFree={hasNoDialog} />
      <Button {...refusing.preload} onClick={openRefusal}>
        {texts.refuse}
      </Button>
      {mayApprove && (
        <Button {...approving.preload} kind="primary" onClick={() => setOpen('approve')}>
          {texts.approve}
        </Button>
      )}
      <approving.Dialog
        payouts={[payout]}
        open={open === 'approve'}
        onClose={close}
        onApproved={onDecided}
      />
      <refusing.Dialog
        open={open === 'refuse'}
        onClose={close}
        title={texts.refusal.title(payoutName(payout))}
        text={texts.refusal.text}
        label={texts.refusal.label}
        submit={texts.refusal.submit}
        tooShort={texts.refusal.short}
        shortest={SHORTEST_REASON}
        longest={LONGEST_REASON}
        write={write}
        onReason={onReason}
      />
    </div>
  );
};

export default PayoutDetail;
