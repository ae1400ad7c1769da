import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { foldText, wordsOf } from '#/projections/search/words.ts';
import { sellersOf } from '#/projections/subjects.ts';
import { loadSellerNames } from './seller-names.ts';

/** Most sellers searched: each call decrypts all their names. */
const MOST_SELLERS = 1_000;
const SHOWN = 20;

const inPortuguese = new Intl.Collator('pt-BR');

/** A seller matches if each word of the text begins a word of the name, or the text is the id. A blank text matches all. */
const createMatch = (text: string) => {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isBlank = text.trim() === '';
  return ({ sellerId, name }: { readonly sellerId: string; readonly name: string }): boolean => {
    if (sellerId === text.trim()) return true;
    if (words.length === 0) return isBlank;
    const nameWords = wordsOf(name);
    return words.every((word) => nameWords.some((each) => each.startsWith(word)));
  };
};

/** Returns the first matching sellers, in the order of their names. `isPart` = there may be more. */
export const findSellers = async (
  services: Services,
  platformId: string,
  { text, after }: ParsedInputOf<'admin.findSellers'>,
): Promise<OutputOf<'admin.findSellers'>> => {
  const { value: ids, position } = await readFresh(services, ['subjects'], after, (database) =>
    sellersOf(database, platformId, MOST_SELLERS),
  );
  const names = await loadSellerNames(services.core, ids);
  const matching = [...names]
    .map(([sellerId, name]) => ({ sellerId, name }))
    .filter(createMatch(text))
    .toSorted((one, other) => inPortuguese.compare(one.name, other.name));
  const isPart = matching.length > SHOWN || ids.length === MOST_SELLERS;
  return { items: matching.slice(0, SHOWN), isPart, position };
};
