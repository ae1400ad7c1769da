import type { ComponentProps } from 'react';
import { localeOf, useLanguage } from '#/web/lib/i18n.ts';
import { TextInput } from './field.tsx';
import { centsFromPaste, centsFromTyping, moneyText } from './money-text.ts';

interface MoneyInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Cents; null when the field is empty. */
  readonly value: number | null;
  readonly onValue: (cents: number | null) => void;
}

/** An amount in reais, typed from the right as in banking apps; never `type=number`. */
export const MoneyInput = ({ value, onValue, ...rest }: MoneyInputProps) => {
  const locale = localeOf[useLanguage()];
  return (
    <div className="relative">
      <span aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint">
        R$
      </span>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        placeholder={moneyText(0, locale)}
        className="pl-9 text-right tabular-nums"
        value={value === null ? '' : moneyText(value, locale)}
        onChange={({ target }) => {
          const cents = centsFromTyping(target.value);
          if (cents !== undefined || target.value.replace(/\D/g, '') === '') onValue(cents ?? null);
        }}
        onPaste={(event) => {
          event.preventDefault();
          const cents = centsFromPaste(event.clipboardData.getData('text'));
          if (cents !== undefined) onValue(cents);
        }}
      />
    </div>
  );
};
