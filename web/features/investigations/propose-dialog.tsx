import { toast } from '#/web/lib/toast.ts';
import { LONGEST_REASON } from '#/domain/values/reason-length.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import type { CaseName, Matter } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';
import { questionOf } from './questions.ts';
import { resolutionErrors, type Resolution, type ResolutionValues } from './resolution-form.ts';

interface ProposeDialogProps {
  readonly name: CaseName;
  readonly matter: Matter;
  readonly open: boolean;
  readonly onClose: () => void;
}

const ProposeDialog = (props: ProposeDialogProps) => {
  const texts = useInvestigationTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.decide}
      description={props.matter.answersOfOne.length > 0 ? texts.decideOfOneText : texts.decideText}
    >
      <ProposeForm {...props} />
    </Dialog>
  );
};

const EMPTY: ResolutionValues = { resolution: null, paid: null, evidence: '', reference: '' };

/** A component of its own, so that the form opens without earlier input. */
const ProposeForm = ({ name: { kind, id }, matter, onClose }: ProposeDialogProps) => {
  const texts = useInvestigationTexts();
  const write = useWrite('admin.proposeResolution');
  const { chooseResolution, evidenceShort, referenceWrong, receiverMissing } = texts;
  const isReceiver = kind === 'REGISTRATION';
  const acquirerId = isReceiver ? (matter.said.transactionId ?? '') : '';
  const form = useCheckedForm({
    defaultValues: { ...EMPTY, reference: acquirerId },
    errorsIn: resolutionErrors(kind),
    errorTexts: { chooseResolution, evidenceShort, referenceWrong, receiverMissing },
  });
  const resolutionTexts = texts.resolutions[questionOf(kind, matter)];
  // Where no amount in question is on record (an unknown outcome, a receipt of an unstated amount), staff can enter what was paid.
  const mayStatePaid = kind === 'PAYMENT' && matter.amount === null;
  const chosen = form.watch('resolution');
  const isPaid = chosen === 'HAPPENED';
  const needsNoSecond = chosen !== null && matter.answersOfOne.includes(chosen);
  const propose = ({ resolution, paid, evidence, reference }: ResolutionValues) => {
    if (resolution === null) return;
    const amount = mayStatePaid && isPaid ? paid : null;
    const support = { evidence: evidence.trim(), reference: reference.trim() || null };
    write.mutate(
      { kind, id, matter: matter.key, resolution, amount, ...support },
      {
        onSuccess: () => {
          toast.success(needsNoSecond ? texts.decidedByOne : texts.proposedDone);
          onClose();
        },
      },
    );
  };
  return (
    <CheckedForm
      form={form}
      onValid={propose}
      write={write}
      submitLabel={needsNoSecond ? texts.decideAlone : texts.propose}
    >
      <FormField form={form} name="resolution" label={texts.resolution}>
        {({ value, onValue, ...control }) => (
          <Select<Resolution>
            control={control}
            value={value}
            onChange={onValue}
            options={matter.answers.map((each) => ({ value: each, label: resolutionTexts[each] }))}
            placeholder={texts.chooseResolution}
            className="w-full"
          />
        )}
      </FormField>
      {mayStatePaid && isPaid && (
        <FormField form={form} name="paid" label={texts.paid} hint={texts.paidHint}>
          {(control) => <MoneyInput {...control} />}
        </FormField>
      )}
      <FormField form={form} name="evidence" label={texts.evidence} hint={texts.evidenceHint}>
        {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
      </FormField>
      <FormField
        form={form}
        name="reference"
        label={isReceiver ? texts.receiverThere : texts.reference}
        hint={isReceiver ? texts.receiverHint : texts.referenceHint}
      >
        {(control) => <TextInput {...control} maxLength={80} />}
      </FormField>
    </CheckedForm>
  );
};

export default ProposeDialog;
