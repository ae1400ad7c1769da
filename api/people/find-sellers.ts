import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { foldText, wordsOf } from '#/projections/search/words.ts';
import { sellersOf } from '#/projections/subjects.ts';
import { loadSellerNames } from './seller-names.ts';

/** Names are decrypted at each call. */
const MOST_SELLERS = 1_000;
const SHOWN = 20;

const inPortuguese = new Intl.Collator('pt-BR');

/** Each word of the text begins a word of the name, or the text is the id. */
const createMatch = (text: string) => {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isAnyone = text.trim() === '';
  return ({ sellerId, name }: { readonly sellerId: string; readonly name: string }): boolean => {
    if (sellerId === text.trim()) return true;
    if (words.length === 0) return isAnyone;
    const own = wordsOf(name);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
};

/** The first that fit, by name. */
export const findSellers = async (
  services: Services,
  platformId: string,
  { text, after }: ParsedInputOf<'admin.findSellers'>,
): Promise<OutputOf<'admin.findSellers'>> => {
  const { value: ids, position } = await readFresh(services, ['subjects'], after, (database) =>
    sellersOf(database, platformId, MOST_SELLERS),
  );
  const names = await loadSellerNames(services.core, ids);
  const found = [...names]
    .map(([sellerId, name]) => ({ sellerId, name }))
    .filter(createMatch(text))
    .toSorted((one, other) => inPortuguese.compare(one.name, other.name));
  const isPart = found.length > SHOWN || ids.length === MOST_SELLERS;
  return { items: found.slice(0, SHOWN), isPart, position };
};
