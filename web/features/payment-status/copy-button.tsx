import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useTexts } from './texts.ts';

const COPIED_MILLISECONDS = 2_000;

interface CopyButtonProps {
  readonly label: string;
  /** If the clipboard cannot be written (plain HTTP), this element's text is selected. */
  readonly source: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
}

export const CopyButton = ({ label, source, text }: CopyButtonProps) => {
  const texts = useTexts();
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      source.current?.select();
      setState('selected');
    }
  };
  const isCopied = state === 'copied';
  return (
    <div className="grid gap-2 print:hidden">
      <button
        type="button"
        onClick={() => void copy()}
        className={`button min-h-14 w-full text-lg ${isCopied ? 'bg-positive-strong text-surface' : 'button-primary'}`}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden className="size-5" />}
        {isCopied ? texts.copied : label}
      </button>
      <p role="status" className="text-center text-sm text-ink-muted">
        {isCopied && <span className="sr-only">{texts.copied}</span>}
        {state === 'selected' && texts.copyFailed}
      </p>
    </div>
  );
};
