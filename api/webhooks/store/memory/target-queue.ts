import { growingPause } from '#/domain/values/backoff.ts';
import type { Trust, Lease } from '#/api/webhooks/store/notice-store.ts';
import type { AccountAt } from '#/api/webhooks/store/shares.ts';
import {
  GAP_MS,
  KEPT_DAYS,
  LEAST_TRIES,
  MOST_OF_AN_ACCOUNT,
  MOST_TRIES,
  RETRY_SECONDS,
  TAKEN_SECONDS,
  UNPROVED_KEPT_DAYS,
} from '#/api/webhooks/store/limits.ts';
import {
  compareByTries,
  mayBeLost,
  mayBeTaken,
  pauseAfter,
  pausedUntil,
  SECOND,
  type Target,
} from './target-times.ts';

const DAY = 86_400 * SECOND;

interface About extends AccountAt, Pick<Target, 'type'> {
  readonly reference: string;
}

interface Conclusion {
  readonly isTriedAgain: boolean;
  readonly isUnanswered: boolean;
  readonly isKnown: boolean;
  readonly hadEffect: boolean;
}

const keyOf = ({ provider, account, type, reference }: About): string =>
  JSON.stringify([reference, provider, account, type]);

const accountOf = ({ provider, account }: AccountAt): string => JSON.stringify([provider, account]);

/** Follows the same rules as `postgres/target-queue.ts`. */
export class MemoryTargets {
  readonly #now: () => number;
  readonly #byKey = new Map<string, Target>();
  /** The oldest first. */
  readonly #byId = new Map<string, Target>();
  readonly #busy = new Set<Target>();
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(about: About): Target | undefined {
    return this.#byKey.get(keyOf(about));
  }

  /** Schedules a read-back of a target; with `takes`, leases a new target to the caller instead. */
  want(
    about: About,
    by: {
      readonly isProved: boolean;
      readonly isGenuine: boolean;
      readonly delaySeconds: number;
      readonly takes: boolean;
    },
  ): { readonly target: Target; readonly isNew: boolean } {
    const now = this.#now();
    const stored = this.find(about);
    if (stored === undefined) {
      const target = this.#add(about, by.isGenuine);
      if (by.takes) this.#lease(target, GAP_MS.first);
      else this.#schedule(target, now + by.delaySeconds * SECOND);
      return { target, isNew: true };
    }
    const longest = by.isProved ? GAP_MS.longestProved : undefined;
    this.#wantAgain(stored, stored.isGenuine || by.isGenuine, longest);
    return { target: stored, isNew: false };
  }

  /** Notes that staff asked about a target, and schedules a read-back if it proves to be ours. */
  noteAskedByStaff(targetId: string): void {
    const target = this.#byId.get(targetId);
    if (target?.isGenuine === false) this.#wantAgain(target, true);
    if (target) target.askedAt = this.#now();
  }

  /** Repeats the read-backs whose answers may be lost. With one try, they come after new targets. */
  askAgain(before: number): void {
    const now = this.#now();
    for (const target of this.#byId.values()) {
      if (!target.isGenuine || !mayBeLost(target, { now, before })) continue;
      this.#wantAgain(target, true);
      target.tries = 1;
    }
  }

  take(
    trust: Trust,
    limit: number,
    busy: readonly AccountAt[],
  ): { readonly leases: readonly (Lease & AccountAt)[]; readonly isMore: boolean } {
    const now = this.#now();
    const due = [...this.#busy].filter(
      (target) => target.isGenuine === (trust === 'genuine') && mayBeTaken(target, now),
    );
    const places = new Map<string, number>();
    for (const each of busy) places.set(accountOf(each), (places.get(accountOf(each)) ?? 0) + 1);
    const ranked = due.toSorted(compareByTries).map((target) => {
      const place = (places.get(accountOf(target)) ?? 0) + 1;
      places.set(accountOf(target), place);
      return { target, place };
    });
    const leases = ranked
      .filter(({ place }) => place <= MOST_OF_AN_ACCOUNT)
      .toSorted((one, other) => one.place - other.place)
      .slice(0, limit)
      .map(({ target }) => {
        this.#lease(target, target.tries > 0 ? target.gapMs : pauseAfter(target, now));
        const { targetId, leaseNumber, provider, account } = target;
        return { targetId, leaseNumber, provider, account };
      });
    return { leases, isMore: due.length > leases.length };
  }

  /** Whether a read-back is due or under way. */
  isBusy(targetId: string): boolean {
    const target = this.#byId.get(targetId);
    return target !== undefined && this.#busy.has(target);
  }

  isCurrent({ targetId, leaseNumber }: Lease): boolean {
    return this.#byId.get(targetId)?.leaseNumber === leaseNumber;
  }

  /** Ends a lease, unless another one has begun since. */
  release(
    { targetId, leaseNumber }: Lease,
    { isTriedAgain, isUnanswered, isKnown, hadEffect }: Conclusion,
  ): void {
    const target = this.#byId.get(targetId);
    if (target?.leaseNumber !== leaseNumber) return;
    target.isGenuine ||= isKnown;
    target.takenUntil = null;
    target.unanswered = isTriedAgain ? target.unanswered + Number(isUnanswered) : 0;
    const again = isTriedAgain ? this.#nextTry(target, isUnanswered) : null;
    target.tries = isTriedAgain ? target.tries + 1 : 0;
    if (hadEffect) target.gapMs = 0;
    this.#schedule(target, target.dueAt ?? again);
  }

  /** True if the acquirer may be asked about a payment now; then the payment's next pause begins. */
  mayAsk(about: About): boolean {
    const now = this.#now();
    const stored = this.find(about);
    const target = stored ?? this.#add(about, true);
    const isPaused =
      stored !== undefined &&
      (stored.askedAt === null || (stored.askedAt <= now && pausedUntil(stored, now) > now));
    if (isPaused) return false;
    target.gapMs = stored ? pauseAfter(stored, now) : GAP_MS.first;
    target.askedAt = now;
    target.wantedAt = now;
    return true;
  }

  counts(): Readonly<Record<Trust | 'kept', number>> {
    const genuine = [...this.#busy].filter(({ isGenuine }) => isGenuine).length;
    return { genuine, unproved: this.#busy.size - genuine, kept: this.#listUnproved().length };
  }

  /** @returns the dropped targets' ids */
  dropUnproved(most: number, at?: AccountAt): readonly string[] {
    if (this.#byId.size <= most) return [];
    const unproved = this.#listUnproved().filter(
      (each) => at === undefined || accountOf(each) === accountOf(at),
    );
    return this.#drop(unproved.slice(0, Math.max(0, unproved.length - most)));
  }

  /** @returns the dropped targets' ids */
  dropOld(): readonly string[] {
    const now = this.#now();
    return this.#drop(
      [...this.#byId.values()].filter(
        ({ targetId, isGenuine, wantedAt, askedAt }) =>
          !this.isBusy(targetId) &&
          Math.max(wantedAt, askedAt ?? 0) <
            now - (isGenuine ? KEPT_DAYS : UNPROVED_KEPT_DAYS) * DAY,
      ),
    );
  }

  #listUnproved(): readonly Target[] {
    return [...this.#byId.values()].filter(({ isGenuine }) => !isGenuine);
  }

  #add(about: About, isGenuine: boolean): Target {
    this.#made += 1;
    const { provider, account, type } = about;
    const target: Target = {
      targetId: String(this.#made),
      provider,
      account,
      type,
      isGenuine,
      wantedAt: this.#now(),
      dueAt: null,
      takenUntil: null,
      leaseNumber: 0,
      askedAt: null,
      gapMs: 0,
      tries: 0,
      unanswered: 0,
    };
    this.#byKey.set(keyOf(about), target);
    this.#byId.set(target.targetId, target);
    return target;
  }

  /** @param longest the longest pause since the last read-back */
  #wantAgain(target: Target, isGenuine: boolean, longest?: number): void {
    const now = this.#now();
    Object.assign(target, { wantedAt: now, tries: 0, unanswered: 0, isGenuine });
    const mayAskAt = Math.max(now, pausedUntil(target, now, longest));
    this.#schedule(target, Math.min(target.dueAt ?? Infinity, mayAskAt));
  }

  #schedule(target: Target, dueAt: number | null): void {
    target.dueAt = dueAt;
    if (dueAt !== null || target.takenUntil !== null) this.#busy.add(target);
    else this.#busy.delete(target);
  }

  #lease(target: Target, gapMs: number): void {
    const now = this.#now();
    Object.assign(target, { askedAt: now, gapMs, leaseNumber: target.leaseNumber + 1 });
    target.takenUntil = now + TAKEN_SECONDS * SECOND;
    this.#schedule(target, null);
  }

  /** Null = the acquirer is not asked any more. */
  #nextTry(target: Target, isUnanswered: boolean): number | null {
    const now = this.#now();
    const { isGenuine, wantedAt, tries, unanswered } = target;
    const since = (now - wantedAt) / SECOND;
    const { denseFor, sparse, until, unprovedUntil } = RETRY_SECONDS;
    const least = isUnanswered ? MOST_TRIES : Math.min(LEAST_TRIES + unanswered, MOST_TRIES);
    const isGivenUp = isGenuine ? since >= until && tries + 1 >= least : since >= unprovedUntil;
    if (isGivenUp) return null;
    const pause = since < denseFor ? growingPause(tries, RETRY_SECONDS) : sparse;
    return Math.max(pausedUntil(target, now), now + pause * SECOND);
  }

  #drop(targets: readonly Target[]): readonly string[] {
    const free = targets.filter(({ takenUntil }) => takenUntil === null);
    for (const target of free) {
      this.#byId.delete(target.targetId);
      this.#busy.delete(target);
    }
    const dropped = new Set(free);
    if (free.length > 0)
      for (const [key, target] of this.#byKey) if (dropped.has(target)) this.#byKey.delete(key);
    return free.map(({ targetId }) => targetId);
  }
}
