import type { OutputOf } from '#/api/contract/contract.ts';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { LONGEST_REFERENCE, REFERENCE } from '#/domain/values/reference-text.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWriteAll } from '#/web/ui/blocks/several/use-write-all.ts';
import type { Outcomes } from '#/web/ui/blocks/several/write-all.ts';
import {
  OutcomeText,
  WriteOutcomes,
  WritesRunning,
} from '#/web/ui/blocks/several/write-outcomes.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { paidName } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

type Marked = OutputOf<'admin.reconcileWithdrawal'>;

interface MarkDialogProps {
  readonly payouts: readonly PaidWithdrawal[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when the user has confirmed. */
  readonly onBegin: () => void;
}

const MarkDialog = (props: MarkDialogProps) => {
  const { marking } = usePaidTexts();
  const { money } = useFormats();
  const sum = props.payouts.reduce((total, { net }) => total + net, 0);
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={marking.title(props.payouts.length)}
      description={marking.text(money(sum))}
    >
      <Marking {...props} />
    </Dialog>
  );
};

/** Whether a toast is enough for the outcomes: all withdrawals were marked just now. */
const areAllNew = (outcomes: Outcomes<Marked>): boolean =>
  [...outcomes.values()].every((each) => each.kind === 'done' && !each.answer.wasReconciled);

const isOptionalReference = (text: string): boolean => text === '' || REFERENCE.test(text);

/** A component of its own, so that closing the dialog discards its state. */
const Marking = ({ payouts, onClose, onBegin }: MarkDialogProps) => {
  const { marking } = usePaidTexts();
  const { common } = useUiTexts();
  const { state, begin, stop } = useWriteAll('admin.reconcileWithdrawal');
  const form = useCheckedForm({
    defaultValues: { reference: '' },
    errorsIn: ({ reference }) => ({
      reference: isOptionalReference(reference.trim()) ? undefined : 'referenceWrong',
    }),
    errorTexts: { referenceWrong: marking.referenceWrong },
  });
  const mark = async (reference: string | null): Promise<void> => {
    onBegin();
    const inputs = payouts.map(
      ({ withdrawalId, net }) => [withdrawalId, { withdrawalId, net, reference }] as const,
    );
    if (!areAllNew(await begin(new Map(inputs)))) return;
    toast.success(marking.doneAll(payouts.length));
    onClose();
  };
  if (state.kind === 'done') {
    if (areAllNew(state.outcomes)) return null;
    return <Results payouts={payouts} outcomes={state.outcomes} onClose={onClose} />;
  }
  if (state.kind === 'running') {
    return (
      <WritesRunning
        text={marking.running(state.known + 1, payouts.length)}
        known={state.known}
        count={payouts.length}
        stop={marking.stop}
        onStop={stop}
      />
    );
  }
  return (
    <CheckedForm
      form={form}
      onValid={({ reference }) => void mark(reference.trim() || null)}
      write={NOT_YET}
      submitLabel={marking.submit(payouts.length)}
      footClassName="flex flex-wrap justify-end gap-2"
      actions={<Button onClick={onClose}>{common.cancel}</Button>}
    >
      <FormField
        form={form}
        name="reference"
        label={marking.reference}
        hint={marking.referenceHint}
      >
        {(control) => <TextInput {...control} maxLength={LONGEST_REFERENCE} autoComplete="off" />}
      </FormField>
    </CheckedForm>
  );
};

/** The form is replaced by the outcomes once the writes begin. */
const NOT_YET = { error: null, isPending: false } as const;

interface ResultsProps {
  readonly payouts: readonly PaidWithdrawal[];
  readonly outcomes: Outcomes<Marked>;
  readonly onClose: () => void;
}

const Results = ({ payouts, outcomes, onClose }: ResultsProps) => {
  const { marking } = usePaidTexts();
  const { money } = useFormats();
  const done = [...outcomes.values()].filter(({ kind }) => kind === 'done').length;
  const lines = payouts.map((payout) => ({
    id: payout.withdrawalId,
    name: paidName(payout),
    figure: money(payout.net),
    outcome: (
      <OutcomeText
        outcome={outcomes.get(payout.withdrawalId)}
        notTried={marking.notTried}
        describe={({ wasReconciled }) => (wasReconciled ? marking.wasDone : marking.done)}
      />
    ),
  }));
  return (
    <WriteOutcomes
      summary={marking.summary(done, payouts.length)}
      label={marking.outcomes}
      lines={lines}
      close={marking.close}
      onClose={onClose}
    />
  );
};

export default MarkDialog;
