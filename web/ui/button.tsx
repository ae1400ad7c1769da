import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'icon';

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken',
  quiet: 'text-ink-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-negative text-surface hover:bg-negative-hover',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  small: 'h-control-small px-2.5 text-sm',
  medium: 'h-control px-3.5 text-sm',
  icon: 'size-control shrink-0',
};

export const buttonClass = (kind: ButtonKind = 'secondary', size: ButtonSize = 'medium'): string =>
  classNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap',
    'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    KINDS[kind],
    SIZES[size],
  );

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  /** Shows a spinner and blocks a second press. */
  readonly pending?: boolean;
}

export const Button = ({
  kind,
  size,
  pending = false,
  className,
  children,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    disabled={disabled}
    // `disabled` would take the focus from keyboard users.
    aria-disabled={pending || undefined}
    aria-busy={pending || undefined}
    // Enter in a field of the form clicks this button too.
    onClick={pending ? (event) => event.preventDefault() : onClick}
    className={classNames(buttonClass(kind, size), className)}
  >
    {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
    {children}
  </button>
);
