import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { SaleDetail } from '#/api/contract/seller.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';
import type { Viewpoint } from './sale-queries.ts';

interface RefundDialogProps {
  readonly detail: SaleDetail;
  readonly viewpoint: Viewpoint;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for amount and reason, and shows the effects in figures before the refund. */
export const RefundDialog = (props: RefundDialogProps) => {
  const { refund, common } = useTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={refund.title}
      description={props.detail.sale.method === 'BILLET' ? refund.textBillet : refund.text}
      closeLabel={common.close}
    >
      <RefundForm {...props} />
    </Dialog>
  );
};

interface Mistakes {
  readonly amount?: string | undefined;
  readonly note?: string | undefined;
  readonly typed?: string | undefined;
}

interface Draft {
  readonly isWhole: boolean;
  readonly amount: number | undefined;
  readonly note: string;
  readonly typed: number | undefined;
}

const useMistakes = ({ refundable }: SaleDetail) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  return (draft: Draft): Mistakes => {
    const { amount = 0 } = draft;
    const isTooHigh = amount > refundable;
    return {
      ...(amount === 0 && { amount: refund.amountMissing }),
      ...(isTooHigh && { amount: refund.amountTooHigh(money(refundable)) }),
      ...(draft.note.trim().length < 3 && { note: refund.noteShort }),
      ...(needsTypedAmount(amount, refundable) &&
        draft.typed !== amount && { typed: refund.typeAmountWrong }),
    };
  };
};

const RefundForm = ({ detail, viewpoint, onClose }: RefundDialogProps) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  const language = useLanguage();
  const mistakesIn = useMistakes(detail);
  const write = useWrite(`${viewpoint}.requestRefund`);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [draft, setDraft] = useState<Draft>({
    isWhole: true,
    amount: detail.refundable,
    note: '',
    typed: undefined,
  });
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (Object.keys(mistakes).length > 0) setMistakes(mistakesIn(next));
  };
  const { amount = 0 } = draft;
  const isPossible = amount > 0 && amount <= detail.refundable;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = mistakesIn(draft);
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    write.mutate(
      { paymentId: detail.sale.paymentId, amount, note: draft.note.trim() },
      {
        onSuccess: (done) => {
          toast.success(refund.done(money(done.amount)));
          onClose();
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <RefundFields draft={draft} mistakes={mistakes} detail={detail} onChange={change} />
      {isPossible && <Consequences detail={detail} viewpoint={viewpoint} amount={amount} />}
      <div role="alert" className="text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
      <Button kind="danger" type="submit" pending={write.isPending}>
        {isPossible ? refund.submit(money(amount)) : refund.submitAny}
      </Button>
    </form>
  );
};

interface RefundFieldsProps {
  readonly draft: Draft;
  readonly mistakes: Mistakes;
  readonly detail: SaleDetail;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Whole or partial refund, if the acquirer allows both. */
const HowMuch = ({ draft, detail, onChange }: Omit<RefundFieldsProps, 'mistakes'>) => {
  const { refund } = useTexts();
  if (detail.refundRight === 'ONLY_WHOLE') return <p>{refund.onlyWhole}</p>;
  return (
    <Segmented
      label={refund.kind}
      value={draft.isWhole ? 'whole' : 'partial'}
      options={[
        { value: 'whole', label: refund.whole },
        { value: 'partial', label: refund.partial },
      ]}
      onChange={(kind) =>
        onChange({
          isWhole: kind === 'whole',
          amount: kind === 'whole' ? detail.refundable : undefined,
        })
      }
    />
  );
};

const RefundFields = ({ draft, mistakes, detail, onChange }: RefundFieldsProps) => {
  const { refund } = useTexts();
  const { money } = useFormats();
  const amount = draft.amount ?? 0;
  return (
    <>
      <HowMuch draft={draft} detail={detail} onChange={onChange} />
      {!draft.isWhole && (
        <Field label={refund.amount} error={mistakes.amount}>
          {(control) => (
            <MoneyInput
              {...control}
              value={draft.amount}
              onValue={(value) => onChange({ amount: value })}
            />
          )}
        </Field>
      )}
      <Field label={refund.note} hint={refund.noteHint} error={mistakes.note}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={draft.note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </Field>
      {needsTypedAmount(amount, detail.refundable) && (
        <Field label={refund.typeAmount(money(amount))} error={mistakes.typed}>
          {(control) => (
            <MoneyInput
              {...control}
              value={draft.typed}
              onValue={(value) => onChange({ typed: value })}
            />
          )}
        </Field>
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
  const { sale, parts, refundable } = detail;
  if (parts === null) return null;
  const { toBuyer, fromSeller, left } = refundConsequences(
    { amount: sale.amount, parts, refundable },
    amount,
  );
  return (
    <KeyValues title={refund.consequences}>
      <KeyValue name={refund.toBuyer}>{money(toBuyer)}</KeyValue>
      <KeyValue name={viewpoint === 'seller' ? refund.fromYou : refund.fromSeller}>
        {money(fromSeller)}
      </KeyValue>
      <KeyValue name={refund.left}>{money(left)}</KeyValue>
    </KeyValues>
  );
};
