import type { RefObject } from 'react';

interface CodeBoxProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Of text; what does not fit is cut off, and copied all the same. */
  readonly rows: number;
  readonly source: RefObject<HTMLTextAreaElement | null>;
}

/** A code to be copied: read-only, selected whole when it is touched. */
export const CodeBox = ({ id, label, text, rows, source }: CodeBoxProps) => (
  <div>
    <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
      {label}
    </label>
    <div className="rounded-xl border border-line-strong bg-sunken px-3.5 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary-ink">
      <textarea
        ref={source}
        id={id}
        readOnly
        rows={rows}
        value={text}
        onFocus={({ target }) => target.select()}
        className="block w-full resize-none overflow-hidden bg-transparent font-mono text-sm break-all outline-none"
      />
    </div>
  </div>
);
