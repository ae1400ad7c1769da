import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type ListedAcquirer = Pick<AcquirerShown, 'id' | 'label' | 'connected'>;

/** Leaves out accents and case, so that "pagar" finds "Pagár". */
const normalise = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Returns the acquirers whose name or id contains the text, split by whether they have an account. */
export const findAcquirers = <Acquirer extends ListedAcquirer>(
  acquirers: readonly Acquirer[],
  text: string,
): { readonly connected: readonly Acquirer[]; readonly others: readonly Acquirer[] } => {
  const query = normalise(text.trim());
  const matches = acquirers.filter(({ id, label }) => normalise(`${label} ${id}`).includes(query));
  return {
    connected: matches.filter(({ connected }) => connected),
    others: matches.filter(({ connected }) => !connected),
  };
};

/** Returns the fraction of calls with a response, 0 to 1; undefined without calls. */
export const answeredPart = ({
  calls,
  answered,
}: {
  readonly calls: number;
  readonly answered: number;
}): number | undefined => (calls === 0 ? undefined : answered / calls);
