import { expect } from 'chai';
import { eventSchemas, type DomainEvent, type EventType } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { moneyAtStakeOf, type MoneyAtStake } from './money-at-stake.ts';

const STATED = cents(1_000);

/** Values of the fields by which an event can say what money it is about. */
const fields: Readonly<Record<string, unknown>> = {
  currency: 'BRL',
  amount: STATED,
  refundId: 'r-1',
  parts: { net: 700, fee: 250, interest: 40 },
  released: 200,
  pending: [{ releaseOn: '2026-12-01', amount: 300 }],
  available: 100,
  held: 30,
  unapplied: -40,
  loss: 0,
  change: 60,
};

/** An event with only the fields that matter here. */
const sampleOf = (type: EventType, values: Readonly<Record<string, unknown>> = fields) => {
  const stated = Object.entries(values).filter(([name]) => name in eventSchemas[type].shape);
  return { type, data: Object.fromEntries(stated) } as DomainEvent;
};

/** A new event type must be added, so that it is decided what is shown while a policy fails on it. */
const expected: Readonly<Record<EventType, MoneyAtStake>> = {
  PlatformCreated: null,
  PlatformRevised: null,
  PlatformArchived: null,
  SigningKeyAdopted: null,
  SellerCreated: null,
  SellerRevised: null,
  SellerArchived: null,
  StaffCreated: null,
  StaffRevised: null,
  StaffArchived: null,
  MasterCreated: null,
  MasterRevised: null,
  MasterArchived: null,
  MasterBlocked: null,
  MasterRestored: null,
  AdministratorBlocked: null,
  AdministratorRestored: null,
  ManagerCreated: null,
  ManagerRevised: null,
  ManagerArchived: null,
  AssignmentCreated: null,
  AssignmentRevised: null,
  AssignmentArchived: null,
  ProductCreated: null,
  ProductRevised: null,
  ProductArchived: null,
  OfferCreated: null,
  OfferRevised: null,
  OfferArchived: null,
  PaymentRequested: STATED,
  PaymentRerouted: 'WHOLE',
  PaymentSubmitted: 'WHOLE',
  PaymentBilletPdfKept: 'WHOLE',
  PaymentBilletPdfFailed: 'WHOLE',
  PaymentSubmissionUnanswered: 'WHOLE',
  ChargeAttempted: 'WHOLE',
  CaptureAttempted: 'WHOLE',
  PaymentApproved: STATED,
  PaymentRejected: 'WHOLE',
  PaymentCanceled: 'WHOLE',
  PaymentRefundRequested: STATED,
  PaymentRefundFailed: STATED,
  PaymentRefundMatched: STATED,
  PaymentRefunded: STATED,
  PaymentChargedBack: STATED,
  PaymentMismatchFound: cents(60),
  PaymentLeftUnresolved: 'WHOLE',
  PaymentNoticeRefused: null,
  PaymentRefundUncovered: STATED,
  PaymentRefundOverdrawn: STATED,
  PaymentResolutionProposed: STATED,
  PaymentResolutionRejected: null,
  PaymentResolved: STATED,
  TransactionReserved: null,
  AccountOpened: null,
  AccountPeriodClosed: null,
  ReceivablesBooked: cents(990),
  ReceivablesReleased: STATED,
  ReceivablesReversed: STATED,
  RefundHeld: STATED,
  RefundHoldRefused: { refundId: 'r-1' },
  RefundHoldReleased: cents(400),
  WithdrawalHeld: STATED,
  WithdrawalPaid: STATED,
  WithdrawalReturned: STATED,
  WithdrawalReversed: STATED,
  WithdrawalTaken: STATED,
  SimulatedMoneyWrittenOff: cents(430),
  AccountMonthProposed: null,
  AccountMonthBegun: null,
  RefundRequested: STATED,
  RefundAttempted: 'WHOLE',
  RefundUnanswered: 'WHOLE',
  RefundSettled: STATED,
  RefundFailed: 'WHOLE',
  RefundLeftUnresolved: STATED,
  RefundContradicted: STATED,
  RefundResolutionProposed: STATED,
  RefundResolutionRejected: null,
  RefundResolved: STATED,
  WithdrawalRequested: STATED,
  WithdrawalAnalysisBegun: 'WHOLE',
  WithdrawalAnalysisEnded: 'WHOLE',
  WithdrawalApproved: 'WHOLE',
  WithdrawalRefused: 'WHOLE',
  WithdrawalStopped: 'WHOLE',
  WithdrawalSigned: STATED,
  WithdrawalAttempted: 'WHOLE',
  WithdrawalSent: 'WHOLE',
  WithdrawalUnanswered: 'WHOLE',
  WithdrawalSettled: STATED,
  WithdrawalFailed: 'WHOLE',
  WithdrawalCameBack: STATED,
  WithdrawalNamedOtherHolder: 'WHOLE',
  WithdrawalContradicted: STATED,
  WithdrawalContradictionEnded: cents(40),
  WithdrawalLeftUnresolved: STATED,
  WithdrawalFoundPaid: STATED,
  WithdrawalReconciled: STATED,
  WithdrawalReconciliationReverted: 'WHOLE',
  WithdrawalResolutionProposed: STATED,
  WithdrawalResolutionRejected: null,
  WithdrawalResolved: STATED,
  DestinationDeclared: null,
  DestinationApproved: null,
  DestinationRefused: null,
  DestinationSuspended: null,
  DestinationRemoved: null,
  ScheduleCreated: null,
  ScheduleRevised: null,
  ScheduleArchived: null,
  AcquirerConnected: null,
  AcquirerDisconnected: null,
  AcquirerSteppedAside: null,
  AcquirerCalledBack: null,
  AcquirerWordUnheard: null,
  ReceiverDetailsRevised: null,
  ReceiverUploadGranted: null,
  ReceiverFileSubmitted: null,
  ReceiverFileRemoved: null,
  ReceiverFileApproved: null,
  ReceiverFileRejected: null,
  ReceiverRegistrationRequested: null,
  ReceiverRegistrationBegun: null,
  ReceiverRegistered: null,
  ReceiverRegistrationRefused: null,
  ReceiverRegistrationUnanswered: null,
  ReceiverRegistrationContradicted: null,
  ReceiverRegistrationResolutionProposed: null,
  ReceiverRegistrationResolutionRejected: null,
  ReceiverRegistrationResolved: null,
  ReceiverActivated: null,
  ReceiverRejected: null,
  AttemptBegun: null,
  AttemptRefused: null,
  AttemptSucceeded: null,
  SealWritten: null,
  SealKeyRotated: null,
  EpochBegan: null,
  SubjectExported: null,
  SubjectErasureRequested: null,
  SubjectErasureScheduled: null,
  SubjectErased: null,
  SignedIn: null,
  SignInFailed: null,
  SignInSuspended: null,
  SignedOut: null,
  SecondFactorChanged: null,
  ImpersonationBegun: null,
  ImpersonationEnded: null,
  PersonalDataOpened: null,
  MailRequested: null,
  MailAttempted: null,
  MailAccepted: null,
  MailDeferred: null,
  MailFailed: null,
  MailBounced: null,
  MailWithheld: null,
  MailboxSuppressed: null,
  MailboxReleased: null,
  OnboardingCreated: null,
  OnboardingRevised: null,
  OnboardingArchived: null,
  DocumentClaimed: null,
  SellerNoteWritten: null,
};

const types = Object.keys(eventSchemas) as EventType[];

describe('The money at stake while a policy fails on an event', () => {
  it('is decided for every type of event', () => {
    const amounts = types.map((type) => [type, moneyAtStakeOf(sampleOf(type))]);
    expect(Object.fromEntries(amounts)).to.deep.equal(expected);
  });

  it('is all of the refund or payout where an older event does not state its amount', () => {
    for (const type of ['RefundSettled', 'WithdrawalSettled'] as const)
      expect(moneyAtStakeOf(sampleOf(type, { currency: 'BRL' })), type).to.equal('WHOLE');
  });

  it('is none where neither an answer of staff nor a contradiction states an amount', () => {
    const without = { currency: 'BRL', amount: null, unapplied: 0, loss: 0 };
    for (const type of ['PaymentResolved', 'WithdrawalContradicted'] as const)
      expect(moneyAtStakeOf(sampleOf(type, without)), type).to.equal(null);
  });

  it('is what the acquirer says it gave back, or the refund that it does not know', () => {
    const refused = (statedFields: Readonly<Record<string, unknown>>) =>
      moneyAtStakeOf(sampleOf('PaymentNoticeRefused', { currency: 'BRL', ...statedFields }));
    expect(refused({ contested: { amount: STATED } })).to.equal(STATED);
    expect(refused({ missing: { refundId: 'r-1', total: 0 } })).to.deep.equal({ refundId: 'r-1' });
  });
});
