import type { OutputOf } from '#/api/contract/contract.ts';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWriteAll } from '#/web/ui/blocks/several/use-write-all.ts';
import type { Outcome, Outcomes } from '#/web/ui/blocks/several/write-all.ts';
import {
  OutcomeText,
  WriteOutcomes,
  WritesRunning,
} from '#/web/ui/blocks/several/write-outcomes.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { isDecided, payoutName } from './payouts-queries.ts';
import { usePayoutsTexts } from './payouts-texts.ts';

type Approved = OutputOf<'admin.approveWithdrawal'>;

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
const briefOutcome = (outcomes: Outcomes<Approved>): Outcome<Approved> | undefined => {
  const [only] = outcomes.values();
  if (outcomes.size !== 1 || only === undefined || only.kind === 'notTried') return undefined;
  return only.kind === 'done' || isDecided(only.failure) ? only : undefined;
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
  const { state, begin, stop } = useWriteAll('admin.approveWithdrawal');
  const approve = async (): Promise<void> => {
    onBegin?.();
    const inputs = payouts.map(({ withdrawalId }) => [withdrawalId, { withdrawalId }] as const);
    const brief = briefOutcome(await begin(new Map(inputs)));
    if (brief === undefined) return;
    if (brief.kind === 'done') {
      toast.success(brief.answer.missing === 0 ? confirm.approvedOne : confirm.waitsOne);
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
    return (
      <WritesRunning
        text={confirm.running(state.known + 1, payouts.length)}
        known={state.known}
        count={payouts.length}
        stop={confirm.stop}
        onStop={stop}
      />
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
  readonly outcomes: Outcomes<Approved>;
  readonly onClose: () => void;
}

/** Each withdrawal with its outcome. */
const Results = ({ payouts, outcomes, onClose }: ResultsProps) => {
  const { confirm } = usePayoutsTexts();
  const { money } = useFormats();
  const approved = [...outcomes.values()].filter(({ kind }) => kind === 'done').length;
  const lines = payouts.map((payout) => ({
    id: payout.withdrawalId,
    name: payoutName(payout),
    figure: money(payout.amount),
    outcome: (
      <OutcomeText
        outcome={outcomes.get(payout.withdrawalId)}
        notTried={confirm.notTried}
        describe={({ missing }) => (missing === 0 ? confirm.sent : confirm.waits)}
      />
    ),
  }));
  return (
    <WriteOutcomes
      summary={confirm.summary(approved, payouts.length)}
      label={confirm.doneTitle}
      lines={lines}
      close={confirm.close}
      onClose={onClose}
    />
  );
};

export default ApproveDialog;
