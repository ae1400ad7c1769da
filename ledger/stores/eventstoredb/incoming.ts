/** As much of a stream of the client as is used. */
interface Source<Item> {
  readonly readableLength: number;
  read(): Item | null;
  on(event: string, listener: (...details: unknown[]) => void): unknown;
}

/**
 * What arrives on a stream of the client, taken as it has come in and no faster than it is wanted,
 * so that the server is held back by whoever is slow. The client reports errors by bare events and
 * neither ends nor closes after them, so it must be listened to from the first moment.
 */
export class Incoming<Item> {
  readonly #stream: Source<Item>;
  #failure: { readonly error: unknown } | undefined;
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(stream: Source<Item>) {
    this.#stream = stream;
    stream.on('readable', () => this.#wake());
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
    stream.on('error', (error) => {
      this.#failure ??= { error };
      this.#wake();
    });
  }

  /** Something is there to be taken. */
  get waiting(): boolean {
    return this.#stream.readableLength > 0;
  }

  /** What has arrived, at most so many. */
  take(limit: number): readonly Item[] {
    const items: Item[] = [];
    while (items.length < limit) {
      const item = this.#stream.read();
      if (item === null) break;
      items.push(item);
    }
    return items;
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
    const gone = this.#failure !== undefined || this.#ended || signal?.aborted === true;
    if (this.waiting || gone) return true;
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

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}
