import { toast } from '#/web/lib/toast.ts';
import type { SaleDetail } from '#/api/contract/sales.ts';
import { LONGEST_REASON } from '#/domain/values/reason-length.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';
import { refundErrors, createWholeRefund, type RefundValues } from './refund-form.ts';
import type { Viewpoint } from './sale-queries.ts';

interface RefundDialogProps {
  readonly detail: SaleDetail;
  readonly viewpoint: Viewpoint;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows the effects in figures before the refund. */
export const RefundDialog = (props: RefundDialogProps) => {
  const { refund } = useTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={refund.title}
      description={props.detail.sale.method === 'BILLET' ? refund.textBoleto : refund.text}
    >
      <RefundForm {...props} />
    </Dialog>
  );
};

const useRefundForm = ({ refundable }: SaleDetail) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  const { amountMissing, noteShort, typeAmountWrong } = refund;
  const amountTooHigh = refund.amountTooHigh(money(refundable));
  return useCheckedForm({
    defaultValues: createWholeRefund(refundable),
    errorsIn: (values) => refundErrors(values, refundable),
    errorTexts: { amountMissing, amountTooHigh, noteShort, typeAmountWrong },
  });
};

const RefundForm = ({ detail, viewpoint, onClose }: RefundDialogProps) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  const write = useWrite(`${viewpoint}.requestRefund`);
  const form = useRefundForm(detail);
  const amount = form.watch('amount') ?? 0;
  const isPossible = amount > 0 && amount <= detail.refundable;
  const request = (values: RefundValues) =>
    write.mutate(
      { paymentId: detail.sale.paymentId, amount: values.amount ?? 0, note: values.note.trim() },
      {
        onSuccess: (done) => {
          toast.success(refund.done(money(done.amount)));
          onClose();
        },
      },
    );
  return (
    <CheckedForm
      form={form}
      onValid={request}
      write={write}
      kind="danger"
      submitLabel={isPossible ? refund.submit(money(amount)) : refund.submitAny}
    >
      <RefundFields form={form} detail={detail} amount={amount} />
      {isPossible && <Consequences detail={detail} viewpoint={viewpoint} amount={amount} />}
    </CheckedForm>
  );
};

interface RefundFieldsProps {
  readonly form: UseCheckedFormReturn<RefundValues>;
  readonly detail: SaleDetail;
  readonly amount: number;
}

/** Whole or partial, if the acquirer allows both. */
const HowMuch = ({ form, detail }: Pick<RefundFieldsProps, 'form' | 'detail'>) => {
  const { refund } = useTexts();
  if (detail.refundRight === 'ONLY_WHOLE') return <p>{refund.onlyWhole}</p>;
  return (
    <Segmented
      label={refund.kind}
      value={form.watch('kind')}
      options={[
        { value: 'whole', label: refund.whole },
        { value: 'partial', label: refund.partial },
      ]}
      onChange={(kind) => {
        form.setValue('kind', kind);
        form.setValue('amount', kind === 'whole' ? detail.refundable : null);
      }}
    />
  );
};

const RefundFields = ({ form, detail, amount }: RefundFieldsProps) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  return (
    <>
      <HowMuch form={form} detail={detail} />
      {form.watch('kind') === 'partial' && (
        <FormField form={form} name="amount" label={refund.amount}>
          {(control) => <MoneyInput {...control} />}
        </FormField>
      )}
      <FormField form={form} name="note" label={refund.note} hint={refund.noteHint}>
        {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
      </FormField>
      {needsTypedAmount(amount, detail.refundable) && (
        <FormField form={form} name="typed" label={refund.typeAmount(money(amount))}>
          {(control) => <MoneyInput {...control} />}
        </FormField>
      )}
    </>
  );
};

interface ConsequencesProps {
  readonly detail: SaleDetail;
  readonly viewpoint: Viewpoint;
  readonly amount: number;
}

const Consequences = ({ detail, viewpoint, amount }: ConsequencesProps) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  const { parts, partsLeft } = detail;
  if (parts === null || partsLeft === null) return null;
  const { toBuyer, fromSeller, left } = refundConsequences({ parts, partsLeft }, amount);
  return (
    <>
      <KeyValues title={refund.consequences}>
        <KeyValue name={refund.toBuyer}>{money(toBuyer)}</KeyValue>
        <KeyValue name={viewpoint === 'seller' ? refund.fromYou : refund.fromSeller}>
          {money(fromSeller)}
        </KeyValue>
        <KeyValue name={refund.left}>{money(left)}</KeyValue>
      </KeyValues>
      {viewpoint !== 'seller' && <p className="text-ink-muted">{refund.uncovered}</p>}
    </>
  );
};
