import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type { Position, Revision } from '#/ledger/event-store.ts';
import { logPosition } from './position.ts';

/** What is read of `$all`. */
export interface Range {
  /** Reading includes it, subscribing does not; from the first event, or backwards from the last, when there is none. */
  readonly from: Position | undefined;
  /** Only events of streams that begin so, or of types that begin so; the server passes over all others. */
  readonly streams?: readonly string[];
  readonly types?: readonly string[];
}

export interface StreamRange {
  /** As the server calls it. */
  readonly name: string;
  readonly from: Revision | 'end';
  readonly count: number;
}

export type Reading = ClientReadableStream<ReadResp>;

/** Events the server looks at in one go when a filter passes over most of them. */
const SEARCH_WINDOW = 2_000;

/** Events that a subscription passes over before the server says how far it has come. */
const CHECKPOINT_EVERY = 200;

const { ReadDirection, FilterOptions, AllOptions, StreamOptions } = streamsPb.ReadReq.Options;
const { FORWARDS, BACKWARDS } = ReadDirection;

const baseOptions = (): ReadReq.Options => {
  const uuids = new streamsPb.ReadReq.Options.UUIDOption();
  return new streamsPb.ReadReq.Options()
    .setUuidOption(uuids.setString(new sharedPb.Empty()))
    .setResolveLinks(false);
};

const filterOf = (
  { streams, types = [] }: Range,
  window: number,
): ReadReq.Options.FilterOptions => {
  const expression = new FilterOptions.Expression().setPrefixList([...(streams ?? types)]);
  const filter = new FilterOptions().setMax(window).setCheckpointintervalmultiplier(1);
  return streams === undefined
    ? filter.setEventType(expression)
    : filter.setStreamIdentifier(expression);
};

const allOptions = (range: Range, window: number, isBackwards: boolean): ReadReq.Options => {
  const { from, streams, types } = range;
  const all = new AllOptions();
  if (from === undefined) {
    if (isBackwards) all.setEnd(new sharedPb.Empty());
    else all.setStart(new sharedPb.Empty());
  } else {
    const { commit, prepare } = logPosition(from);
    const position = new streamsPb.ReadReq.Options.Position();
    all.setPosition(position.setCommitPosition(`${commit}`).setPreparePosition(`${prepare}`));
  }
  const options = baseOptions()
    .setAll(all)
    .setReadDirection(isBackwards ? BACKWARDS : FORWARDS);
  return streams === undefined && types === undefined
    ? options.setNoFilter(new sharedPb.Empty())
    : options.setFilter(filterOf(range, window));
};

/**
 * Reads in the protocol itself, over the client's connection: the client filters no reads, parses all JSON only for us
 * to print it again, and does not tell a stream without events from one whose events are hidden. Every call asks for
 * the server that leads, which alone has all that was acknowledged.
 */
export class Wire {
  readonly #client: EventStoreDBClient;

  constructor(client: EventStoreDBClient) {
    this.#client = client;
  }

  all(range: Range): Promise<Reading> {
    const options = allOptions(range, SEARCH_WINDOW, false);
    return this.#open('readAll', options.setCount(`${Number.MAX_SAFE_INTEGER}`));
  }

  /** The last event of the range. */
  last(range: Range): Promise<Reading> {
    return this.#open('readAll', allOptions(range, SEARCH_WINDOW, true).setCount('1'));
  }

  subscribe(range: Range): Promise<Reading> {
    const options = allOptions(range, CHECKPOINT_EVERY, false);
    const subscription = new streamsPb.ReadReq.Options.SubscriptionOptions();
    return this.#open('subscribeToAll', options.setSubscription(subscription));
  }

  stream({ name, from, count }: StreamRange): Promise<Reading> {
    const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(name));
    const stream = new StreamOptions().setStreamIdentifier(identifier);
    if (from === 'end') stream.setEnd(new sharedPb.Empty());
    else stream.setRevision(`${from}`);
    const options = baseOptions()
      .setStream(stream)
      .setReadDirection(from === 'end' ? BACKWARDS : FORWARDS)
      .setCount(`${Math.min(count, Number.MAX_SAFE_INTEGER)}`)
      .setNoFilter(new sharedPb.Empty())
      // The server then says where the stream ends, even when it shows nothing of it.
      .setControlOption(new streamsPb.ReadReq.Options.ControlOption().setCompatibility(1));
    return this.#open('readStream', options);
  }

  #open(name: string, options: ReadReq.Options): Promise<Reading> {
    const request = new streamsPb.ReadReq().setOptions(options);
    const client = this.#client;
    return client['GRPCStreamCreator'](streamsGrpc.StreamsClient, name, (stub) =>
      stub.read(
        request,
        ...client['callArguments']({ requiresLeader: true }, { deadline: Infinity }),
      ),
    )();
  }
}
