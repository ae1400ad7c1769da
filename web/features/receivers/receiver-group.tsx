import { stateNames, states } from '#/domain/brazil/states.ts';
import { DayField } from '#/web/ui/fields/day-field.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { FormField, type BoundControl } from '#/web/ui/form/form-field.tsx';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { BANKS_ID, fieldsOf } from './receiver-fields.ts';
import type { FieldKey, FieldSpec, Group, ReceiverValues } from './receiver-fields.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { placeOf, usePostalCode } from './use-postal-code.ts';

type TextControl = BoundControl<string>;

interface ChoiceProps {
  readonly control: TextControl;
  readonly options: readonly (readonly [string, string])[];
}

const Choice = ({ control: { value, onValue, ...control }, options }: ChoiceProps) => {
  const { choose } = useReceiverTexts();
  return (
    <Select
      control={control}
      value={value === '' ? null : value}
      onChange={(code) => onValue(code ?? '')}
      options={options.map(([code, label]) => ({ value: code, label }))}
      placeholder={choose}
      className="w-full"
    />
  );
};

const INPUT_PROPS = {
  digits: { inputMode: 'numeric' },
  email: { type: 'email' },
  bank: { inputMode: 'numeric', list: BANKS_ID },
} as const;

interface ControlProps {
  readonly spec: FieldSpec;
  readonly control: TextControl;
}

const Control = ({ spec, control }: ControlProps) => {
  const { accountTypes } = useReceiverTexts();
  const { value, onValue, ...rest } = control;
  switch (spec.kind) {
    case 'money':
      return (
        <MoneyInput
          {...rest}
          value={value === '' ? null : Number(value)}
          onValue={(amount) => onValue(amount === null ? '' : String(amount))}
        />
      );
    case 'date':
      return (
        <DayField
          control={rest}
          value={value === '' ? undefined : value}
          onValue={(day) => onValue(day ?? '')}
        />
      );
    case 'state':
      return (
        <Choice
          control={control}
          options={states.map((code) => [code, stateNames[code]] as const)}
        />
      );
    case 'account-type':
      return <Choice control={control} options={Object.entries(accountTypes)} />;
    default:
      return (
        <TextInput
          {...control}
          {...(spec.kind && INPUT_PROPS[spec.kind])}
          maxLength={spec.maxLength}
        />
      );
  }
};

interface PostalCodeFieldProps extends ReturnType<typeof usePostalCode> {
  readonly form: UseCheckedFormReturn<ReceiverValues>;
  readonly group: Group;
  readonly spec: FieldSpec;
}

/** The hint says how the look-up of the address ended; the user can also type the address. */
const PostalCodeField = ({ form, group, spec, hint, onTyped }: PostalCodeFieldProps) => {
  const texts = useReceiverTexts();
  return (
    <FormField
      form={form}
      name={placeOf(group, spec.name) as FieldKey}
      label={texts.fields[spec.name]}
      hint={<span role="status">{hint}</span>}
    >
      {({ onValue, ...control }) => (
        <Control
          spec={spec}
          control={{
            ...control,
            onValue: (text) => {
              onValue(text);
              onTyped(text);
            },
          }}
        />
      )}
    </FormField>
  );
};

interface GroupFieldsProps {
  readonly group: Group;
  readonly legend: string;
  readonly form: UseCheckedFormReturn<ReceiverValues>;
}

/** The fields of one group, with its name as legend. */
export const GroupFields = ({ group, legend, form }: GroupFieldsProps) => {
  const texts = useReceiverTexts();
  const postalCode = usePostalCode(form, group);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {fieldsOf(group).map((spec) => (
          <div
            key={spec.name}
            data-field={placeOf(group, spec.name)}
            className={spec.isHalfWidth ? '' : 'sm:col-span-2'}
          >
            {spec.name === 'zipCode' ? (
              <PostalCodeField form={form} group={group} spec={spec} {...postalCode} />
            ) : (
              <FormField
                form={form}
                name={placeOf(group, spec.name) as FieldKey}
                label={texts.fields[spec.name]}
                hint={spec.isOptional && texts.optional}
              >
                {(control) => <Control spec={spec} control={control} />}
              </FormField>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
};
