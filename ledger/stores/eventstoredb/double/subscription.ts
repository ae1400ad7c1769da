import { randomUUID } from 'node:crypto';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position, SubscriptionMessage } from '#/ledger/event-store.ts';
import type { Double } from './double.ts';
import type { StoredEvent } from './stored-event.ts';
import type { Outgoing } from './outgoing.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { readCheckpointInterval, readFilter } from './event-filter.ts';
import { DELETED, keptEventOf, storedStreamName } from './stored-event.ts';
import { readPosition, readRevision } from './read-place.ts';
import { invalidArgument, streamDeleted } from './rpc-errors.ts';
import { firstShown, isExpired, isSoftDeleted } from './stream-metadata.ts';
import { streamName } from './wire-event.ts';

const confirmation = (): ReadResp => {
  const message = new streamsPb.ReadResp.SubscriptionConfirmation();
  message.setSubscriptionId(randomUUID());
  return new streamsPb.ReadResp().setConfirmation(message);
};

const checkpoint = (ordinal: number): ReadResp => {
  const message = new streamsPb.ReadResp.Checkpoint();
  message.setCommitPosition(String(ordinal));
  message.setPreparePosition(String(ordinal));
  return new streamsPb.ReadResp().setCheckpoint(message);
};

const PAGE = 500;

const follow = (
  { log }: Double,
  after: number,
  signal: AbortSignal,
): AsyncIterable<SubscriptionMessage> => {
  const from: { after?: Position } = after > 0 ? { after: decimalPosition(after) } : {};
  return log.store.subscribe({ ...from, maximumBatch: PAGE, signal });
};

const deliver = async ({ switches }: Double, event: StoredEvent, outgoing: Outgoing) => {
  await outgoing.event(event);
  if (switches.duplicateDelivery) await outgoing.event(event);
};

/** Events that the server buffers for one live subscriber. */
const LIVE_BUFFER = 32;

/** `caught-up` is sent again after more events arrived at once than the server buffers. */
class Liveness {
  #state: 'catching-up' | 'live' | 'behind' = 'catching-up';

  /**
   * Call after each page of the log that was read.
   * @param page the number of events in the page
   * @param ofThem how many of them are for the subscriber
   * @returns whether to send `caught-up`
   */
  take(page: number, ofThem: number): boolean {
    if (this.#state === 'live' && ofThem > LIVE_BUFFER) this.#state = 'behind';
    return this.#state === 'behind' && page < PAGE && this.reachEnd();
  }

  /** Call at the end of the log. @returns whether to send `caught-up` */
  reachEnd(): boolean {
    const isNews = this.#state !== 'live';
    this.#state = 'live';
    return isNews;
  }
}

/** A server before 23.10 does not send `caught-up`. */
const sendCaughtUp = async ({ switches }: Double, outgoing: Outgoing): Promise<void> => {
  if (!switches.batchAppend) return;
  await outgoing.message(new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp()));
};

/** Sends the position after every `interval` examined events, matching or not, and when caught up. */
class Checkpoints {
  readonly #interval: number;
  readonly #outgoing: Outgoing;
  #considered = 0;
  #reported: number;

  constructor(interval: number, outgoing: Outgoing, after: number) {
    this.#interval = interval;
    this.#outgoing = outgoing;
    this.#reported = after;
  }

  async consider(ordinal: number): Promise<void> {
    this.#considered += 1;
    if (this.#considered < this.#interval) return;
    this.#considered = 0;
    await this.tell(ordinal);
  }

  async tell(ordinal: number): Promise<void> {
    if (ordinal <= this.#reported) return;
    this.#reported = ordinal;
    await this.#outgoing.message(checkpoint(ordinal));
  }
}

export const subscribeToAll = async (
  double: Double,
  options: ReadReq.Options,
  outgoing: Outgoing,
): Promise<void> => {
  const how = options.getAll();
  if (how === undefined) throw invalidArgument('Required field All not set.');
  const filter = options.getFilter();
  const matches = filter === undefined ? () => true : readFilter(filter);
  const requested = readPosition(how);
  const head = await double.log.head();
  const after = requested === 'start' ? 0 : requested === 'end' ? head : requested;
  const interval = filter === undefined ? Infinity : readCheckpointInterval(filter);
  const checkpoints = new Checkpoints(interval, outgoing, after);
  await outgoing.message(confirmation());
  let examined = after;
  const liveness = new Liveness();
  const tellCaughtUp = async (): Promise<void> => {
    if (filter !== undefined) await checkpoints.tell(examined);
    await sendCaughtUp(double, outgoing);
  };
  for await (const message of follow(double, after, outgoing.signal)) {
    if (message.kind === 'events') {
      let delivered = 0;
      for (const recorded of message.events) {
        const event = keptEventOf(recorded);
        examined = event.ordinal;
        if (matches(event)) {
          delivered += 1;
          await deliver(double, event, outgoing);
        }
        await checkpoints.consider(examined);
      }
      if (liveness.take(message.events.length, delivered)) await tellCaughtUp();
    } else if (message.kind === 'caught-up' && liveness.reachEnd()) await tellCaughtUp();
  }
};

/** The stream need not exist yet. */
export const subscribeToStream = async (
  double: Double,
  options: ReadReq.Options,
  outgoing: Outgoing,
): Promise<void> => {
  const how = options.getStream();
  if (how === undefined) throw invalidArgument('Required field Stream not set.');
  const stream = streamName(how.getStreamIdentifier());
  const { log } = double;
  // Events after this head are delivered live. The stream is read after the head, so that no event is missed.
  const head = await log.head();
  const tail = await log.tail(stream);
  if (await log.isClosed(stream)) throw streamDeleted(stream);
  const metadata = await log.metadata(stream);
  const requested = readRevision(how);
  await outgoing.message(confirmation());
  let next = requested === 'start' ? 0n : requested === 'end' ? tail.last + 1n : requested + 1n;
  if (!isSoftDeleted(metadata)) {
    const shown = firstShown(metadata, tail.last);
    for await (const event of log.forwards(stream, next > shown ? next : shown, tail.last)) {
      if (outgoing.signal.aborted) return;
      if (!isExpired(metadata, event)) await deliver(double, event, outgoing);
      next = event.revision + 1n;
    }
  }
  const liveness = new Liveness();
  const name = storedStreamName(stream);
  for await (const message of follow(double, head, outgoing.signal)) {
    if (message.kind === 'events') {
      const ofStream = message.events.filter(
        (recorded) => recorded.stream === name && BigInt(recorded.revision) >= next,
      );
      for (const recorded of ofStream) {
        const event = keptEventOf(recorded);
        await deliver(double, event, outgoing);
        if (event.revision === DELETED) throw streamDeleted(stream);
      }
      if (liveness.take(message.events.length, ofStream.length))
        await sendCaughtUp(double, outgoing);
    } else if (message.kind === 'caught-up' && liveness.reachEnd())
      await sendCaughtUp(double, outgoing);
  }
};
