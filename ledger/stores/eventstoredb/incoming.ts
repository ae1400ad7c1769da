/** As much of a stream of the client as is used. */
interface Source {
  on(event: string, listener: (detail: unknown) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

/** Items that may wait here; a server that has more waits itself. */
const WAITING = 500;

/**
 * What arrives on a stream of the client, taken as it has come in and no faster than it is wanted, so that the server is
 * held back by a slow reader. A stream that failed neither ends nor closes, so its errors are listened to from the
 * first moment.
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

  /** Something is there to be taken. */
  get waiting(): boolean {
    return this.#items.length > 0;
  }

  /** What has arrived, at most so many. */
  take(limit: number): readonly Item[] {
    if (limit <= 0) return [];
    const taken = this.#items;
    this.#items = taken.length > limit ? taken.splice(limit) : [];
    if (this.#isPaused && this.#items.length < WAITING) {
      this.#isPaused = false;
      this.#stream?.resume();
    }
    return taken;
  }

  /** Whether nothing more will come. @throws what the stream failed with */
  isOver(): boolean {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#ended;
  }

  /** Makes who waits look again. */
  ring(): void {
    this.#wake();
  }

  /** Until there is news or the abort; false when there was none in time. */
  async news(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    const isOver = this.#failure !== undefined || this.#ended || signal?.aborted === true;
    if (this.waiting || isOver) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const heard = (): void => resolve(true);
    const timer = setTimeout(() => resolve(false), timeoutMs);
    signal?.addEventListener('abort', heard, { once: true });
    this.#wake = heard;
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', heard);
      this.#wake = () => undefined;
    }
  }

  /** Tells the server to bring no more. */
  cancel(): void {
    this.#cancelled = true;
    const stream = this.#stream;
    // At once it would end the whole connection of some versions of gRPC (grpc-node 1464, 1652).
    if (stream !== undefined) setImmediate(() => stream.cancel());
  }

  #listen(stream: Source & AsyncIterable<Item>): void {
    this.#stream = stream;
    // The stream's type says what it brings; its listeners are typed as anything.
    stream.on('data', (item) => this.#arrive(item as Item));
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
    stream.on('error', (error) => this.#fail(error));
    if (this.#cancelled) this.cancel();
  }

  /** Wakes who waits once for all that came in one piece of the network: a turn for each item would cost more than it. */
  #arrive(item: Item): void {
    this.#items.push(item);
    if (this.#items.length >= WAITING && !this.#isPaused) {
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
