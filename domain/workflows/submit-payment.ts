import { chooseAfter } from '#/domain/acquiring/choose.ts';
import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { NEVER_SUBMITTED, type RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentLine, PaymentRequestedData } from '#/domain/payment/events.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import type { Address, TransactionRequest, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Contact, Identity, Visit } from '#/domain/privacy/encrypted.ts';
import { chooseAccount, openAcquirerForCall, findConnected } from './acquirer-of.ts';
import { digestOf } from './attempt.ts';
import { prepareCard, type BuyersCard } from './card-at-provider.ts';
import { callOff, endUnpaid } from './call-off.ts';
import { translateTransaction, withoutUnknownEnd } from './charge-answer.ts';
import {
  findCardElsewhere,
  findCharge,
  findLostCharge,
  followTo,
  isTurnedDown,
} from './lost-charge.ts';
import { keepBoletoPdf } from './keep-boleto-pdf.ts';
import type { Ports } from './reaction.ts';
import type { ChargedAt } from './search-route.ts';
import { requireSupport, outcomeOf } from './provider-outcome.ts';

/** Data from the buyer's own request; the card token is used once and stored nowhere. */
export interface BuyersPart {
  readonly identity: Identity;
  readonly contact: Contact;
  readonly address?: Address;
  readonly visit?: Visit;
  /** Session ids by which acquirers recognise the browser; for this request only. */
  readonly fingerPrints?: TransactionRequest['fingerPrints'];
  readonly cardToken?: string;
  /** Used instead of a token, when the browser could not get one. */
  readonly card?: BuyersCard;
}

const isWebAddress = (text: string | undefined): text is string =>
  text !== undefined && /^https?:/i.test(text) && URL.canParse(text);

const visitOf = ({ visit = {}, fingerPrints = [] }: BuyersPart) => ({
  ...(isWebAddress(visit.referer) && { referrerUrl: visit.referer }),
  ...(visit.ip !== undefined && { customerIp: visit.ip }),
  ...(fingerPrints.length > 0 && { fingerPrints }),
});

/** The key of the seller's own account goes only to acquirers at which sellers have accounts. */
const sellerOf = async (
  { sellerId }: PaymentRequestedData,
  { id, createReceiver }: Pick<PaymentProvider, 'id' | 'createReceiver'>,
  { seller }: Pick<Ports, 'seller'>,
) => {
  const [userDocument, receiverToken] = await Promise.all([
    seller.documentOf(sellerId),
    createReceiver && seller.receiverTokenOf(sellerId, id),
  ]);
  return {
    userId: sellerId,
    ...(userDocument !== undefined && { userDocument }),
    ...(receiverToken !== undefined && { receiverToken }),
  };
};

const isTangible = (
  { kind, typeProduct }: PaymentLine,
  ofPayment: PaymentRequestedData['typeProduct'],
): boolean =>
  kind === 'SHIPPING' || (kind !== 'INTEREST' && (typeProduct ?? ofPayment) === 'FISICO');

/** What a charge is made from, besides the buyer's data. */
type ChargedPayment = Pick<RequestedPayment, 'provider' | 'requested'>;

/** The request for a charge, without the card. */
const chargeOf = async (
  paymentId: string,
  { provider, requested: payment }: ChargedPayment,
  buyer: BuyersPart,
  acquirer: PaymentProvider,
  ports: Ports,
): Promise<Omit<TransactionRequest, 'attempt'>> => {
  const { identity, contact, address } = buyer;
  const { expiresAt, method, typeProduct, title } = payment;
  // Acquirers refuse lines without a price.
  const lines = payment.lines.filter(({ amount }) => amount > 0);
  return {
    orderId: paymentId,
    paymentMethod: method,
    amount: payment.amount,
    currency: payment.currency,
    description: title,
    items: lines.map((line) => ({
      id: line.id,
      title: line.title,
      unitPrice: line.amount,
      quantity: 1,
      tangible: isTangible(line, typeProduct),
    })),
    customer: {
      name: identity.name,
      document: identity.document,
      email: contact.email,
      phone: contact.phone ?? SYNTHETIC_PHONE,
    },
    installments: payment.installments,
    ...visitOf(buyer),
    ...(address && { address }),
    ...(expiresAt !== null && { expiresAt }),
    ...(await sellerOf(payment, acquirer, ports)),
    checkoutUrl: ports.checkoutUrl(payment.offerId),
    webhookUrl: ports.webhookUrl(provider, payment.platformId),
  };
};

/** @returns undefined while the acquirer is not connected, because then nothing is sent */
export const digestOfCharge = async (
  paymentId: string,
  charged: ChargedPayment,
  buyer: BuyersPart,
  ports: Ports,
): Promise<string | undefined> => {
  const { provider, requested } = charged;
  const acquirer = await findConnected(ports, { provider, platformId: requested.platformId });
  if (acquirer === undefined) return undefined;
  const request = await chargeOf(paymentId, charged, buyer, acquirer, ports);
  // Card data is not stored, so a card charge is not repeated later.
  const isRepeated = requested.method !== 'CREDIT_CARD';
  return digestOf(ports, request, isRepeated ? acquirer.encode?.createTransaction : undefined);
};

/** Undefined = there is no other acquirer. */
const rerouteOf = (
  paymentId: string,
  { provider: from, choice }: RequestedPayment,
): Omit<Extract<PaymentCommand, { type: 'Reroute' }>, 'cause' | 'now'> | undefined => {
  if (choice === null) return undefined;
  const next = chooseAfter(from, paymentId, choice);
  return next && { type: 'Reroute', from, to: next.provider, choice: next.choice };
};

/** Text for a charge that was not made, where the acquirer gives none (acquirers.120). */
const NOT_CHARGED = 'Erro ao criar transação';

/** The buyer's data, which are removed from an acquirer's text before the text is recorded. */
const personOf = ({ identity, contact, address }: BuyersPart) => ({
  name: identity.name,
  known: [identity.document, contact.email, contact.phone, address?.address, address?.zipCode],
});

export interface Submission {
  readonly buyer: BuyersPart;
  /**
   * By the record, no earlier call for this charge can have reached the acquirer that is called now. A call that the log has lost is
   * looked for separately.
   */
  readonly isFirstOnRecord: boolean;
  readonly attempt: AttemptToSend;
}

/** The log has lost the purchase, and its charge was found at another acquirer, or in another account. */
interface FoundAtOther {
  readonly chargedAt: ChargedAt;
}

const notShownAgain = (provider: string): ProviderFailure =>
  new ProviderFailure(
    'unavailable',
    `${provider}: it showed this charge before, and does not find it now`,
    {
      mayHaveHappened: true,
    },
  );

/** Makes the call, unless the charge is found: the log may have lost an earlier call for it. */
const send = async (
  paymentId: string,
  payment: RequestedPayment,
  { buyer, attempt }: Submission,
  ports: Ports,
): Promise<TransactionResult | FoundAtOther> => {
  const { epoch, now } = ports;
  const { provider, requested } = payment;
  const { platformId, method } = requested;
  const acquirer = await openAcquirerForCall(ports, { provider, platformId }, attempt);
  const charge = requireSupport(acquirer.createTransaction);
  const charging = { method, requested, epoch: await epoch(), now: now() };
  const find = payment.mustNotChargeAgain ? findCharge : findLostCharge;
  const answer = await find(acquirer, paymentId, charging);
  const lost = withoutUnknownEnd(answer, payment, charging.epoch.number);
  if (lost && !isTurnedDown(lost)) return lost;
  // The lost purchase may have been charged at another acquirer, or in another account.
  const chargedAt = await findCardElsewhere(acquirer, ports, paymentId, payment, charging);
  if (chargedAt !== undefined) return { chargedAt };
  if (lost) return lost;
  if (payment.mustNotChargeAgain) throw notShownAgain(provider);
  return charge({
    ...(await chargeOf(paymentId, payment, buyer, acquirer, ports)),
    ...(await prepareCard(acquirer, buyer)),
    attempt,
  });
};

/** For a call that must not be made: calls the payment off or, if it may be charged already, records that this call was not sent. */
const leaveUnsent = async (
  paymentId: string,
  payment: RequestedPayment,
  { isFirstOnRecord, attempt: { attemptId } }: Submission,
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  const since = { attemptId, now: ports.now() };
  const mayBeCharged = !isFirstOnRecord || payment.mustNotChargeAgain;
  const charge = { paymentId, payment, ...since };
  const end = mayBeCharged ? [] : await callOff(charge, NEVER_SUBMITTED, ports);
  if (end.length > 0) return end;
  const { provider } = payment;
  return [{ type: 'RecordUnanswered', provider, failure: 'unavailable', isUnsent: true, ...since }];
};

/** Charges at the payment's acquirer. If the acquirer took nothing, reroutes the payment; the caller charges at the next acquirer. */
export const submitPayment = async (
  paymentId: string,
  payment: RequestedPayment,
  submission: Submission,
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  const { now } = ports;
  if (!(await ports.mayCharge(payment))) return leaveUnsent(paymentId, payment, submission, ports);
  const { provider, requested } = payment;
  const attemptId = submission.attempt.attemptId;
  const charge = { paymentId, payment, noticeId: 'submission', attemptId, now: now() };
  const outcome = await outcomeOf(() => send(paymentId, payment, submission, ports));
  const since = { attemptId, now: now() };
  const reported = { provider, ...since };
  const explanationOf = (text: string | null) =>
    explanationForRecord(text, personOf(submission.buyer));
  switch (outcome.kind) {
    case 'answered':
      if ('chargedAt' in outcome.result)
        return followTo(outcome.result.chargedAt, paymentId, payment, since);
      return [
        ...(await translateTransaction(outcome.result, charge, ports)),
        ...(await keepBoletoPdf(paymentId, payment, outcome.result, ports)),
      ];
    case 'declined': {
      const { cause } = outcome;
      const text = explanationOf(outcome.text ?? NOT_CHARGED);
      // An earlier call may have succeeded: this decline says nothing about it.
      if (!submission.isFirstOnRecord)
        return [{ type: 'RecordUnanswered', failure: cause, ...reported }];
      // Another acquirer would probably refuse the card too.
      const isCardRefused = requested.method === 'CREDIT_CARD' && cause === 'refused';
      const next = isCardRefused ? undefined : rerouteOf(paymentId, payment);
      if (next) return [{ ...next, cause, text, ...since }];
      const rejected = { status: 'REJECTED', noticeId: 'submission', answer: null } as const;
      const ended = { ...rejected, paymentId, endToEndId: null, cause, text };
      const report: PaymentCommand = { type: 'RecordProviderStatus', ...ended, ...reported };
      const end = await endUnpaid({ paymentId, payment, ...since }, [report], ports);
      if (end.length > 0) return end;
      return [{ type: 'RecordUnanswered', failure: cause, isUnsent: true, ...reported }];
    }
    case 'unknown': {
      const { failure, neverSent } = outcome;
      const next =
        neverSent && submission.isFirstOnRecord ? rerouteOf(paymentId, payment) : undefined;
      if (next) return [{ ...next, cause: failure, text: explanationOf(outcome.text), ...since }];
      const unsent = neverSent && { isUnsent: true as const };
      return [{ type: 'RecordUnanswered', failure, ...unsent, ...reported }];
    }
  }
};

/** `submitPayment`; after a reroute, also begins the next call. The caller records both in one append. */
export const submitAndBeginNext = async (
  paymentId: string,
  payment: RequestedPayment,
  submission: Submission,
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  const commands = await submitPayment(paymentId, payment, submission, ports);
  const reroute = commands.find((command) => command.type === 'Reroute');
  if (reroute?.type !== 'Reroute') return commands;
  const { to: provider, merchantAccount, now } = reroute;
  const { platformId } = payment.requested;
  const next = {
    attemptId: ports.newId(),
    epoch: (await ports.epoch()).number,
    ...(await chooseAccount(ports, { provider, platformId, merchantAccount })),
    digest: await digestOfCharge(paymentId, { ...payment, provider }, submission.buyer, ports),
  };
  return [...commands, { type: 'BeginCharge', provider, ...next, after: null, now }];
};
