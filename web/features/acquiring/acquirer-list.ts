import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type ListedAcquirer = Pick<AcquirerShown, 'id' | 'label' | 'connected'>;

/** Removes accents and capitals, so that "pagar" finds "Pagár". */
const normalise = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Returns the acquirers whose name or id contains the text, in the given order: those with an account, and the others. */
export const findAcquirers = <One extends ListedAcquirer>(
  acquirers: readonly One[],
  text: string,
): { readonly connected: readonly One[]; readonly others: readonly One[] } => {
  const query = normalise(text.trim());
  const matches = acquirers.filter(({ id, label }) => normalise(`${label} ${id}`).includes(query));
  return {
    connected: matches.filter(({ connected }) => connected),
    others: matches.filter(({ connected }) => !connected),
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
