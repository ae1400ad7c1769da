import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Field } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { PixKeyInput } from './pix-key-input.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { balanceQuery, withdrawalTermsQuery } from './finance-queries.ts';
import { netOfFee, withdrawalMistakes } from './withdrawal-check.ts';
import type { WithdrawalMistakes, WithdrawalTerms } from './withdrawal-check.ts';
import { WITHDRAWALS_ID } from './withdrawals.tsx';

interface WithdrawalDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form for a payout by PIX: key, amount, and the net amount after the fee. */
const WithdrawalDialog = ({ open, onClose }: WithdrawalDialogProps) => {
  const { withdrawal, common } = useTexts();
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
        {(data) => <WithdrawalForm terms={data} available={available} onDone={onClose} />}
      </Answer>
    </Dialog>
  );
};

interface WithdrawalFormProps {
  readonly terms: WithdrawalTerms;
  readonly available: number;
  readonly onDone: () => void;
}

const useMistakeTexts = ({ terms, available }: WithdrawalFormProps) => {
  const { withdrawal } = useTexts();
  const { money } = useFormats();
  return (mistakes: WithdrawalMistakes) => ({
    pixKey:
      mistakes.pixKey &&
      {
        missing: withdrawal.keyMissing,
        unknown: withdrawal.keyUnknown,
        cpf: withdrawal.keyCpf,
        cnpj: withdrawal.keyCnpj,
      }[mistakes.pixKey],
    amount:
      mistakes.amount &&
      {
        missing: withdrawal.amountMissing,
        'too-low': withdrawal.tooLow(money(terms.minimum)),
        'too-high': withdrawal.tooHigh(money(available)),
      }[mistakes.amount],
  });
};

const WithdrawalForm = (props: WithdrawalFormProps) => {
  const { terms, available, onDone } = props;
  const { withdrawal } = useTexts();
  const { money } = useFormats();
  const language = useLanguage();
  const write = useWrite('seller.requestWithdrawal');
  const mistakeTexts = useMistakeTexts(props);
  const [pixKey, setPixKey] = useState('');
  const [amount, setAmount] = useState<number>();
  const [checked, setChecked] = useState(false);
  const mistakes = withdrawalMistakes({ pixKey, amount }, available, terms);
  const shown = mistakeTexts(checked ? mistakes : {});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (amount === undefined || Object.keys(mistakes).length > 0) return;
    write.mutate(
      { amount, pixKey: pixKey.trim() },
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
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={withdrawal.key} hint={withdrawal.keyHint} error={shown.pixKey}>
        {(control) => <PixKeyInput {...control} value={pixKey} onValue={setPixKey} />}
      </Field>
      <div className="relative">
        <Field label={withdrawal.amount} error={shown.amount}>
          {(control) => <MoneyInput {...control} value={amount} onValue={setAmount} />}
        </Field>
        <button
          type="button"
          onClick={() => setAmount(available)}
          className="absolute top-0 right-0 min-h-6 text-xs font-medium text-accent hover:underline"
        >
          {withdrawal.everything}
        </button>
      </div>
      <KeyValues>
        <KeyValue name={withdrawal.leaves}>{money(amount ?? 0)}</KeyValue>
        <KeyValue name={withdrawal.fee}>{money(terms.fee)}</KeyValue>
        <KeyValue isTotal name={withdrawal.receive}>
          {money(netOfFee(amount ?? 0, terms))}
        </KeyValue>
      </KeyValues>
      <div role="alert" className="text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
      <Button kind="primary" type="submit" pending={write.isPending}>
        {withdrawal.submit}
      </Button>
    </form>
  );
};

const scrollToWithdrawals = () => {
  document.querySelector(`#${WITHDRAWALS_ID}`)?.scrollIntoView({ behavior: 'smooth' });
};

export default WithdrawalDialog;
