import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { environmentOf, type ProductPlace, type TestLog } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

/** Runs a command at a place, and returns its output. The command must succeed. */
export const commandAt = async (
  place: ProductPlace,
  name: string,
  words: readonly string[],
): Promise<string> => {
  const { code, output } = await runScript(name, words, environmentOf(place));
  expect(code, output).to.equal(0);
  return output;
};

/** Makes places for products below a folder, each with its own database. */
export const placesBelow = (folder: string) => {
  const removals: (() => Promise<void>)[] = [];
  return {
    empty: async (log: TestLog, name: string): Promise<ProductPlace> => {
      const database = await testDatabase();
      removals.push(database.drop);
      const dataDir = join(folder, name);
      if (log === 'postgres') return { databaseUrl: database.url, dataDir };
      const server = await testEventStoreDb(createMemoryStore());
      removals.push(server.stop);
      return { databaseUrl: database.url, eventStoreUrl: server.url, dataDir };
    },
    remove: async (): Promise<void> => {
      for (const remove of removals.splice(0).toReversed()) await remove();
    },
  };
};

/** Moves a product as an operator does: backs up a stopped product, and restores it elsewhere. */
export const moveProduct = async (from: ProductPlace, to: ProductPlace): Promise<void> => {
  const file = join(from.dataDir, '..', `${randomUUID()}.backup`);
  await commandAt(from, 'backup', [file]);
  // A backup has neither secrets nor the seal key.
  await cp(from.dataDir, to.dataDir, { recursive: true });
  await commandAt(to, 'restore', [file]);
};
