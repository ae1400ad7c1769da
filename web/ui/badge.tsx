import type { ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

export type Tone = 'positive' | 'negative' | 'warning' | 'accent' | 'neutral';

const TONES: Readonly<Record<Tone, string>> = {
  positive: 'bg-positive-soft text-positive',
  negative: 'bg-negative-soft text-negative',
  warning: 'bg-warning-soft text-warning',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-sunken text-ink-muted',
};

/** The text must be enough without the colour. */
export const Badge = ({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
}) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
      TONES[tone],
    )}
  >
    {children}
  </span>
);
