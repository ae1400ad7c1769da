import { account } from '#/domain/account/decider.ts';
import type { Account } from '#/domain/account/state.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { accountStream, streamOf } from '#/domain/values/ids.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { refundableOf } from '#/domain/payment/refundable.ts';
import type { ChargeAnswer } from '#/domain/payment/commands.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { refund } from '#/domain/refund/decider.ts';
import { sampleAnswerAbout, samplePayment, sampleEncrypted } from '#/domain/testing/samples.ts';
import { addSeconds, dayOf, monthOf, type Month, type Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { DecidedStreams, PLATFORM, type EventToAppend } from './decided-streams.ts';

/** A history whose events the real deciders make. A refused command adds none. */
export class History {
  now: Timestamp;
  readonly sellers = new Set<string>();
  readonly payments: string[] = [];
  readonly withdrawals: { readonly id: string; readonly seller: string }[] = [];
  readonly #streams = new DecidedStreams();
  readonly #accounts = new Map<string, Month>();
  readonly #platforms = new Map<string, string>();
  #ids = 0;

  constructor(startsAt: Timestamp = '2026-10-05T12:00:00.000Z') {
    this.now = startsAt;
  }

  /** Returns the events since the last call. */
  take(): readonly EventToAppend[] {
    return this.#streams.take();
  }

  /** Discards the state of a payment that gets no more commands. */
  forget(paymentId: string): void {
    this.#streams.forget(streamOf('payment', paymentId));
  }

  wait(seconds: number): void {
    this.now = addSeconds(this.now, seconds);
  }

  paymentOf(paymentId: string): typeof payment.initial {
    const state = this.#streams.stateOf(streamOf('payment', paymentId));
    // The states of payment streams come from the payment decider.
    return (state as typeof payment.initial | undefined) ?? payment.initial;
  }

  accountOf(seller: string): Account {
    const openPeriod = this.#accounts.get(seller);
    const state = openPeriod && this.#streams.stateOf(accountStream(seller, openPeriod));
    // The states of account streams come from the account decider.
    return (state as Account | undefined) ?? account.initial;
  }

  purchase(differences: Partial<PaymentRequestedData> = {}): string {
    const paymentId = this.#newId('payment');
    const data = samplePayment({ expiresAt: addSeconds(this.now, 86_400), ...differences });
    const command = { type: 'RequestPayment', payment: { ...data, at: this.now } } as const;
    this.#streams.decide(payment, streamOf('payment', paymentId), command, 'buyer');
    this.payments.push(paymentId);
    this.sellers.add(data.sellerId);
    this.#platforms.set(data.sellerId, data.platformId);
    return paymentId;
  }

  submit(paymentId: string, transactionId = `tx-${paymentId}`): void {
    this.#pay(paymentId, {
      type: 'RecordSubmission',
      provider: this.#providerOf(paymentId),
      paymentId,
      answer: sampleAnswerAbout(this.paymentOf(paymentId), { transactionId }),
      pixCode: '00020126580014br.gov.bcb.pix',
      billetCode: null,
      billetUrl: null,
      cardBrand: null,
      cardLastDigits: null,
      expiresAt: addSeconds(this.now, 86_400),
      now: this.now,
    });
  }

  /** Reroutes a payment from `onz`, which did not accept it, to `sandbox`. */
  declinedElsewhere(paymentId: string): void {
    const { now } = this;
    const choice = {
      reason: 'FALLBACK' as const,
      considered: [{ provider: 'sandbox', share: 0, standing: 'FIT' as const }],
    };
    const acquirers = { from: 'onz', to: 'sandbox' };
    this.#pay(paymentId, { type: 'Reroute', ...acquirers, cause: 'invalid', choice, now });
  }

  keepBoletoPdf(paymentId: string, file: string): void {
    const charge = { provider: this.#providerOf(paymentId), transactionId: `tx-${paymentId}` };
    const billetUrl = `https://files.example/${file}`;
    this.#pay(paymentId, { type: 'RecordBoletoPdf', ...charge, file, billetUrl, now: this.now });
  }

  leaveUnanswered(paymentId: string): void {
    const at = { provider: this.#providerOf(paymentId), now: this.now };
    this.#pay(paymentId, { type: 'RecordUnanswered', failure: 'timeout', ...at });
  }

  /** Leaves a payment to staff, because its provider never reports the outcome. */
  leaveUnresolved(paymentId: string): void {
    const at = { provider: this.#providerOf(paymentId), now: this.now };
    this.#pay(paymentId, { type: 'LeaveUnresolved', cause: 'still-pending', ...at });
  }

  /** @param differences how the provider's answer differs from the usual one */
  report(
    paymentId: string,
    status: PaymentStatus,
    differences: Partial<ChargeAnswer> = {},
    endToEndId = `E00000000${paymentId.slice(0, 23)}`,
  ): void {
    const facts = this.#pay(paymentId, {
      type: 'RecordProviderStatus',
      provider: this.#providerOf(paymentId),
      paymentId,
      answer: sampleAnswerAbout(this.paymentOf(paymentId), differences),
      status,
      noticeId: this.#newId('notice'),
      cause: status === 'REJECTED' ? 'insufficient_funds' : null,
      endToEndId: status === 'APPROVED' ? endToEndId : null,
      now: this.now,
    });
    this.#book(paymentId, facts);
  }

  requestRefund(paymentId: string, amount?: Cents): string {
    const refundId = this.#newId('refund');
    const { now } = this;
    const state = this.paymentOf(paymentId);
    if (state.status === 'NONE') return refundId;
    const requestedAmount = amount ?? refundableOf(state);
    if (requestedAmount === 0) return refundId;
    const note = 'Comprador desistiu';
    const [requestedEvent] = this.#pay(paymentId, {
      type: 'RequestRefund',
      refundId,
      amount: requestedAmount,
      note,
      now,
    });
    if (requestedEvent === undefined) return refundId;
    const { provider, requested } = state;
    const { platformId, sellerId, currency } = requested;
    const owner = { platformId, sellerId, paymentId, provider, currency };
    const transactionId = state.transactionId ?? 'unknown';
    const opening = { ...owner, transactionId, amount: requestedAmount, at: now };
    const command = { type: 'RequestProviderRefund', refund: opening } as const;
    this.#streams.decide(refund, streamOf('refund', refundId), command);
    return refundId;
  }

  concludeRefund(paymentId: string, refundId: string, end: 'SETTLED' | 'FAILED'): void {
    const [stream, { now }] = [streamOf('refund', refundId), this];
    if (end === 'FAILED') {
      const cause = 'provider';
      this.#streams.decide(refund, stream, { type: 'RecordFailed', cause, now });
      this.#pay(paymentId, { type: 'FailRefund', refundId, cause, now });
      return;
    }
    this.#streams.decide(refund, stream, { type: 'RecordSettled', providerRefundId: 'r-1', now });
    this.#book(paymentId, this.#pay(paymentId, { type: 'SettleRefund', refundId, now }));
  }

  release(seller: string): void {
    const through = dayOf(this.now);
    this.#account(seller, { type: 'ReleaseReceivables', through, ...this.#owner(seller) });
  }

  withdraw(seller: string, amount: Cents): string {
    const withdrawalId = this.#newId('withdrawal');
    const { platformId, sellerId: receiverId } = this.#owner(seller);
    const held = {
      platformId,
      receiverId,
      currency: 'BRL',
      amount,
      fee: cents(150),
      provider: 'sandbox',
      method: 'PIX',
      pixType: 'CPF',
      destination: sampleEncrypted,
      at: this.now,
    } as const;
    const request = { ...held, withdrawalId, choice: null };
    const command = { type: 'HoldWithdrawal', withdrawal: request } as const;
    if (this.#account(seller, command).length === 0) return withdrawalId;
    const open = { type: 'RequestWithdrawal', withdrawal: held } as const;
    this.#streams.decide(withdrawal, streamOf('withdrawal', withdrawalId), open);
    this.withdrawals.push({ id: withdrawalId, seller });
    return withdrawalId;
  }

  /** The bank returns a payout that was paid. */
  returnPayout(withdrawalId: string, seller: string): void {
    const [stream, cause, { now }] = [streamOf('withdrawal', withdrawalId), 'rejected', this];
    const [fact] = this.#streams.decide(withdrawal, stream, { type: 'RecordCameBack', cause, now });
    if (fact?.type !== 'WithdrawalCameBack') return;
    const { currency, amount, fee, provider } = fact.data;
    const payout = { withdrawalId, currency, amount, fee, provider, cause };
    this.#account(seller, { type: 'ReverseWithdrawal', ...payout, ...this.#owner(seller) });
  }

  concludeWithdrawal(withdrawalId: string, seller: string, end: 'SETTLED' | 'FAILED'): void {
    const [stream, { now }] = [streamOf('withdrawal', withdrawalId), this];
    const at = { ...this.#owner(seller), withdrawalId };
    if (end === 'SETTLED') {
      const sent = { type: 'RecordSent', providerWithdrawId: 'w-1', now } as const;
      this.#streams.decide(withdrawal, stream, sent);
      this.#streams.decide(withdrawal, stream, { type: 'RecordSettled', endToEndId: 'E-1', now });
      this.#account(seller, { type: 'PayWithdrawal', provider: 'sandbox', ...at });
    } else {
      this.#streams.decide(withdrawal, stream, { type: 'RecordFailed', cause: 'rejected', now });
      this.#account(seller, { type: 'ReturnWithdrawal', cause: 'rejected', ...at });
    }
  }

  #providerOf(paymentId: string): string {
    const state = this.paymentOf(paymentId);
    return state.status === 'NONE' ? 'sandbox' : state.provider;
  }

  #owner(sellerId: string) {
    const platformId = this.#platforms.get(sellerId) ?? PLATFORM;
    return { platformId, sellerId, now: this.now };
  }

  #newId(kind: string): string {
    this.#ids += 1;
    return derivedId(kind, String(this.#ids));
  }

  #pay(paymentId: string, command: Parameters<typeof payment.decide>[0]): readonly DomainEvent[] {
    return this.#streams.decide(payment, streamOf('payment', paymentId), command);
  }

  /** Books and reverses receivables as the policies do. */
  #book(paymentId: string, facts: readonly DomainEvent[]): void {
    for (const { type, data } of facts) {
      if (type === 'PaymentApproved') {
        const { sellerId, currency, parts, receivables } = data;
        const booking = { ...this.#owner(sellerId), currency, paymentId, parts, receivables };
        this.#account(sellerId, { type: 'BookReceivables', ...booking });
      }
      if (type === 'PaymentRefunded' || type === 'PaymentChargedBack') {
        const { sellerId, refundId, currency, amount, parts, receivables } = data;
        const cause = type === 'PaymentRefunded' ? 'REFUND' : 'CHARGEBACK';
        const reversal = { paymentId, refundId, cause, amount, parts, receivables } as const;
        const owner = { ...this.#owner(sellerId), currency };
        this.#account(sellerId, { type: 'ReverseReceivables', ...owner, ...reversal });
      }
    }
  }

  #account(seller: string, command: AccountCommand): readonly DomainEvent[] {
    const period = monthOf(this.now);
    const openPeriod = this.#accounts.get(seller);
    if (openPeriod !== period) {
      const owner = this.#owner(seller);
      let opening: AccountCommand = { type: 'OpenAccount', ...owner, period };
      if (openPeriod !== undefined) {
        const closing = { type: 'ClosePeriod', now: this.now } as const;
        for (const fact of this.#streams.decide(
          account,
          accountStream(seller, openPeriod),
          closing,
        )) {
          if (fact.type !== 'AccountPeriodClosed') continue;
          opening = { ...opening, carried: fact.data.carried };
        }
      }
      this.#accounts.set(seller, period);
      this.#streams.decide(account, accountStream(seller, period), opening);
    }
    return this.#streams.decide(account, accountStream(seller, period), command);
  }
}

export const appendAll = async (
  store: EventStore,
  happened: readonly EventToAppend[],
): Promise<void> => {
  for (const { stream, revision, event } of happened) {
    await store.append(stream, [event], { expected: revision === 0 ? 'no_stream' : revision - 1 });
  }
};
