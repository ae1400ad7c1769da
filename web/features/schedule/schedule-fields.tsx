import type { DestinationItem } from '#/api/contract/payouts.ts';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { WholeNumberInput } from '#/web/ui/fields/whole-number-input.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { units, type ScheduleValues } from './schedule-form.ts';
import { useScheduleTexts } from './schedule-texts.ts';

interface OfForm {
  readonly form: UseCheckedFormReturn<ScheduleValues>;
}

interface ScheduleFieldsProps extends OfForm {
  /** The approved PIX keys. */
  readonly destinations: readonly DestinationItem[];
  readonly nameOf: (destination: DestinationItem) => string;
}

/** Days, minimum amount and PIX key. */
export const ScheduleFields = ({ form, destinations, nameOf }: ScheduleFieldsProps) => {
  const texts = useScheduleTexts().form;
  const options = destinations.map((item) => ({
    value: item.destinationId,
    label: nameOf(item),
  }));
  return (
    <>
      <Days form={form} />
      <FormField form={form} name="minimum" label={texts.minimum} hint={texts.minimumHint}>
        {(control) => <MoneyInput {...control} />}
      </FormField>
      <FormField form={form} name="destinationId" label={texts.destination}>
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
    </>
  );
};

const Days = ({ form }: OfForm) => {
  const texts = useScheduleTexts();
  const unit = form.watch('unit');
  const unitOptions = units.map((value) => ({ value, label: texts.form.units[value] }));
  const weekdays = texts.every.WEEK.map((label, index) => ({ value: String(index + 1), label }));
  return (
    <>
      <FormField form={form} name="unit" label={texts.form.unit}>
        {({ value, onValue, ...control }) => (
          <Select
            control={control}
            value={value}
            options={unitOptions}
            onChange={(chosen) => onValue(chosen ?? value)}
            className="w-full"
          />
        )}
      </FormField>
      {unit === 'WEEK' && (
        <FormField form={form} name="weekday" label={texts.form.weekday}>
          {({ value, onValue, ...control }) => (
            <Select
              control={control}
              value={value}
              options={weekdays}
              onChange={(chosen) => onValue(chosen ?? value)}
              className="w-full"
            />
          )}
        </FormField>
      )}
      {unit === 'MONTH' && (
        <FormField form={form} name="day" label={texts.form.day} hint={texts.form.dayHint}>
          {(control) => <WholeNumberInput {...control} />}
        </FormField>
      )}
    </>
  );
};
