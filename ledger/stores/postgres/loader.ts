import { chainHash } from '#/ledger/audit/hash.ts';
import { LoadFailure, type LogLoader, type MovedEvent } from '#/ledger/log-loader.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { requireWritable, acquireWriterLock, type Head, type LinkedEvent } from './log-tables.ts';
import { createSchema } from './schema.ts';
import { openSession, isUnwritable } from './session.ts';
import { textArray } from '#/ledger/database/text-array.ts';

/** A killed loader may still hold the lock. Shorter than the session's `statement_timeout`. */
const LOCK_TIMEOUT_MS = 5_000;

/** An event that keeps its position is not marked as moved. */
const linkEvents = (events: readonly MovedEvent[], head: Head): readonly LinkedEvent[] => {
  let { hash, ordinal } = head;
  return events.map(({ sealedAs, ...event }) => {
    ordinal += 1;
    const position = decimalPosition(ordinal);
    const link = { ...event, position, ...(sealedAs !== position && { sealedAs }) };
    hash = chainHash(hash, link);
    return { ...link, hash };
  });
};

const writeLinked = (before: number, events: readonly LinkedEvent[]) => ({
  name: 'load events',
  text: `INSERT INTO ledger.event
      (position, revision, recorded_at, id, stream, type, data, meta, hash, sealed_as)
    SELECT $1 + n, r::bigint, a::timestamptz, i::uuid, s, t, d::json, m::json, decode(h, 'hex'),
      nullif(p, '')
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[]) WITH ORDINALITY AS e(r, a, i, s, t, d, m, h, p, n)`,
  values: [
    before,
    ...[
      (event: LinkedEvent) => String(event.revision),
      ({ recordedAt }: LinkedEvent) => recordedAt,
      ({ id }: LinkedEvent) => id,
      ({ stream }: LinkedEvent) => stream,
      ({ type }: LinkedEvent) => type,
      ({ data }: LinkedEvent) => data,
      ({ meta }: LinkedEvent) => meta,
      ({ hash }: LinkedEvent) => hash,
      ({ sealedAs }: LinkedEvent) => sealedAs ?? '',
    ].map((field) => textArray(events.map(field))),
  ],
});

/**
 * Opens a database to load a log into. The log there must be empty, or be the beginning of the one to load.
 * @throws OperatorError when the database is not ours or takes no writes, LoadFailure when another process keeps the writer's lock
 */
export const openPostgresLoader = async (connectionString: string): Promise<LogLoader> => {
  const client = await openSession(connectionString, 'writer', () => undefined);
  const close = (): Promise<void> => client.end();
  try {
    await createSchema(client);
    await requireWritable(client);
    const first = await acquireWriterLock(client, LOCK_TIMEOUT_MS);
    if (first === undefined) throw new LoadFailure('Somebody else writes to the log here.');
    let head = first;
    return {
      load: async (events) => {
        const start = head;
        const linked = linkEvents(events, start);
        const last = linked.at(-1);
        if (last === undefined) return;
        await client.query(writeLinked(start.ordinal, linked)).catch((cause: unknown) => {
          if (!isUnwritable(cause)) throw cause;
          throw new LoadFailure('The log here is not the beginning of what is brought to it.', {
            cause,
          });
        });
        const { hash, recordedAt } = last;
        head = { ordinal: start.ordinal + linked.length, hash, recordedAt };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
