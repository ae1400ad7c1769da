import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { PixKeyInput } from './pix-key-input.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { balanceQuery, withdrawalTermsQuery } from './finance-queries.ts';
import { emptyWithdrawal, netOfFee, withdrawalErrors } from './withdrawal-form.ts';
import type { WithdrawalError, WithdrawalTerms, WithdrawalValues } from './withdrawal-form.ts';
import { useWithdrawalTexts } from './withdrawal-texts.ts';
import { WITHDRAWALS_ID } from './withdrawals.tsx';

interface WithdrawalDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form for a payout by PIX: key, amount, and the net amount after the fee. */
const WithdrawalDialog = ({ open, onClose }: WithdrawalDialogProps) => {
  const withdrawal = useWithdrawalTexts();
  const { common } = useTexts();
  const { money } = useFormats();
  const terms = useQuery({ ...withdrawalTermsQuery, enabled: open });
  const available = Math.max(0, useQuery(balanceQuery).data?.available ?? 0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={withdrawal.title}
      description={withdrawal.available(money(available))}
      closeLabel={common.close}
    >
      <Answer query={terms} lines={4}>
        {(data) => {
          if (data.lacksApproval) return <NotApproved onLeave={onClose} />;
          if (data.restsUntil !== null) return <Resting until={data.restsUntil} />;
          return <WithdrawalForm terms={data} available={available} onDone={onClose} />;
        }}
      </Answer>
    </Dialog>
  );
};

const NotApproved = ({ onLeave }: { readonly onLeave: () => void }) => {
  const withdrawal = useWithdrawalTexts();
  return (
    <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-medium">{withdrawal.notApproved}</p>
      <Link to="/platform/my-profile" onClick={onLeave} className="underline">
        {withdrawal.toProfile}
      </Link>
    </div>
  );
};

const Resting = ({ until }: { readonly until: string }) => {
  const withdrawal = useWithdrawalTexts();
  const { dateTime } = useFormats();
  return (
    <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-medium">{withdrawal.resting(dateTime(until))}</p>
      <p>{withdrawal.restingNotMine}</p>
    </div>
  );
};

interface WithdrawalFormProps {
  readonly terms: WithdrawalTerms;
  readonly available: number;
  readonly onDone: () => void;
}

const useErrorTexts = ({
  terms,
  available,
}: WithdrawalFormProps): Readonly<Record<WithdrawalError, string>> => {
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const { keyMissing, keyUnknown, keyCpf, keyCnpj, amountMissing } = withdrawal;
  return {
    keyMissing,
    keyUnknown,
    keyCpf,
    keyCnpj,
    amountMissing,
    tooLow: withdrawal.tooLow(money(terms.minimum)),
    tooHigh: withdrawal.tooHigh(money(available)),
  };
};

const WithdrawalForm = (props: WithdrawalFormProps) => {
  const { terms, available, onDone } = props;
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const write = useWrite('seller.requestWithdrawal');
  const form = useCheckedForm({
    defaultValues: emptyWithdrawal,
    errorsIn: (values) => withdrawalErrors(values, available, terms),
    errorTexts: useErrorTexts(props),
  });
  const amount = form.watch('amount') ?? 0;
  const request = (values: WithdrawalValues) =>
    write.mutate(
      { amount: values.amount ?? 0, pixKey: values.pixKey.trim() },
      {
        onSuccess: (done) => {
          onDone();
          toast.success(withdrawal.doneTitle, {
            description: withdrawal.doneText(money(done.amount - done.fee)),
            action: { label: withdrawal.see, onClick: scrollToWithdrawals },
          });
        },
      },
    );
  return (
    <CheckedForm form={form} onValid={request} write={write} submitLabel={withdrawal.submit}>
      <FormField form={form} name="pixKey" label={withdrawal.key} hint={withdrawal.keyHint}>
        {(control) => <PixKeyInput {...control} />}
      </FormField>
      <div className="relative">
        <FormField form={form} name="amount" label={withdrawal.amount}>
          {(control) => <MoneyInput {...control} />}
        </FormField>
        <button
          type="button"
          onClick={() => form.setValue('amount', available)}
          className="absolute top-0 right-0 min-h-6 text-xs font-medium text-accent hover:underline"
        >
          {withdrawal.everything}
        </button>
      </div>
      <KeyValues>
        <KeyValue name={withdrawal.leaves}>{money(amount)}</KeyValue>
        <KeyValue name={withdrawal.fee}>{money(terms.fee)}</KeyValue>
        <KeyValue isTotal name={withdrawal.receive}>
          {money(netOfFee(amount, terms))}
        </KeyValue>
      </KeyValues>
    </CheckedForm>
  );
};

const scrollToWithdrawals = () => {
  document.querySelector(`#${WITHDRAWALS_ID}`)?.scrollIntoView({ behavior: 'smooth' });
};

export default WithdrawalDialog;
