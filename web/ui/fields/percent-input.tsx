import { HundredthsInput, type HundredthsInputProps } from './hundredths-input.tsx';

const PERCENT = { after: '%' };
const WHOLE = 10_000;

/** In basis points, up to 100 %: 399 = 3,99 %. */
export const PercentInput = (props: HundredthsInputProps) => (
  <HundredthsInput {...props} unit={PERCENT} most={WHOLE} />
);
