import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';
import type {
  Attempt,
  KeptNotice,
  LeasedSubject,
  Turn,
} from '#/api/webhooks/store/notice-store.ts';
import { MemorySubjects } from './subject-queue.ts';

export interface Row {
  notice: KeptNotice;
  subjectId: string | null;
  /** The result of the next attempt is to be recorded for this notice. */
  isWaiting: boolean;
  readonly delivery: RedactedDelivery;
  readonly receivedAt: number;
  readonly attempts: Attempt[];
}

/** Returns the oldest rows: all but the newest `most`. @param rows the oldest first */
export const rowsBeyond = (rows: readonly Row[], most: number): readonly Row[] =>
  rows.slice(0, Math.max(0, rows.length - most));

/** What all processes share: notices, their deliveries and attempts. */
export class NoticeRows {
  readonly now: () => number;
  readonly subjects: MemorySubjects;
  /** The oldest first. */
  readonly #rows = new Map<string, Row>();
  readonly #bySubject = new Map<string, Set<Row>>();
  #made = 0;

  constructor(now: () => number) {
    this.now = now;
    this.subjects = new MemorySubjects(now);
  }

  find(noticeId: string): Row | undefined {
    return this.#rows.get(noticeId);
  }

  all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** @param known what is known of the notice; one without an id, because it could not be read, gets an id from its number */
  add(
    known: Pick<KeptNotice, 'provider' | 'platformId' | 'outcome'> & Partial<KeptNotice>,
    delivery: RedactedDelivery,
  ): Row {
    this.#made += 1;
    const receivedAt = this.now();
    const notice: KeptNotice = {
      noticeId: `${known.provider}:unread:${this.#made}`,
      type: 'TRANSACTION',
      reference: null,
      status: null,
      orderId: null,
      isAuthentic: false,
      isProved: false,
      paymentId: null,
      failure: null,
      ...known,
      sequence: String(this.#made),
      attempts: 0,
      receivedAt: new Date(receivedAt).toISOString(),
    };
    const row = { notice, subjectId: null, isWaiting: false, delivery, receivedAt, attempts: [] };
    this.#rows.set(notice.noticeId, row);
    return row;
  }

  /** Lets a notice wait for the next read-back of its subject. */
  wait(row: Row, subjectId: string): void {
    if (row.subjectId !== null) this.#bySubject.get(row.subjectId)?.delete(row);
    row.subjectId = subjectId;
    row.isWaiting = true;
    const others = this.#bySubject.get(subjectId) ?? new Set();
    this.#bySubject.set(subjectId, others.add(row));
  }

  /** The oldest first. */
  ofSubject(subjectId: string): readonly Row[] {
    return [...(this.#bySubject.get(subjectId) ?? [])].toSorted(
      (one, other) => Number(one.notice.sequence) - Number(other.notice.sequence),
    );
  }

  /** The waiting notices of a turn; if none waits, the newest one. */
  leasedSubject(turn: Turn): LeasedSubject {
    const rows = this.ofSubject(turn.subjectId);
    const newest = rows.at(-1);
    const { subjectId } = turn;
    return {
      subjectId,
      turn: turn.turn,
      notices: rows.filter((row) => row.isWaiting || row === newest).map(({ notice }) => notice),
    };
  }

  drop(rows: readonly Row[]): number {
    for (const row of rows) {
      this.#rows.delete(row.notice.noticeId);
      if (row.subjectId !== null) this.#bySubject.get(row.subjectId)?.delete(row);
    }
    return rows.length;
  }

  /** Drops the notices about subjects that were dropped. */
  dropOf(subjectIds: readonly string[]): number {
    const dropped = subjectIds.map((subjectId) => this.drop(this.ofSubject(subjectId)));
    for (const subjectId of subjectIds) this.#bySubject.delete(subjectId);
    return dropped.reduce((sum, each) => sum + each, 0);
  }
}
