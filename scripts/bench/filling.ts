import { finished } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { Word } from '#/ledger/vault/search-entries.ts';
import { wordsOf } from '#/projections/search/words.ts';

/** The platform of the invented people in the benches' tables. */
export const PLATFORM = 'demo';

/** Seed of random numbers, which are therefore the same on every machine. */
export const SEED = 20_261_122;

/** Draws the number of a name, from 0 to 3,998. About every twelfth person has name 0, and most names are rare. */
export const drawRank = (draw: () => number): number => Math.floor(4_000 ** draw()) - 1;

export const copyInto = (client: pg.PoolClient, table: string) => {
  const copy = client.query(copyStreams.from(`COPY ${table} FROM STDIN`));
  return {
    write: async (text: string): Promise<void> => {
      if (!copy.write(text)) await new Promise((drained) => copy.once('drain', drained));
    },
    end: async (): Promise<void> => {
      copy.end();
      await finished(copy);
    },
  };
};

/** Returns the words' tokens as a Postgres array. E-mails and numbers hardly repeat, so their tokens are not cached. */
export const tokensBy = (vault: Vault) => {
  const cache = new Map<string, string>();
  return (words: readonly Word[]): string => {
    const tokens = words.map((word) => {
      const name = `${word.kind} ${word.text}`;
      const token = cache.get(name) ?? vault.tokens(PLATFORM, [word])[0] ?? '';
      if (!['email', 'number'].includes(word.kind)) cache.set(name, token);
      return token;
    });
    return `{${tokens.join()}}`;
  };
};

export const words = (...texts: readonly string[]): readonly Word[] =>
  texts.flatMap(wordsOf).map((text) => ({ kind: 'word', text }));
