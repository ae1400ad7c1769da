import { HundredthsInput, type HundredthsInputProps } from './hundredths-input.tsx';

const REAIS = { before: 'R$' };

export const MoneyInput = (props: HundredthsInputProps) => (
  <HundredthsInput {...props} unit={REAIS} />
);
