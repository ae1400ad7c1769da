import { readdirSync } from 'node:fs';
import type { ProviderCases } from './provider-cases.ts';

const folder = new URL('../providers/', import.meta.url);

export const idsOfProviders = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ''));

const ending = '.cases.ts';

export const idsWithCases = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

/** The cases of every provider that has some, each of the one export of its file. */
export const loadEvidence = (): Promise<readonly ProviderCases<never>[]> =>
  Promise.all(
    idsWithCases().map(async (id): Promise<ProviderCases<never>> => {
      const module: Readonly<Record<string, unknown>> = await import(
        new URL(`${id}${ending}`, folder).href
      );
      // Whose account it is makes no difference to who replays them.
      return Object.values(module)[0] as ProviderCases<never>;
    }),
  );
