import { growingPause } from '#/domain/values/backoff.ts';
import type { KeptNotice, Trust, Turn } from '#/api/webhooks/store/notice-store.ts';
import type { AccountAt } from '#/api/webhooks/store/shares.ts';
import {
  GAP_MS,
  KEPT_DAYS,
  MOST_OF_AN_ACCOUNT,
  RETRY_SECONDS,
  TAKEN_SECONDS,
  UNPROVED_KEPT_DAYS,
} from '#/api/webhooks/store/limits.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Like a row of `webhooks.subject`, whose columns `postgres/notice-schema.ts` explains; times in milliseconds. */
interface Subject extends AccountAt {
  readonly subjectId: string;
  readonly type: KeptNotice['type'] | 'PAYMENT';
  isGenuine: boolean;
  wantedAt: number;
  dueAt: number | null;
  takenUntil: number | null;
  turn: number;
  askedAt: number | null;
  gapMs: number;
  tries: number;
}

/** What a subject is about: a charge, payout or payment at an account. */
interface About extends AccountAt, Pick<Subject, 'type'> {
  readonly reference: string;
}

/** Result of the notices of one read-back. */
interface Conclusion {
  readonly isTriedAgain: boolean;
  readonly isKnown: boolean;
  readonly hadEffect: boolean;
}

const keyOf = ({ provider, account, type, reference }: About): string =>
  JSON.stringify([reference, provider, account, type]);

const accountOf = ({ provider, account }: AccountAt): string => JSON.stringify([provider, account]);

/** Time when a subject has paused long enough since its last read-back. */
const pausedUntil = ({ askedAt, gapMs }: Subject, longest = Infinity): number =>
  askedAt === null ? -Infinity : askedAt + Math.min(gapMs, longest);

const pauseAfter = ({ askedAt, gapMs }: Subject, now: number): number => {
  const gap = Math.max(gapMs, GAP_MS.first);
  return askedAt !== null && askedAt > now - 4 * gap
    ? Math.min(GAP_MS.longest, 2 * gap)
    : GAP_MS.first;
};

const compareByTries = (one: Subject, other: Subject): number =>
  one.tries - other.tries || (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity);

/** The subjects of notices, in memory: by the same rules as those in tables (`postgres/subject-queue.ts`). */
export class MemorySubjects {
  readonly #now: () => number;
  readonly #byKey = new Map<string, Subject>();
  /** The oldest first. */
  readonly #byId = new Map<string, Subject>();
  /** Subjects that wait for a read-back or have one under way. */
  readonly #busy = new Set<Subject>();
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(about: About): Subject | undefined {
    return this.#byKey.get(keyOf(about));
  }

  /** Schedules a read-back of a new or known subject, or leases a new one to the caller. */
  want(
    about: About,
    by: {
      readonly isProved: boolean;
      readonly isGenuine: boolean;
      readonly delaySeconds: number;
      readonly takes: boolean;
    },
  ): { readonly subject: Subject; readonly isNew: boolean } {
    const now = this.#now();
    const known = this.find(about);
    if (known === undefined) {
      const subject = this.#add(about, by.isGenuine);
      if (by.takes) this.#lease(subject, GAP_MS.first);
      else this.#schedule(subject, now + by.delaySeconds * SECOND);
      return { subject, isNew: true };
    }
    const longest = by.isProved ? GAP_MS.longestProved : undefined;
    const dueAt = Math.min(known.dueAt ?? Infinity, Math.max(now, pausedUntil(known, longest)));
    Object.assign(known, { wantedAt: now, tries: 0, isGenuine: known.isGenuine || by.isGenuine });
    this.#schedule(known, dueAt);
    return { subject: known, isNew: false };
  }

  take(
    trust: Trust,
    limit: number,
    busy: readonly AccountAt[],
  ): { readonly turns: readonly (Turn & AccountAt)[]; readonly isMore: boolean } {
    const now = this.#now();
    const found = [...this.#busy].filter(
      ({ isGenuine, dueAt, takenUntil }) =>
        isGenuine === (trust === 'genuine') &&
        (takenUntil === null ? dueAt !== null && dueAt <= now : takenUntil <= now),
    );
    const places = new Map<string, number>();
    for (const each of busy) places.set(accountOf(each), (places.get(accountOf(each)) ?? 0) + 1);
    const ranked = found.toSorted(compareByTries).map((subject) => {
      const place = (places.get(accountOf(subject)) ?? 0) + 1;
      places.set(accountOf(subject), place);
      return { subject, place };
    });
    const turns = ranked
      .filter(({ place }) => place <= MOST_OF_AN_ACCOUNT)
      .toSorted((one, other) => one.place - other.place)
      .slice(0, limit)
      .map(({ subject }) => {
        this.#lease(subject, subject.tries > 0 ? subject.gapMs : pauseAfter(subject, now));
        const { subjectId, turn, provider, account } = subject;
        return { subjectId, turn, provider, account };
      });
    return { turns, isMore: found.length > turns.length };
  }

  /** Ends a turn, unless another one has begun since. */
  release({ subjectId, turn }: Turn, { isTriedAgain, isKnown, hadEffect }: Conclusion): void {
    const subject = this.#byId.get(subjectId);
    if (subject?.turn !== turn) return;
    subject.isGenuine ||= isKnown;
    subject.takenUntil = null;
    const again = isTriedAgain ? this.#nextTry(subject) : null;
    subject.tries = isTriedAgain ? subject.tries + 1 : 0;
    if (hadEffect) subject.gapMs = 0;
    this.#schedule(subject, subject.dueAt ?? again);
  }

  /** Whether a payment has paused long enough for the acquirer to be asked about it; if so, its next pause begins. */
  mayAsk(about: About): boolean {
    const now = this.#now();
    const known = this.find(about);
    const subject = known ?? this.#add(about, true);
    if (known && (known.askedAt === null || pausedUntil(known) > now)) return false;
    subject.gapMs = known ? pauseAfter(known, now) : GAP_MS.first;
    subject.askedAt = now;
    subject.wantedAt = now;
    return true;
  }

  counts(): Readonly<Record<Trust | 'kept', number>> {
    const genuine = [...this.#busy].filter(({ isGenuine }) => isGenuine).length;
    return { genuine, unproved: this.#busy.size - genuine, kept: this.#listUnproved().length };
  }

  /** Drops the oldest unproved subjects beyond a number, except those under read-back. @returns their ids */
  dropUnproved(most: number, at?: AccountAt): readonly string[] {
    if (this.#byId.size <= most) return [];
    const ofAccount = at && accountOf(at);
    const unproved = this.#listUnproved().filter(
      (each) => ofAccount === undefined || accountOf(each) === ofAccount,
    );
    return this.#drop(unproved.slice(0, Math.max(0, unproved.length - most)));
  }

  /** Drops the subjects whose last notice is old. @returns their ids */
  dropOld(): readonly string[] {
    const now = this.#now();
    return this.#drop(
      [...this.#byId.values()].filter(
        ({ isGenuine, wantedAt }) =>
          wantedAt < now - (isGenuine ? KEPT_DAYS : UNPROVED_KEPT_DAYS) * DAY,
      ),
    );
  }

  #listUnproved(): readonly Subject[] {
    return [...this.#byId.values()].filter(({ isGenuine }) => !isGenuine);
  }

  #add(about: About, isGenuine: boolean): Subject {
    this.#made += 1;
    const { provider, account, type } = about;
    const subject: Subject = {
      subjectId: String(this.#made),
      provider,
      account,
      type,
      isGenuine,
      wantedAt: this.#now(),
      dueAt: null,
      takenUntil: null,
      turn: 0,
      askedAt: null,
      gapMs: 0,
      tries: 0,
    };
    this.#byKey.set(keyOf(about), subject);
    this.#byId.set(subject.subjectId, subject);
    return subject;
  }

  #schedule(subject: Subject, dueAt: number | null): void {
    subject.dueAt = dueAt;
    if (dueAt !== null || subject.takenUntil !== null) this.#busy.add(subject);
    else this.#busy.delete(subject);
  }

  #lease(subject: Subject, gapMs: number): void {
    const now = this.#now();
    Object.assign(subject, { askedAt: now, gapMs, turn: subject.turn + 1 });
    subject.takenUntil = now + TAKEN_SECONDS * SECOND;
    this.#schedule(subject, null);
  }

  /** Returns the time of the next attempt; null = the last notice is so old that the acquirer is not asked any more. */
  #nextTry(subject: Subject): number | null {
    const now = this.#now();
    const { isGenuine, wantedAt, tries } = subject;
    const since = (now - wantedAt) / SECOND;
    const { denseFor, sparse, until, unprovedUntil } = RETRY_SECONDS;
    if (since >= (isGenuine ? until : unprovedUntil)) return null;
    const pause = since < denseFor ? growingPause(tries, RETRY_SECONDS) : sparse;
    return Math.max(pausedUntil(subject), now + pause * SECOND);
  }

  #drop(subjects: readonly Subject[]): readonly string[] {
    const free = subjects.filter(({ takenUntil }) => takenUntil === null);
    for (const subject of free) {
      this.#byId.delete(subject.subjectId);
      this.#busy.delete(subject);
    }
    const gone = new Set(free);
    if (free.length > 0)
      for (const [key, subject] of this.#byKey) if (gone.has(subject)) this.#byKey.delete(key);
    return free.map(({ subjectId }) => subjectId);
  }
}
