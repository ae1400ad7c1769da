import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Progress } from '#/web/ui/progress.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import type { Outcome, Outcomes } from './approve-all.ts';
import { isDecided, payoutName } from './payouts-queries.ts';
import { usePayoutsTexts } from './payouts-texts.ts';
import { useApproving } from './use-approving.ts';

interface ApproveDialogProps {
  readonly payouts: readonly WaitingWithdrawal[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when the user has confirmed. */
  readonly onBegin?: () => void;
  /** Called when this user has approved the only withdrawal; other staff may still have to approve it. */
  readonly onApproved?: () => void;
}

const ApproveDialog = (props: ApproveDialogProps) => {
  const { confirm } = usePayoutsTexts();
  const { money } = useFormats();
  const sum = props.payouts.reduce((total, { net }) => total + net, 0);
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={confirm.title(props.payouts.length)}
      description={confirm.text(money(sum))}
    >
      <Approving {...props} sum={sum} />
    </Dialog>
  );
};

const missingOf = ({ people, approvedBy }: WaitingWithdrawal): number => people - approvedBy.length;

/** Returns the only outcome if a toast is enough for it: the withdrawal was approved, or others had decided about it. */
const briefOutcome = (outcomes: Outcomes): Outcome | undefined => {
  const [only] = outcomes.values();
  if (outcomes.size !== 1 || only === undefined || only.kind === 'notTried') return undefined;
  return only.kind === 'approved' || isDecided(only.failure) ? only : undefined;
};

/** A component of its own, so that closing the dialog discards its state. */
const Approving = ({
  payouts,
  sum,
  onClose,
  onBegin,
  onApproved,
}: ApproveDialogProps & { readonly sum: number }) => {
  const { confirm } = usePayoutsTexts();
  const { common } = useUiTexts();
  const { money } = useFormats();
  const language = useLanguage();
  const { state, begin, stop } = useApproving(payouts.map(({ withdrawalId }) => withdrawalId));
  const approve = async (): Promise<void> => {
    onBegin?.();
    const brief = briefOutcome(await begin());
    if (brief === undefined) return;
    if (brief.kind === 'approved') {
      toast.success(brief.missing === 0 ? confirm.approvedOne : confirm.waitsOne);
      onApproved?.();
    }
    if (brief.kind === 'failed') toast.error(failureText(brief.failure, language));
    onClose();
  };
  if (state.kind === 'done') {
    if (briefOutcome(state.outcomes)) return null;
    return <Results payouts={payouts} outcomes={state.outcomes} onClose={onClose} />;
  }
  if (state.kind === 'running') {
    const text = confirm.running(state.known + 1, payouts.length);
    return (
      <div className="grid gap-4">
        <p role="status">{text}</p>
        <Progress label={text} value={Math.round((100 * state.known) / payouts.length)} />
        {payouts.length > 1 && <Button onClick={stop}>{confirm.stop}</Button>}
      </div>
    );
  }
  const needingOthers = payouts.filter((payout) => missingOf(payout) > 1).length;
  return (
    <div className="grid gap-4">
      {needingOthers > 0 && <p className="text-warning">{confirm.missing(needingOthers)}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" onClick={() => void approve()}>
          {confirm.submit(money(sum))}
        </Button>
      </div>
    </div>
  );
};

interface ResultsProps {
  readonly payouts: readonly WaitingWithdrawal[];
  readonly outcomes: Outcomes;
  readonly onClose: () => void;
}

/** Each withdrawal with its outcome. */
const Results = ({ payouts, outcomes, onClose }: ResultsProps) => {
  const { confirm } = usePayoutsTexts();
  const { money } = useFormats();
  const approved = [...outcomes.values()].filter(({ kind }) => kind === 'approved').length;
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium">
        {confirm.summary(approved, payouts.length)}
      </p>
      <ul aria-label={confirm.doneTitle} className="divide-y divide-line border-y border-line">
        {payouts.map((payout) => (
          <li key={payout.withdrawalId} className="grid gap-0.5 py-2">
            <span className="flex justify-between gap-3 font-medium">
              <span className="min-w-0 truncate">{payoutName(payout)}</span>
              <span className="tabular-nums">{money(payout.amount)}</span>
            </span>
            <Result outcome={outcomes.get(payout.withdrawalId)} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onClose}>
          {confirm.close}
        </Button>
      </div>
    </div>
  );
};

const Result = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  const { confirm } = usePayoutsTexts();
  const language = useLanguage();
  if (outcome === undefined || outcome.kind === 'notTried')
    return <span className="text-xs text-ink-muted">{confirm.notTried}</span>;
  if (outcome.kind === 'failed')
    return <span className="text-xs text-negative">{failureText(outcome.failure, language)}</span>;
  return (
    <span className="text-xs text-positive">
      {outcome.missing === 0 ? confirm.sent : confirm.waits}
    </span>
  );
};

export default ApproveDialog;
