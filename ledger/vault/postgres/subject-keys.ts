import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Clock } from '#/domain/ports/machine.ts';
import { KEY_SECONDS, nameOf, type SubjectKey } from '#/ledger/vault/subject-keys.ts';
import type { KeyRing } from './key-ring.ts';

const KEPT = 20_000;

export const createMemory = <Value>(seconds: number, { elapsedMs }: Pick<Clock, 'elapsedMs'>) => {
  const kept = new LRUCache<string, { readonly value: Value }>({
    max: KEPT,
    ttl: seconds * 1_000,
    perf: { now: elapsedMs },
    // Otherwise the cache sets timers of its own.
    ttlResolution: 0,
  });
  let forgotten = 0;
  return {
    get: (name: string): { readonly value: Value } | undefined => kept.get(name),
    /** The returned function caches nothing if `forget` was called since. Call this before the values are read. */
    keeper: (): ((name: string, value: Value) => void) => {
      const before = forgotten;
      return (name, value) => {
        if (forgotten === before) kept.set(name, { value });
      };
    },
    forget: (): void => {
      forgotten += 1;
      kept.clear();
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
    const found = new Map(rows.map((row) => [nameOf(row), row]));
    return new Map(
      keys.map((each) => {
        const name = nameOf(each);
        const { wrapped = null, kekId = '' } = found.get(name) ?? {};
        const key = wrapped ? ring.unwrap({ wrapped, kekId }, name) : undefined;
        keep(name, key);
        return [name, key];
      }),
    );
  };

  return {
    ...memory,
    many: async (wanted: readonly SubjectKey[]): Promise<readonly (Buffer | undefined)[]> => {
      const distinct = new Map(wanted.map((each) => [nameOf(each), each]));
      const known = new Map(
        [...distinct.keys()].flatMap((name) => {
          const found = memory.get(name);
          return found ? [[name, found.value] as const] : [];
        }),
      );
      const unknown = [...distinct].filter(([name]) => !known.has(name)).map(([, each]) => each);
      const loaded = unknown.length > 0 ? await load(unknown) : known;
      return wanted.map((each) => {
        const name = nameOf(each);
        return known.has(name) ? known.get(name) : loaded.get(name);
      });
    },
  };
};

export type SubjectKeys = ReturnType<typeof createSubjectKeys>;
