import { untilWoken } from '#/ledger/concurrency/until-woken.ts';

interface Source {
  on(event: string, listener: (detail: unknown) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

/** When this many items are buffered, the stream is paused, which makes the server wait. */
const MOST_BUFFERED = 500;

/**
 * Buffers the messages of a gRPC stream. A slow reader pauses the stream. A stream that fails emits no `end`, so errors are listened for.
 */
export class Incoming<Item> {
  #stream: Source | undefined;
  #items: Item[] = [];
  #isPaused = false;
  #isRinging = false;
  #failure: { readonly error: unknown } | undefined;
  #ended = false;
  #cancelled = false;
  #wake: () => void = () => undefined;

  constructor(opening: Promise<Source & AsyncIterable<Item>>) {
    opening.then(
      (stream) => this.#listen(stream),
      (error: unknown) => this.#fail(error),
    );
  }

  get waiting(): boolean {
    return this.#items.length > 0;
  }

  take(limit: number): readonly Item[] {
    if (limit <= 0) return [];
    const items = this.#items;
    this.#items = items.length > limit ? items.splice(limit) : [];
    if (this.#isPaused && this.#items.length < MOST_BUFFERED) {
      this.#isPaused = false;
      this.#stream?.resume();
    }
    return items;
  }

  /** @throws the error with which the stream failed */
  isOver(): boolean {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#ended;
  }

  /** Ends the wait of the reader. */
  ring(): void {
    this.#wake();
  }

  /** Waits for items, the end of the stream or the abort; returns false after the timeout. */
  async waitForNews(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    if (this.waiting || this.#failure !== undefined || this.#ended) return true;
    const listen = (wake: () => void) => {
      this.#wake = wake;
      return () => {
        this.#wake = () => undefined;
      };
    };
    return untilWoken(listen, { atMostMs: timeoutMs, signal });
  }

  cancel(): void {
    this.#cancelled = true;
    const stream = this.#stream;
    // Without this delay, some versions of gRPC would end the whole connection (grpc-node 1464, 1652).
    if (stream !== undefined) setImmediate(() => stream.cancel());
  }

  #listen(stream: Source & AsyncIterable<Item>): void {
    this.#stream = stream;
    // The stream's type names its items, but the parameter of its listeners is untyped.
    stream.on('data', (item) => this.#arrive(item as Item));
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
    stream.on('error', (error) => this.#fail(error));
    if (this.#cancelled) this.cancel();
  }

  /** Wakes the reader once for all items that arrive in one turn of the event loop, which is faster. */
  #arrive(item: Item): void {
    this.#items.push(item);
    if (this.#items.length >= MOST_BUFFERED && !this.#isPaused) {
      this.#isPaused = true;
      this.#stream?.pause();
    }
    if (this.#isRinging) return;
    this.#isRinging = true;
    setImmediate(() => {
      this.#isRinging = false;
      this.#wake();
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}
