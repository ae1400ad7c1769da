import { useEffect, useState } from 'react';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

const EVERY_MILLISECONDS = 5_000;

/** Says how long ago the data was updated. Screen readers get this instead of every update. */
export const UpdatedAgo = ({ at }: { readonly at: number }) => {
  const { common } = useUiTexts();
  const { ago } = useFormats();
  const [now, setNow] = useState(at);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), EVERY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <span className="text-xs text-ink-faint tabular-nums">
      {common.updated(ago(Math.max(0, now - at)))}
    </span>
  );
};
