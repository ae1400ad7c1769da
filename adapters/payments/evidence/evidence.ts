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

/** The provider id, with `-clients` for the acquirer's other API, which its published client programs use (acquirers.8). */
export const nameOf = ({
  provider: { id, differenceFromSpecification },
}: ProviderCases<never>): string =>
  differenceFromSpecification === undefined ? id : `${id}-clients`;

/** Loads the cases of each provider, sorted by name. A provider with two APIs has cases for both. */
export const loadProviderCases = async (): Promise<readonly ProviderCases<never>[]> => {
  const all = await Promise.all(
    idsWithCases().map(async (id): Promise<readonly ProviderCases<never>[]> => {
      const module: Readonly<Record<string, unknown>> = await import(
        new URL(`${id}${ending}`, folder).href
      );
      // The account type does not matter to code that runs cases.
      return Object.values(module) as readonly ProviderCases<never>[];
    }),
  );
  return all.flat().toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
};
