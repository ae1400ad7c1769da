import type { Movement, RegisteredReceiver } from '#/scripts/simulation/banks/bank.ts';
import { judgeRegistrations } from './registrations.ts';
import { judgeBooks, type BooksState, type Moment } from './books.ts';
import { describeLost } from './lost.ts';
import { judgeNextReadBacks, type AskedAgain } from './next-read-backs.ts';
import { judgeShown, type ShownView } from './shown.ts';
import { StepJudge } from './steps.ts';
import { fieldsOf, nameOfStream, normaliseId, type LogText } from './texts.ts';
import { judgeAnswers, type CallerAnswer } from './answers.ts';
import { WriteJudge } from './writes.ts';

/** Judges a run by rules of its own: with the product's rules, a mistake in them could hide itself. */
export class Oracle {
  readonly #log: LogText;
  readonly #found: string[] = [];
  readonly steps: StepJudge;
  /** Judges each write that reaches an acquirer. */
  readonly writes: WriteJudge;
  readonly #answers: CallerAnswer[] = [];
  readonly #misled: string[] = [];

  /** @param isRepeatable whether an acquirer carries out a repeated call once */
  constructor(log: LogText, isRepeatable: (acquirer: string) => boolean) {
    this.#log = log;
    this.steps = new StepJudge(log, isRepeatable, (what) => this.#report(what));
    this.writes = new WriteJudge(log, (what) => this.#report(what));
  }

  get found(): readonly string[] {
    return this.#found;
  }

  /** Ids of what staff decided against the acquirer's books. */
  get misled(): readonly string[] {
    return this.#misled;
  }

  /** Notes that staff decided against the acquirer's books. */
  mislead(id: string): void {
    this.#misled.push(id);
  }

  /** Adds faults that were found elsewhere, for example by a rebuild. */
  add(found: readonly string[]): void {
    for (const each of found) this.#report(each);
  }

  /** At a quiet moment nothing has moved twice, and every movement is booked or awaited. */
  judge(moved: readonly Movement[]): void {
    for (const kind of ['charge', 'payout'] as const) this.#onlyOnce(moved, kind);
    this.#judgeBooked(moved);
  }

  /** At a quiet moment acquirers will be asked about all open attempts. */
  judgeNextReadBacks(asked: readonly AskedAgain[]): void {
    for (const each of asked.flatMap((its) => judgeNextReadBacks(this.#log.events, its)))
      this.#report(each);
  }

  /** Notes an answer, to be judged when nothing moves any more. */
  tell(answer: CallerAnswer): void {
    this.#answers.push(answer);
  }

  /** Judges books and what people see, while nothing is under way. */
  judgeQuiet(state: BooksState, shown: ShownView, before: string): void {
    this.#judgeState(state, shown, { before, isDrained: false });
  }

  /** Judges books, answers and what people see, when nothing moves any more. */
  judgeDrained(state: BooksState, shown: ShownView, before: string): void {
    for (const each of judgeAnswers(this.#answers, this.#log)) this.#report(each);
    this.#judgeState(state, shown, { before, isDrained: true });
  }

  /** Reports the faults of a moment; an item that is wrong in the books is not reported again for what people see. */
  #judgeState(state: BooksState, shown: ShownView, moment: Moment): void {
    this.judge(state.banks.flatMap(({ moved }) => moved));
    let reported = '';
    for (const faults of [judgeBooks(state, moment), judgeShown(shown, state, moment)]) {
      for (const each of faults) {
        const [name] = /[0-9a-f]{32}/.exec(normaliseId(each)) ?? [];
        if (name === undefined) this.#report(each);
        else if (!reported.includes(name)) this.#report(`${each}${describeLost(this.#log, name)}`);
      }
      reported = normaliseId(faults.join(' '));
    }
  }

  /** Judges more strictly when nothing moves any more. */
  judgeReceivers(receivers: readonly RegisteredReceiver[], isDrained: boolean): void {
    for (const each of judgeRegistrations(this.#log.events, receivers, isDrained))
      this.#report(each);
  }

  #methodOf(name: string): string {
    const requested = this.#log.events.find(
      ({ type, stream }) => type === 'PaymentRequested' && normaliseId(stream).endsWith(name),
    );
    return requested ? String(fieldsOf(requested)['method']) : 'nothing';
  }

  #onlyOnce(moved: readonly Movement[], kind: Movement['kind']): void {
    const of = moved.filter((each) => each.kind === kind);
    for (const [reference, all] of Map.groupBy(of, (each) => normaliseId(each.reference))) {
      if (all.length > 1) this.#report(`${kind} ${reference} moved money ${all.length} times`);
    }
  }

  #judgeBooked(moved: readonly Movement[]): void {
    const events = this.#log.events;
    const dataOf = (type: string) =>
      new Map(
        events
          .filter((event) => event.type === type)
          .map((event) => [nameOfStream(event.stream), fieldsOf(event)]),
      );
    const approved = dataOf('PaymentApproved');
    const [canceled, rejected] = [dataOf('PaymentCanceled'), dataOf('PaymentRejected')];
    const failed = dataOf('WithdrawalFailed');
    // Staff may decide wrongly at first, so what they decided is left to `judgeBooks`.
    const decided = new Set([
      ...dataOf('PaymentResolved').keys(),
      ...dataOf('WithdrawalResolved').keys(),
    ]);
    for (const { kind, reference, amount } of moved) {
      const name = normaliseId(reference);
      if (kind === 'charge') {
        const booked = approved.get(name);
        if (decided.has(name)) continue;
        const ended = canceled.has(name) || rejected.has(name);
        if (booked === undefined && ended)
          this.#report(
            `${name} was paid ${amount} by ${this.#methodOf(name)} and is called off${describeLost(this.#log, name)}`,
          );
        else if (booked === undefined) continue;
        else if (booked['amount'] !== amount)
          this.#report(`${name} was paid ${amount} and booked as ${String(booked['amount'])}`);
      }
      if (kind === 'payout') {
        if (failed.has(name) && !decided.has(name))
          this.#report(`${name} was paid out and is called failed`);
      }
    }
    const charges = new Set(
      moved.filter(({ kind }) => kind === 'charge').map(({ reference }) => normaliseId(reference)),
    );
    for (const name of approved.keys()) {
      if (!charges.has(name) && !decided.has(name) && name !== normaliseId('sale-before'))
        this.#report(`${name} is booked and was never paid`);
    }
  }

  #report(what: string): void {
    if (!this.#found.includes(what)) this.#found.push(what);
  }
}
