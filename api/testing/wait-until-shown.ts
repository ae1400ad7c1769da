import type { Services } from '#/api/composition/api-services.ts';
import { projections } from '#/projections/registry.ts';
import type { SearchIndex } from '#/projections/search/indexer.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

/** Waits until read models and search index have all recorded events. */
export const waitUntilShown = async (
  { core, projections: running }: Services,
  index: SearchIndex,
): Promise<void> => {
  const head = await core.store.head();
  if (head === undefined) return;
  const names = projections.map(({ name }) => name);
  if (!(await running.waitFor(head, names, 20_000))) {
    throw new Error('the read models do not keep up');
  }
  await eventually(() => index.position() >= head || undefined, 'every sale can be found');
};
