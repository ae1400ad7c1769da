import { stateNames, states } from '#/domain/brazil/states.ts';
import { DayField } from '#/web/ui/fields/day-field.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import type { ControlProps as FieldControl } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { bankNames } from './bank-names.ts';
import { groupFields, type Draft, type Group, type Mistakes } from './receiver-draft.ts';
import { useReceiverTexts } from './receiver-texts.ts';

const BANKS_ID = 'receiver-banks';

/** Rendered once, for all fields that suggest banks. */
export const BankSuggestions = () => (
  <datalist id={BANKS_ID}>
    {bankNames.map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </datalist>
);

type Spec = (typeof groupFields)[Group][number];

interface ControlProps {
  readonly spec: Spec;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly control: FieldControl;
}

const Choice = ({
  control,
  value,
  onValue,
  options,
}: Omit<ControlProps, 'spec'> & {
  readonly options: readonly (readonly [string, string])[];
}) => {
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

const INPUTS = {
  digits: { inputMode: 'numeric' },
  email: { type: 'email' },
  bank: { inputMode: 'numeric', list: BANKS_ID },
} as const;

const Control = (props: ControlProps) => {
  const { spec, value, onValue, control } = props;
  const { accountTypes } = useReceiverTexts();
  switch (spec.kind) {
    case 'money':
      return (
        <MoneyInput
          {...control}
          value={value === '' ? undefined : Number(value)}
          onValue={(amount) => onValue(amount === undefined ? '' : String(amount))}
        />
      );
    case 'date':
      return (
        <DayField
          control={control}
          value={value === '' ? undefined : value}
          onValue={(day) => onValue(day ?? '')}
        />
      );
    case 'state':
      return (
        <Choice {...props} options={states.map((code) => [code, stateNames[code]] as const)} />
      );
    case 'account-type':
      return <Choice {...props} options={Object.entries(accountTypes)} />;
    default:
      return (
        <TextInput
          {...control}
          {...(spec.kind && INPUTS[spec.kind])}
          maxLength={spec.maxLength}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      );
  }
};

interface GroupFieldsProps {
  readonly group: Group;
  readonly legend: string;
  readonly draft: Draft;
  readonly mistakes: Mistakes;
  readonly onChange: (part: Draft) => void;
}

/** The fields of one group, with the group's name as legend. */
export const GroupFields = ({ group, legend, draft, mistakes, onChange }: GroupFieldsProps) => {
  const texts = useReceiverTexts();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {groupFields[group].map((spec) => {
          const key = `${group}.${spec.name}` as const;
          const mistake = mistakes[key];
          return (
            <div key={key} className={spec.isShort ? '' : 'sm:col-span-2'}>
              <Field
                label={texts.fields[spec.name]}
                hint={spec.isOptional && texts.optional}
                error={mistake && texts[mistake]}
              >
                {(control) => (
                  <Control
                    spec={spec}
                    control={control}
                    value={draft[key] ?? ''}
                    onValue={(value) => onChange({ [key]: value })}
                  />
                )}
              </Field>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
};
