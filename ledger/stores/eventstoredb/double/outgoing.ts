import { once } from 'node:events';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Double } from './double.ts';
import type { StoredEvent } from './stored-event.ts';
import type { Encoding, EventOrLink } from './wire-event.ts';
import { readEvent } from './wire-event.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** A link event's data: revision and stream of the linked event. */
const LINK = /^(\d+)@(.+)$/s;

/** Sends the messages of one read or subscription to its client. */
export class Outgoing {
  readonly signal: AbortSignal;
  readonly #double: Double;
  readonly #call: ReadCall;
  readonly #encoding: Encoding;
  readonly #resolveLinks: boolean;

  constructor(double: Double, call: ReadCall, options: ReadReq.Options) {
    const cancelled = new AbortController();
    call.on('cancelled', () => cancelled.abort());
    call.on('close', () => cancelled.abort());
    this.signal = AbortSignal.any([cancelled.signal, double.stopping]);
    this.#double = double;
    this.#call = call;
    this.#resolveLinks = options.getResolveLinks();
    this.#encoding = {
      structuredIds: options.getUuidOption()?.hasStructured() === true,
      positions: options.hasAll() || double.switches.batchAppend,
    };
  }

  async event(event: StoredEvent): Promise<void> {
    await this.message(readEvent(await this.#resolve(event), this.#encoding));
  }

  async message(message: ReadResp): Promise<void> {
    if (this.signal.aborted || this.#double.switches.silent) return;
    if (this.#call.write(message)) return;
    // Rejects when the call ends first; the caller's loop then sees the aborted signal.
    await once(this.#call, 'drain', { signal: this.signal }).catch(() => undefined);
  }

  end(): void {
    if (!this.#double.switches.silent) this.#call.end();
  }

  async #resolve(event: StoredEvent): Promise<EventOrLink> {
    if (!this.#resolveLinks || event.type !== '$>') return { event };
    const [, revision, stream] = LINK.exec(Buffer.from(event.data).toString()) ?? [];
    if (revision === undefined || stream === undefined) return { event };
    const at = BigInt(revision);
    const target = await this.#double.log.readShown(stream, at);
    return { event: target, link: event };
  }
}
