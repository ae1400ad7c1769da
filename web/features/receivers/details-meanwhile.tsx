import type { DocumentType } from '#/domain/brazil/document.ts';
import { isStateCode, stateNames } from '#/domain/brazil/states.ts';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import { changesBetween, type DetailChange } from './detail-changes.ts';
import { useDetailsMeanwhileTexts } from './details-meanwhile-texts.ts';
import { fieldsOf, type ReceiverValues } from './receiver-fields.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface DetailsMeanwhileProps {
  /** Shown to the editing seller, or to reading staff. */
  readonly who: 'editor' | 'reviewer';
  /** The details that this user had seen, and those saved now. */
  readonly before: ReceiverValues;
  readonly now: ReceiverValues;
  readonly documentType: DocumentType;
}

/** What was changed elsewhere meanwhile. */
const DetailsMeanwhile = ({ who, before, now, documentType }: DetailsMeanwhileProps) => {
  const meanwhile = useDetailsMeanwhileTexts();
  const { groups, fields, accountTypes } = useReceiverTexts();
  const { money, day } = useFormats();
  const textOf = ({ group, name }: DetailChange, text: string): string => {
    if (text === '') return meanwhile.empty;
    switch (fieldsOf(group).find((field) => field.name === name)?.kind) {
      case 'money':
        return money(Number(text));
      case 'date':
        return day(text);
      case 'state':
        return isStateCode(text) ? stateNames[text] : text;
      case 'account-type':
        return text === 'CHECKING' || text === 'SAVINGS' ? accountTypes[text] : text;
      default:
        return text;
    }
  };
  const legendOf = ({ group }: DetailChange): string =>
    group === 'person' ? groups.person[documentType] : groups[group];
  const rows = changesBetween(before, now).map((change) => ({
    key: `${change.group}.${change.name}`,
    place: `${legendOf(change)}: ${fields[change.name].toLowerCase()}`,
    before: textOf(change, change.before),
    after: textOf(change, change.after),
  }));
  return (
    <MeanwhileNotice title={meanwhile.title[who]}>
      <DiffTable rows={rows} texts={meanwhile.changed} />
      <p>{meanwhile.text[who]}</p>
    </MeanwhileNotice>
  );
};

export default DetailsMeanwhile;
