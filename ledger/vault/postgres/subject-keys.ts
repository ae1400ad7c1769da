import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Clock } from '#/domain/ports/machine.ts';
import { KEY_SECONDS, nameOf, type SubjectKey } from '#/ledger/vault/subject-keys.ts';
import type { KeyRing } from './key-ring.ts';

const KEPT = 20_000;

/** Caches values by name, each for a number of seconds. */
export const createMemory = <Value>(seconds: number, { elapsedMs }: Pick<Clock, 'elapsedMs'>) => {
  const cache = new LRUCache<string, { readonly value: Value }>({
    max: KEPT,
    ttl: seconds * 1_000,
    perf: { now: elapsedMs },
    // Otherwise the cache sets timers of its own.
    ttlResolution: 0,
  });
  let clearings = 0;
  return {
    get: (name: string): { readonly value: Value } | undefined => cache.get(name),
    /** The returned function caches nothing if `forget` was called since. Call this before the values are read. */
    keeper: (): ((name: string, value: Value) => void) => {
      const before = clearings;
      return (name, value) => {
        if (clearings === before) cache.set(name, { value });
      };
    },
    forget: (): void => {
      clearings += 1;
      cache.clear();
    },
  };
};

/** Caches the keys of people; undefined stands for a destroyed key. */
export const createSubjectKeys = (pool: Pool, ring: KeyRing, clock: Pick<Clock, 'elapsedMs'>) => {
  const memory = createMemory<Buffer | undefined>(KEY_SECONDS, clock);

  const load = async (
    keys: readonly SubjectKey[],
  ): Promise<ReadonlyMap<string, Buffer | undefined>> => {
    const keep = memory.keeper();
    const { rows } = await pool.query<SubjectKey & { wrapped: Buffer | null; kekId: string }>(
      `SELECT subject, class, wrapped, kek_id AS "kekId" FROM vault.subject_key
       JOIN unnest($1::uuid[], $2::text[]) AS keys(subject, class) USING (subject, class)`,
      [keys.map(({ subject }) => subject), keys.map((each) => each.class)],
    );
    const byName = new Map(rows.map((row) => [nameOf(row), row]));
    return new Map(
      keys.map((each) => {
        const name = nameOf(each);
        const { wrapped = null, kekId = '' } = byName.get(name) ?? {};
        const key = wrapped ? ring.unwrap({ wrapped, kekId }, name) : undefined;
        keep(name, key);
        return [name, key];
      }),
    );
  };

  return {
    ...memory,
    many: async (requested: readonly SubjectKey[]): Promise<readonly (Buffer | undefined)[]> => {
      const distinct = new Map(requested.map((each) => [nameOf(each), each]));
      const cached = new Map(
        [...distinct.keys()].flatMap((name) => {
          const entry = memory.get(name);
          return entry ? [[name, entry.value] as const] : [];
        }),
      );
      const missing = [...distinct].filter(([name]) => !cached.has(name)).map(([, each]) => each);
      const loaded = missing.length > 0 ? await load(missing) : cached;
      return requested.map((each) => {
        const name = nameOf(each);
        return cached.has(name) ? cached.get(name) : loaded.get(name);
      });
    },
  };
};

export type SubjectKeys = ReturnType<typeof createSubjectKeys>;
