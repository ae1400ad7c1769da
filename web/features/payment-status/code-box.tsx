import type { RefObject } from 'react';

interface CodeBoxProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly source: RefObject<HTMLTextAreaElement | null>;
}

/** A code to be copied: read-only, selected whole when it is touched. */
export const CodeBox = ({ id, label, text, source }: CodeBoxProps) => (
  <div>
    <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
      {label}
    </label>
    <textarea
      ref={source}
      id={id}
      readOnly
      rows={2}
      value={text}
      onFocus={({ target }) => target.select()}
      className="block w-full resize-none rounded-xl border border-line-strong bg-sunken px-3.5 py-3 font-mono text-sm break-all"
    />
  </div>
);
