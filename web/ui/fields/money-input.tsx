import { HundredthsInput, type HundredthsInputProps } from './hundredths-input.tsx';

const REAIS = { before: 'R$' };

/** An amount in reais; its value is in cents. */
export const MoneyInput = (props: HundredthsInputProps) => (
  <HundredthsInput {...props} unit={REAIS} />
);
