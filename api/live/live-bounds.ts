import type { Duplex } from 'node:stream';
import { householdOf } from '#/api/http/client-address.ts';

/** Limits on open sockets and their silence. Our pages send a ping every 5 s. */
export interface LiveBounds {
  /** Sockets of this process: about 30 kB each. */
  readonly inAll: number;
  /** Sockets of one address: an office, or the buyers behind one mobile operator. */
  readonly each: number;
  /** Allowed silence before the first subscription, in milliseconds, like those below. */
  readonly beforeFirstMs: number;
  /** Allowed silence without a session. Longer than a minute, because browsers let a background tab run only once a minute. */
  readonly anonymousMs: number;
  readonly signedInMs: number;
}

export const defaultLiveBounds: LiveBounds = {
  inAll: 10_000,
  each: 300,
  beforeFirstMs: 10_000,
  anonymousMs: 150_000,
  signedInMs: 600_000,
};

/**
 * Counts open sockets. When `inAll` are open, the address with the most loses its newest one, so that other addresses are not locked out.
 */
export class OpenSockets {
  readonly #bounds: Pick<LiveBounds, 'inAll' | 'each'>;
  readonly #byAddress = new Map<string, Set<Duplex>>();
  #open = 0;

  constructor(bounds: Pick<LiveBounds, 'inAll' | 'each'>) {
    this.#bounds = bounds;
  }

  /** @returns false when this address may not open another socket */
  admit(socket: Duplex, from: string): boolean {
    const address = householdOf(from);
    const socketsOfAddress = this.#byAddress.get(address) ?? new Set();
    if (socketsOfAddress.size >= this.#bounds.each) return false;
    if (this.#open >= this.#bounds.inAll && !this.#makeRoom(socketsOfAddress.size)) return false;
    this.#byAddress.set(address, socketsOfAddress.add(socket));
    this.#open += 1;
    socket.once('close', () => this.#leave(socket, address));
    return true;
  }

  /**
   * Closes the newest socket of the address with the most.
   * @param ofNewcomer number of sockets of the newcomer's address @returns false if it closed none
   */
  #makeRoom(ofNewcomer: number): boolean {
    let most: readonly [string, ReadonlySet<Duplex>] | undefined;
    for (const entry of this.#byAddress) {
      if (entry[1].size > (most?.[1].size ?? 0)) most = entry;
    }
    if (most === undefined || most[1].size <= ofNewcomer + 1) return false;
    const [address, socketsOfAddress] = most;
    const newest = [...socketsOfAddress].at(-1);
    if (newest === undefined) return false;
    this.#leave(newest, address);
    newest.destroy();
    return true;
  }

  #leave(socket: Duplex, address: string): void {
    const socketsOfAddress = this.#byAddress.get(address);
    if (!socketsOfAddress?.delete(socket)) return;
    this.#open -= 1;
    if (socketsOfAddress.size === 0) this.#byAddress.delete(address);
  }
}
