import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import { formatDocument } from '#/domain/brazil/document.ts';
import { Card } from '#/web/ui/card.tsx';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';
import type { OpenedDestination } from './bank-accounts-queries.ts';
import { useBankAccountsTexts } from './bank-accounts-texts.ts';
import { compareHolder, type Match } from './holder-match.ts';

const MARKS = { SAME: Check, DIFFERENT: TriangleAlert, UNKNOWN: CircleHelp } as const;

const MARK_CLASSES = {
  SAME: 'text-positive',
  DIFFERENT: 'text-negative',
  UNKNOWN: 'text-ink-muted',
} as const satisfies Record<Match, string>;

/** The result of a comparison; the colour says no more than icon and text. */
const MatchMark = ({ match }: { readonly match: Match }) => {
  const texts = useBankAccountsTexts();
  const Mark = MARKS[match];
  return (
    <span className={`inline-flex items-center gap-1 font-medium ${MARK_CLASSES[match]}`}>
      <Mark aria-hidden className="size-4 shrink-0" />
      {texts.match[match]}
    </span>
  );
};

const CELL = 'px-3 py-2 break-words align-top';

/** Compares the seller with the holder of the PIX key. */
export const HolderCard = ({ opened }: { readonly opened: OpenedDestination }) => {
  const texts = useBankAccountsTexts();
  const { seller, holder } = opened;
  const match = compareHolder(seller, holder);
  const documentText = (document: string | null | undefined): string =>
    document ? formatDocument(document) : texts.erased;
  const rows = [
    {
      key: 'name',
      place: texts.name,
      ofSeller: seller.name ?? texts.erased,
      ofHolder: holder?.name ?? texts.erased,
    },
    {
      key: 'document',
      place: texts.document,
      ofSeller: documentText(seller.document),
      ofHolder: documentText(holder?.document),
    },
  ] as const;
  return (
    <Card title={texts.compare}>
      {match.document === 'DIFFERENT' && (
        <p className="mb-3 rounded-md bg-warning-soft p-3 font-medium text-warning">
          {texts.otherHolder}
        </p>
      )}
      <ScrollArea label={texts.result}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-xs text-ink-muted">
              <td />
              {[texts.ofSeller, texts.ofHolder, texts.result].map((title) => (
                <th key={title} scope="col" className="px-3 py-1.5 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, place, ofSeller, ofHolder }) => (
              <tr key={key} className="border-b border-line last:border-0">
                <th scope="row" className={`${CELL} font-normal text-ink-muted`}>
                  {place}
                </th>
                <td className={CELL}>{ofSeller}</td>
                <td className={CELL}>{ofHolder}</td>
                <td className={CELL}>
                  <MatchMark match={match[key]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Card>
  );
};
