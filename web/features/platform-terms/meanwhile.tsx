import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import type { Difference } from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';
import { useTermText } from './use-term-text.ts';

interface MeanwhileProps {
  /** The text for a field without a value. */
  readonly unset?: string | undefined;
  readonly changes: readonly Difference[];
  readonly at: string;
}

/** Tells what others changed while this user was editing. */
export const Meanwhile = ({ changes, at, unset }: MeanwhileProps) => {
  const texts = useTermsTexts();
  const { dateTime } = useFormats();
  const rowsOf = useTermText(unset);
  if (changes.length === 0) return null;
  return (
    <MeanwhileNotice title={texts.meanwhile(dateTime(at))}>
      <DiffTable rows={rowsOf(changes)} texts={texts.changed} />
      <p>{texts.kept}</p>
    </MeanwhileNotice>
  );
};
