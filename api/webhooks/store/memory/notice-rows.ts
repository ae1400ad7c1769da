import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';
import type {
  Attempt,
  StoredNotice,
  LeasedTarget,
  Lease,
  ShownNotice,
} from '#/api/webhooks/store/notice-store.ts';
import { MemoryTargets } from './target-queue.ts';

export interface Row {
  notice: StoredNotice;
  targetId: string | null;
  /** True until a read-back gives it a final result. */
  isWaiting: boolean;
  readonly delivery: RedactedDelivery;
  /** When the notice last came, or was last attempted, in milliseconds since 1970. */
  lastAt: number;
  readonly attempts: Attempt[];
}

/** @param rows the oldest first */
export const rowsBeyond = (rows: readonly Row[], most: number): readonly Row[] =>
  rows.slice(0, Math.max(0, rows.length - most));

export class NoticeRows {
  readonly now: () => number;
  readonly targets: MemoryTargets;
  /** The oldest first. */
  readonly #rows = new Map<string, Row>();
  readonly #byTarget = new Map<string, Set<Row>>();
  #made = 0;

  constructor(now: () => number) {
    this.now = now;
    this.targets = new MemoryTargets(now);
  }

  find(noticeId: string): Row | undefined {
    return this.#rows.get(noticeId);
  }

  all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** @param fields a notice without an id gets one from its number */
  add(
    fields: Pick<StoredNotice, 'provider' | 'platformId' | 'outcome'> & Partial<StoredNotice>,
    delivery: RedactedDelivery,
  ): Row {
    this.#made += 1;
    const receivedAt = this.now();
    const notice: StoredNotice = {
      noticeId: `${fields.provider}:unread:${this.#made}`,
      type: 'TRANSACTION',
      reference: null,
      status: null,
      orderId: null,
      isAuthentic: false,
      formerAccount: null,
      isProved: false,
      paymentId: null,
      failure: null,
      ...fields,
      sequence: String(this.#made),
      attempts: 0,
      receivedAt: new Date(receivedAt).toISOString(),
      lastReceivedAt: new Date(receivedAt).toISOString(),
      repeats: 0,
    };
    const row = {
      notice,
      targetId: null,
      isWaiting: false,
      delivery,
      lastAt: receivedAt,
      attempts: [],
    };
    this.#rows.set(notice.noticeId, row);
    return row;
  }

  repeat(row: Row): void {
    row.lastAt = this.now();
    const { notice } = row;
    const lastReceivedAt = new Date(row.lastAt).toISOString();
    row.notice = { ...notice, lastReceivedAt, repeats: notice.repeats + 1 };
  }

  wait(row: Row, targetId: string): void {
    if (row.targetId !== null) this.#byTarget.get(row.targetId)?.delete(row);
    row.targetId = targetId;
    row.isWaiting = true;
    const others = this.#byTarget.get(targetId) ?? new Set();
    this.#byTarget.set(targetId, others.add(row));
  }

  /** Whether the acquirer is still to be asked about the notice. */
  isStillAsked({ isWaiting, targetId }: Row): boolean {
    return isWaiting && targetId !== null && this.targets.isBusy(targetId);
  }

  show(row: Row): ShownNotice {
    return { ...row.notice, isStillAsked: this.isStillAsked(row) };
  }

  /** The oldest first. */
  ofTarget(targetId: string): readonly Row[] {
    return [...(this.#byTarget.get(targetId) ?? [])].toSorted(
      (one, other) => Number(one.notice.sequence) - Number(other.notice.sequence),
    );
  }

  /** The waiting notices of a lease; if none waits, the newest one. */
  leasedTarget(lease: Lease): LeasedTarget {
    const rows = this.ofTarget(lease.targetId);
    const waiting = rows.filter(({ isWaiting }) => isWaiting);
    const { targetId, leaseNumber } = lease;
    const notices = (waiting.length > 0 ? waiting : rows.slice(-1)).map(({ notice }) => notice);
    return { targetId, leaseNumber, notices };
  }

  drop(rows: readonly Row[]): number {
    for (const row of rows) {
      this.#rows.delete(row.notice.noticeId);
      if (row.targetId !== null) this.#byTarget.get(row.targetId)?.delete(row);
    }
    return rows.length;
  }

  dropOf(targetIds: readonly string[]): number {
    const dropped = targetIds.map((targetId) => this.drop(this.ofTarget(targetId)));
    for (const targetId of targetIds) this.#byTarget.delete(targetId);
    return dropped.reduce((sum, each) => sum + each, 0);
  }
}
