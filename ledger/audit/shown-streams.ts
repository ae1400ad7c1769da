import { RecordCut, type EventStore, type Position, type Recorded } from '#/ledger/event-store.ts';

export interface ShownOptions {
  readonly store: EventStore;
  /** The search reads the streams whose first event is between these positions (inclusive). */
  readonly from?: Position | undefined;
  readonly to?: Position | undefined;
  readonly signal: AbortSignal;
}

const BATCH = 1_000;

/** Streams that are checked concurrently. */
const AT_ONCE = 16;

const printSentence = ({ message }: RecordCut): string => `${message.replace(/^t/, 'T')}.`;

const faultOf = async (store: EventStore, first: Recorded): Promise<string | undefined> => {
  try {
    const [shown] = await store.readStream(first.stream, { limit: 1 });
    if (shown?.id === first.id) return undefined;
    return `${first.stream} does not begin with the event that the log has at ${first.position}.`;
  } catch (error) {
    if (error instanceof RecordCut) return printSentence(error);
    throw error;
  }
};

async function* readFirstEvents({
  store,
  from,
  to,
  signal,
}: ShownOptions): AsyncGenerator<Recorded> {
  for await (const events of store.readAll({ batchSize: BATCH, signal })) {
    for (const event of events) {
      if (to !== undefined && event.position > to) return;
      if (event.revision === 0 && event.position >= (from ?? '')) yield event;
    }
  }
}

/**
 * Finds streams of which the server hides events: commands to such a stream would be decided without these events. The search may end with
 * the first such streams.
 * @returns one sentence for each stream found
 */
export const findHiddenStreams = async (options: ShownOptions): Promise<readonly string[]> => {
  const { store, signal } = options;
  if (store.cuts === undefined) return [];
  const faults = (await store.cuts.find(signal)).map((cut) => printSentence(new RecordCut(cut)));
  if (faults.length > 0) return faults;
  let group: Recorded[] = [];
  const checkGroup = async (): Promise<readonly string[]> => {
    const ofGroup = await Promise.all(group.map((first) => faultOf(store, first)));
    group = [];
    return ofGroup.filter((fault) => fault !== undefined);
  };
  for await (const first of readFirstEvents(options)) {
    group.push(first);
    const ofGroup = group.length === AT_ONCE ? await checkGroup() : [];
    if (ofGroup.length > 0) return ofGroup;
  }
  return checkGroup();
};
