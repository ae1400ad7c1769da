import { z } from 'zod';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Cut, Cuts, Position } from '#/ledger/event-store.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';
import type { EventStoreRpc } from './rpc.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { unlessAborted } from '#/ledger/concurrency/unless-aborted.ts';
import { dataOf, isTombstone, placeOf, streamNameOf, type WireEvent } from './content.ts';
import { Incoming } from './incoming.ts';
import { positionText } from './position.ts';

const METADATA = '$metadata';
const TOMBSTONE = '$streamDeleted';

/** The stream in which an operator sets limits for every stream of the server. */
const SETTINGS = '$settings';

/** Cut streams kept in memory. With more of them, each append asks the server. */
const MOST_KNOWN = 10_000;

/** Messages taken at once. */
const AHEAD = 500;
/** Longest wait for a message before the loop looks again. */
const QUIET_MS = 60_000;

/** A larger `$tb` marks a deleted stream: the server writes 2^63 - 1. */
const LARGEST_REVISION = Number.MAX_SAFE_INTEGER;

/** If one field has a wrong type, the server ignores all of them. */
const metadataSchema = z.object({
  $maxCount: z.number().optional(),
  $maxAge: z.number().optional(),
  $tb: z.number().optional(),
});

interface HidingRule {
  readonly how: string;
  /** True = the first events are hidden already (`$tb`). Other limits hide them sooner or later. */
  readonly isBeginningGone: boolean;
  readonly isForGood?: boolean;
}

const TOMBSTONED: HidingRule = {
  how: 'it was deleted for good',
  isBeginningGone: true,
  isForGood: true,
};

const hidingOf = (metadata: string): HidingRule | undefined => {
  let parsed: z.infer<typeof metadataSchema>;
  try {
    parsed = metadataSchema.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
  const { $maxCount = 0, $maxAge = 0, $tb = 0 } = parsed;
  const isBeginningGone = $tb > 0;
  if ($tb > LARGEST_REVISION) return { how: 'it was deleted', isBeginningGone };
  const hidden = [
    $tb > 0 ? `what is before revision ${$tb} ($tb)` : '',
    $maxCount > 0 ? `all but the last ${$maxCount} events ($maxCount)` : '',
    $maxAge > 0 ? `what is older than ${$maxAge} seconds ($maxAge)` : '',
  ].filter((each) => each !== '');
  if (hidden.length === 0) return undefined;
  return { how: `the server hides ${hidden.join(' and ')}`, isBeginningGone };
};

const isJson = (event: WireEvent): boolean =>
  event.getMetadataMap().get('content-type') === 'application/json';

const readHidingRule = (event: WireEvent): HidingRule | undefined =>
  isJson(event) ? hidingOf(dataOf(event)) : undefined;

const LIMITS: ReadonlySet<string> = new Set(['$maxCount', '$maxAge', '$tb']);

/** Whether the content of `$settings` limits streams, however deep it is nested. */
const limits = (setting: unknown): boolean =>
  typeof setting === 'object' &&
  setting !== null &&
  Object.entries(setting).some(
    ([name, value]) => (LIMITS.has(name) && Number(value) > 0) || limits(value),
  );

/** Knows of which streams the server hides events. Without it, the server would accept an append with `no_stream` to a deleted stream. */
export class CutWatch implements Cuts {
  readonly #rpc: EventStoreRpc;
  readonly #reader: Reader;
  readonly #names: Names;
  readonly #signal: AbortSignal;
  readonly #hiding = new Map<string, HidingRule>();
  /** By stream, the running request to the server; appends to the stream wait for it. */
  readonly #asking = new Map<string, Promise<void>>();
  /** The subscription has caught up since its last interruption. */
  #isCurrent = false;
  #waiting = Promise.withResolvers<void>();

  constructor(options: { rpc: EventStoreRpc; reader: Reader; names: Names; signal: AbortSignal }) {
    this.#rpc = options.rpc;
    this.#reader = options.reader;
    this.#names = options.names;
    this.#signal = options.signal;
  }

  list(): readonly Cut[] {
    return [...this.#hiding].map(([stream, { how, isForGood = false }]) => ({
      stream,
      how,
      ...(isForGood && { isForGood }),
    }));
  }

  async find(signal: AbortSignal): Promise<readonly Cut[]> {
    if (!this.#isCurrent) await unlessAborted(this.#waiting.promise, signal);
    signal.throwIfAborted();
    const settings = await unlessAborted(this.#reader.lastOfStream(SETTINGS), signal);
    signal.throwIfAborted();
    const isLimited = settings !== undefined && limits(JSON.parse(dataOf(settings) || 'null'));
    const how = `its settings (${SETTINGS}) make the server hide events of every stream`;
    return isLimited ? [{ stream: 'every stream', how }, ...this.list()] : this.list();
  }

  /** Asks the server, unless this process knows all cuts. @throws RecordCut when the beginning of the stream was hidden or deleted */
  async requireNeverWritten(stream: string): Promise<void> {
    const hiding = await this.#hidingOf(stream);
    if (hiding?.isBeginningGone === true) throw new RecordCut({ stream, how: hiding.how });
  }

  /** Like `requireNeverWritten`; returns undefined, without a wait, when this process knows all cuts. @throws RecordCut */
  requireWhole(stream: string): Promise<void> | undefined {
    const hiding = this.#hiding.get(stream);
    if (hiding?.isBeginningGone === true) throw new RecordCut({ stream, how: hiding.how });
    const other = this.#asking.get(stream);
    if (other !== undefined || this.#knowsAll) return other;
    const request = this.requireNeverWritten(stream).finally(() => this.#asking.delete(stream));
    this.#asking.set(stream, request);
    return request;
  }

  async run(): Promise<void> {
    let from: Position | undefined;
    const moveTo = (position: Position): void => {
      from = position;
      failures = 0;
    };
    let failures = 0;
    while (!this.#signal.aborted) {
      await this.#follow(from, moveTo).catch(() => undefined);
      if (this.#isCurrent) this.#waiting = Promise.withResolvers<void>();
      this.#isCurrent = false;
      const signal = this.#signal;
      await backOff(failures, { signal });
      failures += 1;
    }
  }

  get #knowsAll(): boolean {
    return this.#isCurrent && this.#hiding.size < MOST_KNOWN;
  }

  async #hidingOf(stream: string): Promise<HidingRule | undefined> {
    if (this.#knowsAll) return this.#hiding.get(stream);
    const event = await this.#reader.lastOfStream(`$$${this.#names.toServerName(stream)}`);
    return event === undefined ? undefined : readHidingRule(event);
  }

  async #follow(from: Position | undefined, onMove: (to: Position) => void): Promise<void> {
    const range = { from, types: [METADATA, TOMBSTONE] };
    const incoming = new Incoming<ReadResp>(this.#rpc.subscribe(range));
    try {
      const goal = (await this.#reader.end(this.#signal)) ?? '';
      let reached: Position | '' = from ?? '';
      let hasBegun = false;
      for (;;) {
        let isLive = false;
        for (const message of incoming.take(AHEAD)) {
          hasBegun ||= message.hasConfirmation();
          isLive ||= message.hasCaughtUp();
          reached = this.#take(message) ?? reached;
        }
        if (reached !== '') onMove(reached);
        if (isLive || (hasBegun && reached >= goal)) this.#reportCaughtUp();
        if (incoming.isOver() || this.#signal.aborted) return;
        await incoming.waitForNews(QUIET_MS, this.#signal);
      }
    } finally {
      incoming.cancel();
    }
  }

  #reportCaughtUp(): void {
    this.#isCurrent = true;
    this.#waiting.resolve();
  }

  #take(message: ReadResp): Position | undefined {
    const checkpoint = message.getCheckpoint();
    if (checkpoint !== undefined) {
      return positionText(checkpoint.getCommitPosition(), checkpoint.getPreparePosition());
    }
    const event = message.getEvent()?.getEvent();
    if (event === undefined) return undefined;
    const name = streamNameOf(event);
    if (isTombstone(event)) this.#note(name, TOMBSTONED);
    else if (name.startsWith('$$')) this.#note(name.slice(2), readHidingRule(event));
    return placeOf(event);
  }

  #note(name: string, hiding: HidingRule | undefined): void {
    const stream = this.#names.fromServerName(name);
    if (stream === undefined || this.#hiding.get(stream) === TOMBSTONED) return;
    if (hiding === undefined) this.#hiding.delete(stream);
    else if (this.#hiding.size < MOST_KNOWN) this.#hiding.set(stream, hiding);
  }
}
