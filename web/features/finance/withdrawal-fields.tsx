import type { DestinationItem } from '#/api/contract/payouts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { useDestinationName } from './use-destination-name.ts';
import {
  isForStaff,
  largestWithdrawalOf,
  netOfFee,
  refusedField,
  withdrawalErrors,
  type WithdrawalError,
  type WithdrawalTerms,
  type WithdrawalValues,
} from './withdrawal-form.ts';
import { useWithdrawalTexts } from './withdrawal-texts.ts';
import { WITHDRAWALS_ID } from './withdrawals.tsx';

interface WithdrawalFormProps {
  readonly terms: WithdrawalTerms;
  readonly available: number;
  readonly destinations: readonly DestinationItem[];
  readonly onAnotherKey: () => void;
  readonly onDone: () => void;
}

type TextsOfErrors = Readonly<Record<WithdrawalError, string>>;

const useErrorTexts = ({
  terms,
  available,
}: Pick<WithdrawalFormProps, 'terms' | 'available'>): TextsOfErrors => {
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const { amountMissing, destinationMissing } = withdrawal;
  return {
    amountMissing,
    destinationMissing,
    tooLow: withdrawal.tooLow(money(terms.minimum)),
    tooHigh: withdrawal.tooHigh(money(available)),
    aboveLargest: withdrawal.aboveLargest(money(terms.largest ?? 0)),
    aboveDay: withdrawal.aboveDay(money(terms.leftToday ?? 0)),
  };
};

/** Returns the id of the seller's own key, else of the first key. */
const firstChoice = (destinations: readonly DestinationItem[]): string =>
  (destinations.find(({ holderName }) => holderName === null) ?? destinations[0])?.destinationId ??
  '';

export const WithdrawalForm = (props: WithdrawalFormProps) => {
  const { terms, available, destinations, onAnotherKey, onDone } = props;
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const language = useLanguage();
  const write = useWrite('seller.requestWithdrawal');
  const form = useCheckedForm<WithdrawalValues, WithdrawalError | 'refused'>({
    defaultValues: { destinationId: firstChoice(destinations), amount: null },
    errorsIn: (values) => withdrawalErrors(values, available, terms),
    errorTexts: {
      ...useErrorTexts(props),
      refused: write.error ? failureText(write.error, language) : '',
    },
  });
  const request = ({ destinationId, amount }: WithdrawalValues) =>
    write.mutate(
      { amount: amount ?? 0, destinationId },
      {
        onSuccess: (done) => {
          onDone();
          const net = money(done.amount - done.fee);
          toast.success(withdrawal.doneTitle, {
            description: isForStaff(done.amount, terms)
              ? withdrawal.doneWaiting(net)
              : withdrawal.doneText(net),
            action: { label: withdrawal.see, onClick: scrollToWithdrawals },
          });
        },
        onError: (failure) => {
          const field = refusedField(failure);
          if (field) form.setError(field, { type: 'refused' });
        },
      },
    );
  return (
    <CheckedForm
      form={form}
      onValid={request}
      write={write}
      failure={refusedField(write.error) ? '' : undefined}
      submitLabel={withdrawal.submit}
    >
      <div className="relative">
        <Payee form={form} destinations={destinations} />
        <CornerButton label={withdrawal.anotherKey} onClick={onAnotherKey} />
      </div>
      <Amount form={form} terms={terms} available={available} />
    </CheckedForm>
  );
};

const CornerButton = ({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: () => void;
}) => (
  <button
    type="button"
    onClick={onClick}
    className="absolute top-0 right-0 min-h-6 text-xs font-medium text-accent hover:underline"
  >
    {label}
  </button>
);

interface OfForm {
  readonly form: UseCheckedFormReturn<WithdrawalValues>;
}

const Payee = ({ form, destinations }: OfForm & Pick<WithdrawalFormProps, 'destinations'>) => {
  const withdrawal = useWithdrawalTexts();
  const nameOf = useDestinationName();
  const options = destinations.map((item) => ({
    value: item.destinationId,
    label: nameOf(item),
  }));
  return (
    <FormField form={form} name="destinationId" label={withdrawal.destination}>
      {({ value, onValue, ...control }) => (
        <Select
          control={control}
          value={value === '' ? null : value}
          options={options}
          onChange={(chosen) => onValue(chosen ?? '')}
          className="w-full"
        />
      )}
    </FormField>
  );
};

const Amount = ({
  form,
  terms,
  available,
}: OfForm & Pick<WithdrawalFormProps, 'terms' | 'available'>) => {
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const amount = form.watch('amount') ?? 0;
  const most = largestWithdrawalOf(available, terms);
  const limits = useLimits(terms);
  return (
    <>
      <div className="relative">
        <FormField
          form={form}
          name="amount"
          label={withdrawal.amount}
          hint={limits === '' ? undefined : limits}
        >
          {(control) => <MoneyInput {...control} />}
        </FormField>
        <CornerButton
          label={most < available ? withdrawal.most : withdrawal.everything}
          onClick={() => form.setValue('amount', most)}
        />
      </div>
      <KeyValues>
        <KeyValue name={withdrawal.leaves}>{money(amount)}</KeyValue>
        <KeyValue name={withdrawal.fee}>{money(terms.fee)}</KeyValue>
        <KeyValue isTotal name={withdrawal.receive}>
          {money(netOfFee(amount, terms))}
        </KeyValue>
      </KeyValues>
      <p role="status" className="text-warning empty:hidden">
        {isForStaff(amount, terms) && withdrawal.waitsForStaff}
      </p>
    </>
  );
};

/** The current limits as text, shown before anything is typed; empty without limits. */
const useLimits = ({ largest, leftToday, approvalAbove }: WithdrawalTerms): string => {
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  return [
    largest === null ? '' : withdrawal.largest(money(largest)),
    leftToday === null ? '' : withdrawal.leftToday(money(leftToday)),
    approvalAbove === null ? '' : withdrawal.approvalAbove(money(approvalAbove)),
  ]
    .filter((text) => text !== '')
    .join(' · ');
};

const scrollToWithdrawals = () => {
  document.querySelector(`#${WITHDRAWALS_ID}`)?.scrollIntoView({ behavior: 'smooth' });
};
