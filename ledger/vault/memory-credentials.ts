import { credentialContext, type Credentials } from './credentials.ts';

interface Entry {
  readonly owner: string;
  readonly name: string;
  /** Each as JSON, the newest last. */
  readonly values: string[];
}

export const createMemoryCredentials = (): Credentials => {
  const entries = new Map<string, Entry>();
  return {
    put: async (owner, name, value) => {
      const key = credentialContext({ owner, name });
      const entry = entries.get(key) ?? { owner, name, values: [] };
      entry.values.push(JSON.stringify(value));
      entries.set(key, entry);
    },
    get: async (owner, name) => {
      const last = entries.get(credentialContext({ owner, name }))?.values.at(-1);
      if (last === undefined) return undefined;
      const value: unknown = JSON.parse(last);
      return value;
    },
    names: async (owner) =>
      [...entries.values()]
        .filter((entry) => entry.owner === owner)
        .map(({ name }) => name)
        .toSorted(),
    remove: async (owner, name) => {
      entries.delete(credentialContext({ owner, name }));
    },
  };
};
