import type { Machine, Timer } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { hostname } from 'node:os';
import type { LeaseSession, LeaseSessions } from './sessions.ts';
import { within } from '#/ledger/concurrency/within.ts';

export interface Leadership {
  /** Ends the task, and lets another process start it. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `work` while this process has the task. `work` must return soon after `term` aborts. If it returns earlier, the process gives up the
 * task. Where processes share the task (`leaderOf`), work that throws is retried.
 */
export type RunAsLeader = (work: (term: AbortSignal) => Promise<void>) => Leadership;

/** For a process that shares the task with no other. A task that throws is not retried. */
export const leadAlone: RunAsLeader = (work) => {
  const stopping = new AbortController();
  const done = work(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
};

export const waitUntilTermEnds = async (term: AbortSignal): Promise<void> => {
  if (term.aborted) return;
  await new Promise((resolve) => term.addEventListener('abort', resolve, { once: true }));
};

export interface Leases {
  /** Runs a named task in one process at a time, of all that share the leases. */
  readonly leaderOf: (name: string) => RunAsLeader;
  readonly stop: () => Promise<void>;
}

export interface LeasesOptions {
  readonly sessions: LeaseSessions;
  /** Called when leases cannot be requested, or when a task threw; both are retried. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds without renewal until a lease ends (default 5,000). */
  readonly lastsMs?: number;
  readonly machine?: Machine;
}

const LASTS_MS = 5_000;
/** A lease is renewed several times before it would end, so that one slow renewal does not end it. */
const BEATS_A_LEASE = 5;

/** A term: the time from taking a lease to losing it or giving it back. */
interface LeadershipPeriod {
  /** Rises when the lease passes to another holder, and when it was renewed too late. */
  readonly epoch: string;
  readonly ending: AbortController;
  timer: Timer;
}

interface Claim {
  readonly name: string;
  readonly work: (term: AbortSignal) => Promise<void>;
  period: LeadershipPeriod | undefined;
  /** Set until `work` has returned, which may be after the lease was lost. */
  running: Promise<void> | undefined;
  isGivenUp: boolean;
}

/** A task that still runs from its last term must not begin another: both would write. */
const mayHold = ({ period, running, isGivenUp }: Claim): boolean =>
  !isGivenUp && (period !== undefined || running === undefined);

class Holder implements Leases {
  readonly #options: LeasesOptions;
  readonly #machine: Machine;
  readonly #name: string;
  readonly #claims = new Set<Claim>();
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #session: LeaseSession | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#machine = options.machine ?? thisMachine;
    this.#name = `${hostname()}/${process.pid}/${this.#machine.uuid()}`;
    this.#ended = this.#run();
  }

  leaderOf(name: string): RunAsLeader {
    return (work) => {
      const claim: Claim = { name, work, period: undefined, running: undefined, isGivenUp: false };
      this.#claims.add(claim);
      void this.#beatSoon();
      return { stop: () => this.#giveUp(claim) };
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await Promise.all([...this.#claims].map((claim) => this.#giveUp(claim)));
    this.#session?.end();
    this.#session = undefined;
  }

  get #lastsMs(): number {
    return this.#options.lastsMs ?? LASTS_MS;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#beatSoon();
      const pause = (this.#lastsMs / BEATS_A_LEASE) * (0.75 + this.#machine.fraction() / 2);
      await this.#machine.pause(pause, signal);
    }
  }

  /** Renews all leases once, after the renewal in progress. */
  #beatSoon(): Promise<void> {
    this.#beating = this.#beating.then(() =>
      this.#beat().catch((error: unknown) => {
        this.#lose();
        if (!this.#stopping.signal.aborted) this.#options.onFailure(error);
      }),
    );
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const active = [...this.#claims].filter(mayHold);
    if (active.length === 0) return;
    const session = (this.#session ??= await this.#connect());
    const began = this.#machine.elapsedMs();
    const names = active.map(({ name }) => name);
    const held = await this.#inTime(session.renew(names, this.#lastsMs));
    for (const claim of active) {
      const row = held.find(({ name }) => name === claim.name);
      if (claim.period !== undefined && claim.period.epoch !== row?.epoch) this.#end(claim);
      // The term may have expired meanwhile.
      else if (row !== undefined && mayHold(claim)) this.#extend(claim, row.epoch, began);
    }
  }

  /** A request that is never answered must not block later renewals. */
  #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    return within(
      this.#lastsMs,
      answer,
      () => {
        throw new Error('leases: no answer in time');
      },
      this.#machine,
    );
  }

  async #connect(): Promise<LeaseSession> {
    const session: LeaseSession = await this.#options.sessions.open(this.#name, () => {
      if (this.#session === session) this.#lose();
    });
    return session;
  }

  /** Ends all terms. Other processes may take the leases at once. */
  #lose(): void {
    const session = this.#session;
    this.#session = undefined;
    session?.end();
    for (const claim of this.#claims) this.#end(claim);
  }

  /** Begins or extends a term. Counts from before the request, so that the lease expires here before it expires in the database. */
  #extend(claim: Claim, epoch: string, from: number): void {
    const remainingMs = Math.max(0, from + this.#lastsMs - this.#machine.elapsedMs());
    const timer = this.#machine.after(remainingMs, () => this.#end(claim));
    if (claim.period !== undefined) {
      claim.period.timer.cancel();
      claim.period.timer = timer;
      return;
    }
    const period: LeadershipPeriod = { epoch, ending: new AbortController(), timer };
    claim.period = period;
    claim.running = this.#perform(claim, period);
  }

  async #perform(claim: Claim, { ending: { signal } }: LeadershipPeriod): Promise<void> {
    try {
      await claim.work(signal);
      if (!signal.aborted) claim.isGivenUp = true;
    } catch (error) {
      this.#options.onFailure(error);
    }
    claim.running = undefined;
    if (!signal.aborted) await this.#giveBack(claim);
  }

  #end(claim: Claim): void {
    const { period } = claim;
    claim.period = undefined;
    period?.timer.cancel();
    period?.ending.abort();
  }

  async #giveUp(claim: Claim): Promise<void> {
    const isHeld = claim.period !== undefined;
    claim.isGivenUp = true;
    this.#end(claim);
    await claim.running;
    this.#claims.delete(claim);
    if (isHeld) await this.#giveBack(claim);
  }

  /** Waits for the renewal in progress, which could extend the lease again. */
  #giveBack(claim: Claim): Promise<void> {
    this.#end(claim);
    this.#beating = this.#beating.then(async () => {
      if (this.#session === undefined) return;
      await this.#inTime(this.#session.giveBack(claim.name)).catch(() => undefined);
    });
    return this.#beating;
  }
}

/**
 * Shares tasks among processes by leases. A former holder may still write for a moment: the store must refuse that, for instance by an
 * expected revision.
 */
export const createLeases = (options: LeasesOptions): Leases => new Holder(options);
