import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import type { StoredEvent } from './stored-event.ts';
import type { ReadCall } from './outgoing.ts';
import { checkLeader } from './double.ts';
import { readFilter } from './event-filter.ts';
import { DELETED } from './stored-event.ts';
import { Outgoing } from './outgoing.ts';
import { readPosition, readRevision } from './read-place.ts';
import { invalidArgument, rpcErrorOf, shuttingDown, streamDeleted } from './rpc-errors.ts';
import { firstShown, isExpired, isSoftDeleted } from './stream-metadata.ts';
import { subscribeToAll, subscribeToStream } from './subscription.ts';
import { streamIdentifier, streamName } from './wire-event.ts';

const isBackwards = (options: ReadReq.Options): boolean =>
  options.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS;

const lesserOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const greaterOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const notFound = (stream: string): ReadResp => {
  const message = new streamsPb.ReadResp.StreamNotFound();
  message.setStreamIdentifier(streamIdentifier(stream));
  return new streamsPb.ReadResp().setStreamNotFound(message);
};

/** @throws RpcError for a count of 0 */
const readCount = (options: ReadReq.Options): bigint => {
  const count = BigInt(options.getCount());
  if (count === 0n) throw invalidArgument('The count of a read is positive.');
  return count;
};

/** Whether the client wants the first and last revision of the stream with its read. */
const wantsPositions = (options: ReadReq.Options): boolean =>
  (options.getControlOption()?.getCompatibility() ?? 0) >= 1;

/** Events that the server reads of a stream at once. */
const SERVER_PAGE = 32n;

/** Sends the first revision that a read can show, now or later, if all of the server's first page is hidden or beyond the end. */
const sendFirstPosition = async (
  place: {
    readonly requested: bigint | 'start' | 'end';
    readonly firstVisible: bigint;
    readonly last: bigint;
    readonly limit: bigint;
  },
  options: ReadReq.Options,
  outgoing: Outgoing,
): Promise<void> => {
  const { requested, firstVisible, last, limit } = place;
  if (isBackwards(options) || requested === 'end' || !wantsPositions(options)) return;
  const from = requested === 'start' ? 0n : requested;
  const pageEnd = from + lesserOf(SERVER_PAGE, limit) - 1n;
  const first = pageEnd < firstVisible ? firstVisible : from > last + 1n ? last + 1n : undefined;
  if (first === undefined) return;
  await outgoing.message(new streamsPb.ReadResp().setFirstStreamPosition(String(first)));
};

const readStream = async (
  { log }: Double,
  options: ReadReq.Options,
  outgoing: Outgoing,
): Promise<void> => {
  const how = options.getStream();
  if (how === undefined) throw invalidArgument('Required field Stream not set.');
  const stream = streamName(how.getStreamIdentifier());
  const metadata = await log.metadata(stream);
  const tail = await log.tail(stream);
  if (await log.isClosed(stream)) throw streamDeleted(stream);
  const { last } = tail;
  if (last === -1n || isSoftDeleted(metadata)) return outgoing.message(notFound(stream));

  const shown = firstShown(metadata, last);
  const requested = readRevision(how);
  const limit = readCount(options);
  await sendFirstPosition({ requested, firstVisible: shown, last, limit }, options, outgoing);
  let events: AsyncIterable<StoredEvent>;
  if (isBackwards(options)) {
    const from =
      requested === 'start' ? 0n : requested === 'end' ? last : lesserOf(requested, last);
    events = log.backwards(stream, from, greaterOf(shown, from - limit + 1n));
  } else {
    const from = greaterOf(
      requested === 'start' ? 0n : requested === 'end' ? DELETED : requested,
      shown,
    );
    // The number of expired events is not known in advance.
    const to = metadata.maxAge === undefined ? lesserOf(last, from + limit - 1n) : last;
    events = log.forwards(stream, from, to);
  }
  let count = 0n;
  for await (const event of events) {
    if (count >= limit || outgoing.signal.aborted) break;
    if (isExpired(metadata, event)) continue;
    await outgoing.event(event);
    count += 1n;
  }
  if (!wantsPositions(options)) return undefined;
  return outgoing.message(new streamsPb.ReadResp().setLastStreamPosition(String(last)));
};

const readAll = async (
  { log }: Double,
  options: ReadReq.Options,
  outgoing: Outgoing,
): Promise<void> => {
  const how = options.getAll();
  if (how === undefined) throw invalidArgument('Required field All not set.');
  const filter = options.getFilter();
  const matches = filter === undefined ? () => true : readFilter(filter);
  const limit = Number(readCount(options));
  const requested = readPosition(how);
  const { signal } = outgoing;
  const end = (await log.head()) + 1;
  const ordinal = requested === 'start' ? 1 : requested === 'end' ? end : requested;
  if (!isBackwards(options) && ordinal >= end) return;
  const reading = { limit: filter === undefined ? limit : Infinity, signal };
  const events = isBackwards(options)
    ? log.allBackwards(Math.min(ordinal, end), reading)
    : log.allForwards(ordinal, reading);
  let count = 0;
  for await (const event of events) {
    if (!matches(event)) continue;
    await outgoing.event(event);
    count += 1;
    if (count >= limit) return;
  }
};

const serve = async (double: Double, call: ReadCall): Promise<void> => {
  const options = call.request.getOptions();
  if (options?.getUuidOption() === undefined) {
    throw invalidArgument('Required field UuidOption not set.');
  }
  checkLeader(double, call);
  const outgoing = new Outgoing(double, call, options);
  try {
    if (options.hasSubscription()) {
      const subscribe = options.hasAll() ? subscribeToAll : subscribeToStream;
      await subscribe(double, options, outgoing);
    } else {
      await (options.hasAll() ? readAll : readStream)(double, options, outgoing);
    }
  } catch (error) {
    // A read is aborted when its client disconnects.
    if (!outgoing.signal.aborted) throw error;
  }
  if (double.stopping.aborted) throw shuttingDown();
  outgoing.end();
};

/** `Streams.Read`: reads of a stream or the log in both directions, and subscriptions. */
export const readCall =
  (double: Double): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    serve(double, call).catch((error: unknown) => {
      if (!double.switches.silent) call.emit('error', rpcErrorOf(error, 'Read'));
    });
  };
