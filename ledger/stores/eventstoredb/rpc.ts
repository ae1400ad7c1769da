import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type { Position, Revision } from '#/ledger/event-store.ts';
import { logPosition } from './position.ts';

export interface Range {
  /** Inclusive in reads, exclusive in subscriptions. Undefined = from the first event, or from the last one in a backward read. */
  readonly from: Position | undefined;
  /** Only events of streams, or of types, with one of these prefixes. */
  readonly streams?: readonly string[];
  readonly types?: readonly string[];
}

export interface StreamRange {
  readonly name: string;
  readonly from: Revision | 'end';
  readonly count: number;
}

export type ReadStream = ClientReadableStream<ReadResp>;

/** Events that the server examines in one step when a filter skips most of them. */
const SEARCH_WINDOW = 2_000;

/** Events that a subscription skips before the server sends a checkpoint. */
const CHECKPOINT_EVERY = 200;

const { ReadDirection, FilterOptions, AllOptions, StreamOptions } = streamsPb.ReadReq.Options;
const { FORWARDS, BACKWARDS } = ReadDirection;

const createBaseOptions = (): ReadReq.Options => {
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

const createAllOptions = (range: Range, window: number, isBackwards: boolean): ReadReq.Options => {
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
  const options = createBaseOptions()
    .setAll(all)
    .setReadDirection(isBackwards ? BACKWARDS : FORWARDS);
  return streams === undefined && types === undefined
    ? options.setNoFilter(new sharedPb.Empty())
    : options.setFilter(filterOf(range, window));
};

/** Reads by the protocol itself: the client cannot filter reads, nor tell a stream without events from one whose events are hidden. */
export class EventStoreRpc {
  readonly #client: EventStoreDBClient;

  constructor(client: EventStoreDBClient) {
    this.#client = client;
  }

  all(range: Range): Promise<ReadStream> {
    const options = createAllOptions(range, SEARCH_WINDOW, false);
    return this.#open('readAll', options.setCount(`${Number.MAX_SAFE_INTEGER}`));
  }

  last(range: Range): Promise<ReadStream> {
    return this.#open('readAll', createAllOptions(range, SEARCH_WINDOW, true).setCount('1'));
  }

  subscribe(range: Range): Promise<ReadStream> {
    const options = createAllOptions(range, CHECKPOINT_EVERY, false);
    const subscription = new streamsPb.ReadReq.Options.SubscriptionOptions();
    return this.#open('subscribeToAll', options.setSubscription(subscription));
  }

  stream({ name, from, count }: StreamRange): Promise<ReadStream> {
    const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(name));
    const stream = new StreamOptions().setStreamIdentifier(identifier);
    if (from === 'end') stream.setEnd(new sharedPb.Empty());
    else stream.setRevision(`${from}`);
    const options = createBaseOptions()
      .setStream(stream)
      .setReadDirection(from === 'end' ? BACKWARDS : FORWARDS)
      .setCount(`${Math.min(count, Number.MAX_SAFE_INTEGER)}`)
      .setNoFilter(new sharedPb.Empty())
      // With this option, the server sends the stream's last revision, even when it shows none of its events.
      .setControlOption(new streamsPb.ReadReq.Options.ControlOption().setCompatibility(1));
    return this.#open('readStream', options);
  }

  #open(name: string, options: ReadReq.Options): Promise<ReadStream> {
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
