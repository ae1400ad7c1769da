import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type Listed = Pick<AcquirerShown, 'id' | 'label' | 'connected'>;

/** Without accents and capitals, so that "pagar" finds "Pagár". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Those whose name has the text, as they came (by name). */
export const found = <One extends Listed>(
  acquirers: readonly One[],
  text: string,
): { readonly connected: readonly One[]; readonly others: readonly One[] } => {
  const wanted = plain(text.trim());
  const named = acquirers.filter(({ id, label }) => plain(`${label} ${id}`).includes(wanted));
  return {
    connected: named.filter(({ connected }) => connected),
    others: named.filter(({ connected }) => !connected),
  };
};

/** Part of the calls that were answered, 0 to 1; undefined while there were none. */
export const answeredPart = ({
  calls,
  answered,
}: {
  readonly calls: number;
  readonly answered: number;
}): number | undefined => (calls === 0 ? undefined : answered / calls);
