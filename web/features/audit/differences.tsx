import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { JsonView } from '#/web/ui/json-view.tsx';
import { useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAuditTexts } from './audit-texts.ts';
import { placeText, valueText, type FieldTexts } from './field-texts.ts';
import { TechnicalDetails } from '#/web/ui/technical-details.tsx';

export const useFieldTexts = (): FieldTexts => ({
  texts: useTexts(),
  record: useRecordTexts(),
  formats: useFormats(),
});

interface DifferencesProps {
  readonly differences: readonly {
    /** Such as `refund[1].amount`. */
    readonly path: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  readonly before: string;
  readonly after: string;
}

/** The differences as text; field names and raw values are under the technical details. */
export const Differences = ({ differences, before, after }: DifferencesProps) => {
  const { audit } = useAuditTexts();
  const fieldTexts = useFieldTexts();
  return (
    <>
      <DiffTable
        rows={differences.map((each, index) => ({
          key: `${each.path} ${index}`,
          place: placeText(each.path, fieldTexts),
          before: valueText(each.path, each.before, fieldTexts),
          after: valueText(each.path, each.after, fieldTexts),
        }))}
        texts={{ place: audit.path, before, after }}
      />
      <TechnicalDetails>
        <JsonView value={differences} />
      </TechnicalDetails>
    </>
  );
};
