import { CircleAlert, RotateCcw, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';

const LOOKS = {
  returned: { Icon: RotateCcw, className: 'bg-sunken text-ink-muted' },
  ended: { Icon: TimerOff, className: 'bg-warning-soft text-warning' },
  negative: { Icon: CircleAlert, className: 'bg-negative-soft text-negative' },
} as const;

interface OutcomeProps {
  readonly look: keyof typeof LOOKS;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly href: string };
  readonly children?: ReactNode;
}

/** How a payment ended that was not approved, or was refunded or charged back; and the buyer's next step, if any. */
export const Outcome = ({ look, title, text, action, children }: OutcomeProps) => {
  const { Icon, className } = LOOKS[look];
  return (
    <div className="appear grid gap-5">
      <div className="grid justify-items-center gap-2 text-center">
        <span
          aria-hidden
          className={`mb-2 grid size-16 place-items-center rounded-full ${className}`}
        >
          <Icon className="size-8" strokeWidth={2.5} />
        </span>
        <h1 className="text-lg font-semibold text-balance">{title}</h1>
        <p className="max-w-sm text-ink-muted text-balance">{text}</p>
      </div>
      {action && (
        <a href={action.href} className="button button-primary min-h-14 text-lg">
          {action.label}
        </a>
      )}
      {children}
    </div>
  );
};
