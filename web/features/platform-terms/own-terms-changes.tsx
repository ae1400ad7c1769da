import type { SellerChange } from '#/api/contract/sellers.ts';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { differencesIn } from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';
import { useTermText } from './use-term-text.ts';

interface OwnTermsChangesProps {
  readonly changes: SellerChange['ownTerms'];
}

/** How a seller's own terms changed; a term without a value follows the platform's. */
const OwnTermsChanges = ({ changes }: OwnTermsChangesProps) => {
  const { changed, own } = useTermsTexts();
  const rowsOf = useTermText(own.follows);
  return <DiffTable rows={rowsOf(differencesIn(changes))} texts={changed} />;
};

export default OwnTermsChanges;
