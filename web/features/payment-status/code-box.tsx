import type { RefObject } from 'react';

interface CodeBoxProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Line breaks only between groups. */
  readonly isGrouped?: boolean;
  readonly source: RefObject<HTMLTextAreaElement | null>;
}

/** A code to copy. A focus selects all of it; two rows are visible. */
export const CodeBox = ({ id, label, text, isGrouped = false, source }: CodeBoxProps) => (
  <div>
    <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
      {label}
    </label>
    <div className="rounded-lg bg-sunken px-3.5 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary-ink">
      <textarea
        ref={source}
        id={id}
        readOnly
        rows={2}
        value={text}
        onFocus={({ target }) => target.select()}
        className={`block field-sizing-content max-h-[2lh] w-full resize-none overflow-hidden bg-transparent font-mono text-sm outline-none ${isGrouped ? 'break-words' : 'break-all text-ink-muted'}`}
      />
    </div>
  </div>
);
