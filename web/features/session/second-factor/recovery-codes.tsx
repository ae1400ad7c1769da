import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#/web/lib/save-file.ts';
import { Button } from '#/web/ui/button.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The codes cannot be shown again. */
export const RecoveryCodes = ({ codes, onSaved }: RecoveryCodesProps) => {
  const { recovery } = useSecondFactorTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  const text = codes.join('\n');
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {recovery.title}
      </h2>
      <p className="text-ink-muted">{recovery.text}</p>
      <ul
        aria-label={recovery.list}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="text-positive empty:hidden">
        {isCopied && recovery.copied}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* Over plain http browsers have no clipboard API. */}
        {'clipboard' in navigator && (
          <Button
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {recovery.copy}
          </Button>
        )}
        <Button
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), recovery.file)}
        >
          {recovery.download}
        </Button>
        <Button kind="primary" onClick={onSaved}>
          {recovery.saved}
        </Button>
      </div>
    </div>
  );
};
