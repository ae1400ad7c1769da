import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type ListedAcquirer = Pick<AcquirerShown, 'id' | 'label' | 'connected'>;

/** Removes accents and capitals, so that "pagar" finds "Pagár". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Returns the acquirers whose name or id contains the text, in the given order: those with an account, and the others. */
export const findAcquirers = <One extends ListedAcquirer>(
  acquirers: readonly One[],
  text: string,
): { readonly connected: readonly One[]; readonly others: readonly One[] } => {
  const query = plain(text.trim());
  const named = acquirers.filter(({ id, label }) => plain(`${label} ${id}`).includes(query));
  return {
    connected: named.filter(({ connected }) => connected),
    others: named.filter(({ connected }) => !connected),
  };
};

/** Returns the fraction of calls that got a response, 0 to 1; undefined if there were no calls. */
export const answeredPart = ({
  calls,
  answered,
}: {
  readonly calls: number;
  readonly answered: number;
}): number | undefined => (calls === 0 ? undefined : answered / calls);
