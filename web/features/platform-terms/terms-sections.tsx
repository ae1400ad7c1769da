import { createContext, use, type ReactNode } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { PercentInput } from '#/web/ui/fields/percent-input.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { WholeNumberInput } from '#/web/ui/fields/whole-number-input.tsx';
import {
  installmentsWithInterest,
  interestPaths,
  methods,
  numberFields,
  valueAt,
  type Kind,
  type NumberPath,
  type PlatformTerms,
  type TermsDraft,
} from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';
import { useFigureText } from './use-term-text.ts';

interface FormOfSeller {
  /** An empty field follows the platform's terms. */
  readonly platform: PlatformTerms;
  /** Whether the user may change payout limits. */
  readonly mayLimit: boolean;
}

/** What a seller's form needs; undefined in the form of the platform's own terms. */
export const OfPlatform = createContext<FormOfSeller | undefined>(undefined);

interface TermsSectionsProps {
  readonly form: UseCheckedFormReturn<TermsDraft>;
  /** The values that would apply; in a seller's form, completed with the platform's. */
  readonly draft: TermsDraft;
}

export const TermsSections = ({ form, draft }: TermsSectionsProps) => {
  const { fields, sections } = useTermsTexts();
  const isOfSeller = use(OfPlatform) !== undefined;
  return (
    <>
      {!isOfSeller && (
        <Section title={sections.platform}>
          <FormField form={form} name="name" label={fields.name}>
            {(control) => <TextInput {...control} autoComplete="off" maxLength={80} />}
          </FormField>
        </Section>
      )}
      <Section title={sections.fees} text={sections.feesText}>
        <Fees form={form} />
      </Section>
      <Section title={sections.installments} text={sections.installmentsText}>
        <Columns>
          <Single form={form} path="installments.maximum" />
          <Single form={form} path="installments.interestFree" />
          <Single form={form} path="installments.minimumValue" />
        </Columns>
        <Interest form={form} draft={draft} />
      </Section>
      {!isOfSeller && (
        <Section title={sections.expiry}>
          <Columns>
            <Single form={form} path="expiry.pixSeconds" />
            <Single form={form} path="expiry.billetDays" />
          </Columns>
        </Section>
      )}
      <Section
        title={sections.withdrawals}
        text={isOfSeller ? undefined : sections.withdrawalsText}
      >
        <Columns>
          <Single form={form} path="withdrawals.fee" />
          <Single form={form} path="withdrawals.minimum" />
        </Columns>
        <Limits form={form} />
      </Section>
      {!isOfSeller && (
        <Section title={sections.maintenance} text={sections.maintenanceText}>
          <FormField form={form} name="maintenance.notice" label={fields['maintenance.notice']}>
            {(control) => <TextInput {...control} autoComplete="off" maxLength={280} />}
          </FormField>
        </Section>
      )}
    </>
  );
};

/** Only users who may change the platform's limits may change those of a seller. */
const Limits = ({ form }: OfForm) => {
  const { own } = useTermsTexts();
  const sellerForm = use(OfPlatform);
  const isFixed = sellerForm?.mayLimit === false;
  return (
    <fieldset disabled={isFixed} className="grid gap-3 *:min-w-0">
      {isFixed && <p className="text-ink-muted">{own.limitsFixed}</p>}
      <Columns>
        <Single form={form} path="withdrawals.largest" />
        <Single form={form} path="withdrawals.largestPerDay" />
      </Columns>
      <Columns>
        <Single form={form} path="withdrawals.approvalAbove" />
        <Single form={form} path="withdrawals.secondApprovalAbove" />
        {sellerForm === undefined && <Single form={form} path="withdrawals.newDestinationHours" />}
      </Columns>
    </fieldset>
  );
};

interface SectionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}

const Section = ({ title, text, children }: SectionProps) => (
  <fieldset className="grid gap-3 *:min-w-0">
    <legend className="text-base font-semibold">{title}</legend>
    {text !== undefined && <p className="text-ink-muted">{text}</p>}
    {children}
  </fieldset>
);

const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">{children}</div>
);

type OfForm = Pick<TermsSectionsProps, 'form'>;

const Fees = ({ form }: OfForm) => {
  const texts = useTermsTexts();
  return methods.map((method) => (
    <fieldset key={method} className="grid gap-2 *:min-w-0">
      <legend className="mb-1 text-sm font-semibold">{texts.methods[method]}</legend>
      <Columns>
        <Figure form={form} path={`fees.${method}.percent`} label={texts.columns.percent} />
        <Figure form={form} path={`fees.${method}.fixed`} label={texts.columns.fixed} />
        <Figure
          form={form}
          path={`clearingDays.${method}`}
          label={texts.columns.clearing}
          hint={texts.clearingHint}
        />
      </Columns>
    </fieldset>
  ));
};

/** The interest of the offered numbers of instalments that bear interest; the form keeps the values of the others. */
const Interest = ({ form, draft }: TermsSectionsProps) => {
  const texts = useTermsTexts();
  const numbers = installmentsWithInterest(draft);
  if (numbers.length === 0) return <p className="text-ink-muted">{texts.interestNone}</p>;
  return (
    <fieldset className="grid gap-2 *:min-w-0">
      <legend className="mb-1 text-sm font-semibold">{texts.interestTitle}</legend>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        {interestPaths.map(
          (path, index) =>
            numbers.includes(index + 1) && (
              <Figure key={path} form={form} path={path} label={texts.interest(index + 1)} />
            ),
        )}
      </div>
    </fieldset>
  );
};

type SinglePath = keyof ReturnType<typeof useTermsTexts>['fields'] & NumberPath;

const Single = ({ form, path }: OfForm & { readonly path: SinglePath }) => {
  const { fields, hints, own } = useTermsTexts();
  const isOfSeller = use(OfPlatform) !== undefined;
  const hint: Readonly<Partial<Record<SinglePath, string>>> = isOfSeller
    ? { ...hints, ...own.hints }
    : hints;
  return <Figure form={form} path={path} label={fields[path]} hint={hint[path]} />;
};

interface FigureProps {
  readonly form: UseCheckedFormReturn<TermsDraft>;
  readonly path: NumberPath;
  readonly label: string;
  readonly hint?: string | undefined;
}

const Figure = ({ form, path, label, hint }: FigureProps) => {
  const { own } = useTermsTexts();
  const figureText = useFigureText();
  const sellerForm = use(OfPlatform);
  const platformValue = sellerForm && valueAt(sellerForm.platform, path);
  const hints = [
    hint,
    typeof platformValue === 'number' ? own.platform(figureText(path, platformValue)) : undefined,
    // Null: the platform has no such limit.
    platformValue === null ? own.platform(own.noLimit) : undefined,
  ].filter((each) => each !== undefined);
  const Input = inputs[numberFields.find((field) => field.path === path)?.kind ?? 'count'];
  return (
    <FormField form={form} name={path} label={label} hint={hints.join(' · ') || undefined}>
      {(control) => <Input {...control} />}
    </FormField>
  );
};

type InputProps = Parameters<typeof WholeNumberInput>[0];

const MINUTE = 60;

const MinutesInput = ({ value, onValue, ...rest }: InputProps) => (
  <WholeNumberInput
    {...rest}
    value={value === null ? null : value / MINUTE}
    onValue={(minutes) => onValue(minutes === null ? null : minutes * MINUTE)}
  />
);

const inputs = {
  money: MoneyInput,
  percent: PercentInput,
  hours: WholeNumberInput,
  days: WholeNumberInput,
  count: WholeNumberInput,
  seconds: MinutesInput,
} as const satisfies Record<Kind, unknown>;
