import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import type { Difference } from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';
import { useTermText } from './use-term-text.ts';

interface MeanwhileProps {
  /** For a field without a value. */
  readonly unset?: string | undefined;
  readonly changes: readonly Difference[];
  readonly at: string;
}

/** The end of a long form may be out of sight. */
const reveal = (notice: HTMLDivElement | null): void =>
  notice?.scrollIntoView({ block: 'nearest' });

/** What was changed elsewhere while this user was editing. */
export const Meanwhile = ({ changes, at, unset }: MeanwhileProps) => {
  const texts = useTermsTexts();
  const { dateTime } = useFormats();
  const rowsOf = useTermText(unset);
  if (changes.length === 0) return null;
  return (
    <div
      ref={reveal}
      role="alert"
      className="grid scroll-mb-20 grid-cols-[minmax(0,1fr)] gap-2 rounded-md bg-warning-soft p-3 text-warning"
    >
      <p className="font-medium">{texts.meanwhile(dateTime(at))}</p>
      <DiffTable rows={rowsOf(changes)} texts={texts.changed} />
      <p>{texts.kept}</p>
    </div>
  );
};
