import type { EventStoreDBClient } from '@eventstore/db-client';
import { MAXIMUM_APPEND_BYTES, MAXIMUM_APPEND_EVENTS } from '#/ledger/event-store.ts';
import { LoadFailure, type LogLoader, type MovedEvent } from '#/ledger/log-loader.ts';
import { connect, disconnect } from './client.ts';
import { movedEventData } from './content.ts';
import { readFailure, Unanswered, verdictOf } from './failures.ts';
import { nameLoadedCopy } from './lineage.ts';
import { Names } from './names.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** The client itself has no timeout for appends on its shared stream. */
const DEADLINE_MS = 10_000;

const sizeOf = ({ data, meta }: MovedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(meta);

/** Groups consecutive events of one stream, each group as large as one append may be. */
function* runsOf(events: readonly MovedEvent[]): Generator<readonly MovedEvent[]> {
  let run: MovedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = sizeOf(event);
    const fits = run.length < MAXIMUM_APPEND_EVENTS && bytes + size <= MAXIMUM_APPEND_BYTES;
    if (run.length > 0 && (run[0]?.stream !== event.stream || !fits)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

const append = async (
  client: EventStoreDBClient,
  names: Names,
  run: readonly MovedEvent[],
): Promise<void> => {
  const [first] = run;
  if (first === undefined) return;
  const { stream, revision } = first;
  const expectedRevision = revision === 0 ? 'no_stream' : BigInt(revision - 1);
  const how = { expectedRevision, deadline: DEADLINE_MS, requiresLeader: true } as const;
  try {
    const appended = client.appendToStream(
      names.toServerName(stream),
      run.map(movedEventData),
      how,
    );
    await within(DEADLINE_MS, appended, () => {
      throw new Unanswered(DEADLINE_MS);
    });
  } catch (cause) {
    if (verdictOf(cause) !== 'wrong-expected') throw readFailure(cause);
    const sentence = `${stream} is not the beginning of what is brought to it.`;
    throw new LoadFailure(sentence, { cause });
  }
};

/** Each append waits for the previous one, because the order across streams is sealed. */
export const openEventStoreDbLoader = async (
  connectionString: string,
  prefix?: string,
): Promise<LogLoader> => {
  const names = new Names(prefix);
  const client = connect(connectionString, 'batch');
  let isNamed = false;
  return {
    load: async (events) => {
      if (!isNamed) {
        await nameLoadedCopy(client, names).catch((error: unknown) => {
          throw readFailure(error);
        });
      }
      isNamed = true;
      for (const run of runsOf(events)) await append(client, names, run);
    },
    close: () => disconnect(client),
  };
};
