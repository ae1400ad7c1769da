import { HundredthsInput, type HundredthsInputProps } from './hundredths-input.tsx';

const PERCENT = { after: '%' };
const WHOLE = 10_000;

/** A percentage up to 100 %; its value is in basis points: 399 = 3,99 %. */
export const PercentInput = (props: HundredthsInputProps) => (
  <HundredthsInput {...props} unit={PERCENT} most={WHOLE} />
);
