import { replay, type Decider, type Fact } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { encode } from '#/ledger/codec.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { NewEvent } from '#/ledger/event-store.ts';

export interface EventToAppend {
  readonly stream: string;
  readonly revision: number;
  readonly event: NewEvent;
}

interface Stream {
  readonly state: unknown;
  readonly length: number;
}

export const PLATFORM = 'demo';

export class DecidedStreams {
  #happened: EventToAppend[] = [];
  readonly #states = new Map<string, Stream>();

  /** Returns the events since the last call. */
  take(): readonly EventToAppend[] {
    const happened = this.#happened;
    this.#happened = [];
    return happened;
  }

  /** Returns the state of a stream; undefined before its first event. */
  stateOf(stream: string): unknown {
    return this.#states.get(stream)?.state;
  }

  /** Discards the state of a stream that gets no more commands. */
  forget(stream: string): void {
    this.#states.delete(stream);
  }

  /** Returns the events to which the command leads, and stores the state after them. A refused command leads to no events. */
  decide<Command, Event extends Fact & DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    command: Command,
    actor = 'system',
  ): readonly Event[] {
    const current = this.#states.get(stream) ?? { state: decider.initial, length: 0 };
    // A stream's category determines its decider, so the state is of the decider's type.
    const state = current.state as State;
    let facts: readonly Event[];
    try {
      facts = decider.decide(command, state);
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
    let revision = current.length;
    for (const fact of facts) {
      const id = derivedId('event', stream, String(revision));
      const meta = { platform: PLATFORM, actor, correlation: stream, causation: id };
      this.#happened.push({ stream, revision, event: encode(fact, { id, stream, meta }) });
      revision += 1;
    }
    this.#states.set(stream, { state: replay(decider, facts, state), length: revision });
    return facts;
  }
}
