import { requireOwnCase, type Case } from '#/api/investigations/case.ts';
import type { Matter } from '#/domain/investigation/investigation.ts';
import type { Movement, SentNotice } from '#/scripts/simulation/banks/bank.ts';
import { createCounter } from '#/scripts/simulation/draws.ts';
import { fieldsOf, normaliseId } from '#/scripts/simulation/oracle/texts.ts';
import { readOpenCases, type OpenCase } from '#/scripts/simulation/reads/rows.ts';
import type { Site } from '#/scripts/simulation/site.ts';
import type { Ask } from './asking.ts';
import { PLATFORM, STAFF } from './catalogue.ts';
import { decideRightly, type Evidence } from './decisions.ts';
import type { Input, Place } from './history.ts';
import { confirm, memberOf, propose, type Decision } from './staff.ts';

type StaffInput = Extract<Input, { readonly kind: 'staff' }>;

const sumOf = (moved: readonly Movement[]): number =>
  moved.reduce((sum, { amount }) => sum + amount, 0);

/** Staff who decide open cases by the acquirers' books, or at times against them. */
export class StaffRoom {
  readonly #site: Site;
  readonly #ask: Ask;
  #staff: StaffInput | undefined;
  #mayErr = false;
  readonly #countRequest = createCounter();
  /** Cases that were decided wrongly. */
  readonly #mistaken = new Set<string>();

  constructor(site: Site, ask: Ask) {
    this.#site = site;
    this.#ask = ask;
  }

  open(input: StaffInput): void {
    this.#staff = input;
  }

  /**
   * Lets staff decide one case of each sale, because a decision changes the sale's other cases.
   * @param isLast true = staff decide nothing wrongly this time
   */
  decideOpenCases(isLast: boolean): void {
    if (this.#staff === undefined) return;
    for (const id of this.#mistaken) {
      const notice = this.#noticeOf(id);
      if (notice) this.#site.tell(notice);
    }
    this.#mayErr = this.#staff.errs && !isLast;
    const open = readOpenCases(this.#site.shared.reads.tables);
    for (const [first] of Map.groupBy(open, ({ id, paymentId }) => paymentId ?? id).values())
      if (first) void this.#decide(first);
  }

  /** One member of staff proposes how a case ends, and the other one confirms it. */
  async #decide(open: OpenCase): Promise<void> {
    const key = `case ${open.id} ${this.#countRequest(open.id)}`;
    const details = await this.#look(open, 0);
    if (details === undefined) return;
    if (details.investigation.proposal === null) {
      const decision = this.#decisionOf(open, details);
      if (decision === undefined) return;
      const label = { what: 'staff proposal', request: `proposal of ${key}` };
      const answer = await this.#ask(label, 0, (core) => propose(core, key, open, decision));
      if (answer.outcome !== 'done') return;
    }
    const proposed = await this.#look(open, 1);
    const proposalId = proposed?.investigation.proposal?.proposalId;
    if (proposalId === undefined) return;
    const label = { what: 'staff decision', request: `decision of ${key}` };
    await this.#ask(label, 1, (core) => confirm(core, key, open, proposalId));
  }

  async #look(open: OpenCase, place: Place): Promise<Case | undefined> {
    const { core } = this.#site.at(place);
    return requireOwnCase({ core }, memberOf(STAFF[place]), open).catch(() => undefined);
  }

  #decisionOf(open: OpenCase, details: Case): Decision | undefined {
    const evidence = this.#evidenceOf(open, details);
    for (const matter of details.investigation.matters) {
      const answers = details.answersTo(matter);
      const rightDecision = decideRightly(open.kind, matter, answers, evidence);
      if (rightDecision === undefined) continue;
      const isWrong =
        rightDecision.resolution === 'HAPPENED' &&
        answers.includes('DID_NOT_HAPPEN') &&
        this.#errs(open, matter);
      if (!isWrong) return rightDecision;
      this.#site.count('staff decide wrongly');
      return { ...rightDecision, resolution: 'DID_NOT_HAPPEN', amount: null, reference: null };
    }
    return undefined;
  }

  /** Whether staff decide against the acquirer's books: only where a later notice can contradict them, and once for each case. */
  #errs(open: OpenCase, { cause }: Matter): boolean {
    const { id } = open;
    if (!this.#mayErr || cause !== 'UNKNOWN_OUTCOME' || this.#mistaken.has(id)) return false;
    if (!this.#mayBeContradicted(open)) return false;
    this.#mistaken.add(id);
    this.#site.oracle.mislead(id);
    return true;
  }

  /** Whether a later notice can contradict a decision: it must contain our id, or a transaction id that the log still has. */
  #mayBeContradicted({ kind, id }: OpenCase): boolean {
    const { banks, log } = this.#site;
    const notice = this.#noticeOf(id);
    if (notice === undefined) return false;
    if (kind !== 'PAYMENT') return kind === 'WITHDRAWAL';
    const recorded = log.stream(`payment-${id}`).map(({ data }) => data);
    const transactions = banks
      .flatMap((bank) => bank.movements())
      .filter(({ reference }) => normaliseId(reference) === normaliseId(id))
      .map(({ transactionId }) => transactionId)
      .filter((name) => recorded.some((data) => data.includes(name)));
    return [id, ...transactions].some((name) => notice.body.includes(name));
  }

  #noticeOf(id: string): SentNotice | undefined {
    const { banks } = this.#site;
    const { ports } = this.#site.at(1).core;
    const notices = banks.map((bank) => bank.noticeOf(id, ports.webhookUrl(bank.id, PLATFORM)));
    return notices.find((notice) => notice !== undefined);
  }

  #evidenceOf({ kind, id }: OpenCase, { provider, paymentId, amount }: Case): Evidence {
    const { banks, log } = this.#site;
    const name = normaliseId(kind === 'REFUND' ? (paymentId ?? '') : id);
    const moved = banks
      .filter((bank) => bank.id === provider)
      .flatMap((bank) => bank.movements())
      .filter(({ reference }) => normaliseId(reference) === name);
    const booked = log.events
      .filter(
        (event) => event.type === 'RefundSettled' && fieldsOf(event)['paymentId'] === paymentId,
      )
      .reduce((sum, event) => sum + Number(fieldsOf(event)['amount']), 0);
    const receivers = banks.flatMap((bank) => bank.receivers?.() ?? []);
    const givenBack = -sumOf(moved.filter((each) => each.kind === 'refund'));
    return {
      movement: moved.find((each) => each.kind === 'charge' || each.kind === 'payout'),
      isRefunded: givenBack - booked >= (amount ?? 0),
      receiverId: receivers.find(({ reference }) => reference === id)?.providerReceiverId,
    };
  }
}
