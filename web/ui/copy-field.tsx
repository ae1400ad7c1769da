import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';

const COPIED_MILLISECONDS = 2_000;

/** Copies a text, and selects it too: browsers without a clipboard API (plain HTTP) throw, and the user copies the selection. */
const copy = async (text: string, element: HTMLElement | null): Promise<void> => {
  if (element) getSelection()?.selectAllChildren(element);
  await navigator.clipboard.writeText(text);
};

interface CopyFieldProps {
  readonly value: string;
  /** The button's accessible name (`Copiar id do pagamento`). */
  readonly label: string;
  readonly copiedLabel: string;
  /** Shows the whole value, on as many lines as it needs. */
  readonly isWhole?: boolean;
  readonly className?: string;
}

export const CopyField = ({
  value,
  label,
  copiedLabel,
  isWhole = false,
  className,
}: CopyFieldProps) => {
  const text = useRef<HTMLSpanElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);
  const onClick = () => {
    copy(value, text.current).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <span className={classNames('inline-flex max-w-full items-center gap-1', className)}>
      <span
        ref={text}
        className={classNames('min-w-0 font-mono text-xs', isWhole ? 'break-all' : 'truncate')}
      >
        {value}
      </span>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onClick}
        className={classNames(
          buttonClass('quiet'),
          'relative size-6! shrink-0 p-0! after:absolute after:-inset-2.5 print:hidden',
        )}
      >
        {copied ? (
          <Check aria-hidden className="size-3.5 text-positive" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </span>
  );
};
