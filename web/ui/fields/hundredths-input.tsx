import type { ComponentProps } from 'react';
import { localeOf, useLanguage } from '#/web/lib/i18n.ts';
import { classNames } from '#/web/ui/style/class-names.ts';
import { TextInput } from './field.tsx';
import { CENTS_MAX, centsFromPaste, centsFromTyping, moneyText } from './money-text.ts';

export interface HundredthsInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type'
> {
  /** In hundredths; null: empty. */
  readonly value: number | null;
  readonly onValue: (hundredths: number | null) => void;
}

interface UnitProps {
  /** Before or after the figure. */
  readonly unit: { readonly before: string } | { readonly after: string };
  readonly most?: number;
}

const SIGN = 'absolute top-1/2 -translate-y-1/2 text-ink-faint';

/** A field for an amount or a percentage, typed from the right as in banking apps. */
export const HundredthsInput = (props: HundredthsInputProps & UnitProps) => {
  const { value, onValue, unit, most = CENTS_MAX, ...rest } = props;
  const locale = localeOf[useLanguage()];
  const isBefore = 'before' in unit;
  return (
    <div className="relative">
      <span aria-hidden className={classNames(SIGN, isBefore ? 'left-2.5' : 'right-2.5')}>
        {isBefore ? unit.before : unit.after}
      </span>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        placeholder={moneyText(0, locale)}
        className={classNames('text-right tabular-nums', isBefore ? 'pl-9' : 'pr-8')}
        value={value === null ? '' : moneyText(value, locale)}
        onChange={({ target }) => {
          const hundredths = centsFromTyping(target.value, most);
          const isEmpty = target.value.replace(/\D/g, '') === '';
          if (hundredths !== undefined || isEmpty) onValue(hundredths ?? null);
        }}
        onPaste={(event) => {
          event.preventDefault();
          const hundredths = centsFromPaste(event.clipboardData.getData('text'), most);
          if (hundredths !== undefined) onValue(hundredths);
        }}
      />
    </div>
  );
};
