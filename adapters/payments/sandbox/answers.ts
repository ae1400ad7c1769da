import { createHash } from 'node:crypto';

import { z } from 'zod';

import { Problem } from './problem.ts';
import type { Store } from './store.ts';

const answerRow = z.object({ request_digest: z.string(), document: z.string() });

/** A request that ends with a Problem stores no answer, so it may be sent again. */
export interface Answers {
  /**
   * Returns the answer stored under this idempotency key. If there is none, runs `act` and stores its answer.
   * @throws Problem 409 when the key was used for another request, and as `act`
   */
  readonly once: <Schema extends z.ZodType>(
    key: string,
    request: unknown,
    schema: Schema,
    act: () => z.output<Schema>,
  ) => { readonly document: z.output<Schema>; readonly isFirst: boolean };
}

export const createAnswers = (store: Store): Answers => {
  const find = store.database.prepare('SELECT request_digest, document FROM answers WHERE key = ?');
  const insert = store.database.prepare(
    'INSERT INTO answers (key, request_digest, document) VALUES (?, ?, ?)',
  );
  return {
    once: (key, request, schema, act) => {
      const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64');
      const row = find.get(key);
      if (!row) {
        return store.atomically(() => {
          const document = act();
          insert.run(key, digest, JSON.stringify(document));
          return { document, isFirst: true };
        });
      }
      const stored = answerRow.parse(row);
      if (stored.request_digest !== digest) {
        throw new Problem(409, 'idempotency_key_reused', 'this key was used for something else');
      }
      return { document: schema.parse(JSON.parse(stored.document)), isFirst: false };
    },
  };
};
