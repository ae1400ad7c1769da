import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { NOTHING_STATED, type InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { sampleEncrypted as encrypted, sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed, proposed } from '#/domain/testing/two-people.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ReceiverCommand } from './commands.ts';
import { receiver, type Receiver } from './decider.ts';

const { given, facts } = specify(receiver);

const CALL = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a33';
const ids = {
  platformId: 'demo',
  sellerId: 'seller-1',
  provider: 'iugu',
  registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22',
  now,
};

const details = {
  ...ids,
  type: 'ReviseDetails',
  documentType: 'CPF',
  register: encrypted,
  contact: encrypted,
} as const;
const request = {
  ...ids,
  type: 'RequestRegistration',
  identity: encrypted,
  email: encrypted,
} as const;
const begin = {
  ...ids,
  type: 'BeginRegistration',
  attemptId: CALL,
  after: null,
  epoch: 1,
} as const;
const unanswered = { ...ids, type: 'RecordUnanswered', failure: 'unavailable' } as const;
const registered = (providerReceiverId: string): ReceiverCommand => ({
  ...ids,
  type: 'RecordRegistered',
  providerReceiverId,
  status: 'ACTIVE',
});
const refused: ReceiverCommand = { ...ids, type: 'RecordRefused', cause: 'invalid', text: null };

/** @param at by default, a time when no call can be under way any more */
const investigate =
  (at: Timestamp = addSeconds(now, 60)) =>
  (step: InvestigationCommand): ReceiverCommand => ({
    ...ids,
    type: 'InvestigateRegistration',
    step: { ...step, now: at },
    now: at,
  });

const decisionCommands = (...args: Parameters<typeof agreed>) => agreed(...args).map(investigate());

const mattersOf = ({ registrations }: Receiver) => registrations.iugu?.investigation.matters;

const called = [details, request, begin] as const;
const unresolved = facts(...called, unanswered);

describe('A registration whose outcome is unknown', () => {
  it('waits for two people from the moment at which it got no answer', () => {
    const { state } = given(...facts(...called))
      .when(unanswered)
      .yields('ReceiverRegistrationUnanswered');
    expect(mattersOf(state)).to.deep.equal([
      {
        key: 'registration',
        cause: 'UNKNOWN_OUTCOME',
        since: now,
        amount: null,
        unapplied: 0,
        said: { ...NOTHING_STATED, cause: 'unavailable' },
      },
    ]);
  });

  it('is on record as registered once both decide so, with the receiver’s id, and its status can then change', () => {
    const { facts: events, state } = given(...unresolved)
      .when(...decisionCommands('registration', 'HAPPENED'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistered',
      );
    expect(events[1]?.data).to.include({ proposedBy: 'admin:ana', confirmedBy: 'admin:bia' });
    expect(events[2]?.data).to.include({ providerReceiverId: 'r-9', status: 'PENDING' });
    expect(mattersOf(state)).to.deep.equal([]);
    given(...unresolved, ...events)
      .when({ ...ids, type: 'RecordStatus', providerReceiverId: 'r-9', status: 'ACTIVE' })
      .yields('ReceiverActivated');
  });

  it('is on record as refused once both decide that there is none, and may then be requested again', () => {
    const { facts: events } = given(...unresolved)
      .when(...decisionCommands('registration', 'DID_NOT_HAPPEN'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistrationRefused',
      );
    const nextRequest = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...unresolved, ...events)
      .when(nextRequest)
      .yields('ReceiverRegistrationRequested');
  });

  it('is not decided by one person, nor without the id of a receiver that exists', () => {
    const [propose, confirm] = agreed('registration', 'HAPPENED');
    if (propose?.type !== 'ProposeResolution' || confirm?.type !== 'ConfirmResolution')
      return expect.fail('no one proposes');
    given(...unresolved)
      .when(investigate()(propose), investigate()({ ...confirm, by: propose.by }))
      .refuses('investigation/same-person');
    given(...unresolved)
      .when(investigate()({ ...propose, reference: null }))
      .refuses('investigation/receiver-id-missing');
  });

  it('is not on record as refused while its call may still arrive', () => {
    given(...unresolved)
      .when(...agreed('registration', 'DID_NOT_HAPPEN').map(investigate(addSeconds(now, 20))))
      .refuses('investigation/call-under-way');
  });

  it('may be decided with the same idempotency key a minute later: the refusal while its call may arrive is not final', () => {
    expect(new Refused('investigation/call-under-way').isFinal).to.equal(false);
  });

  it('no longer waits once the acquirer answers or another call begins, and an earlier proposal is void', () => {
    const proposal = investigate()(proposed('registration', 'DID_NOT_HAPPEN'));
    const later = addSeconds(now, 60);
    const second = { ...begin, attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a55', after: CALL };
    for (const news of [registered('re-1'), refused, { ...second, now: later }]) {
      const { state } = given(...unresolved)
        .when(proposal, news)
        .yields(
          'ReceiverRegistrationResolutionProposed',
          news.type === 'RecordRegistered'
            ? 'ReceiverRegistered'
            : news.type === 'RecordRefused'
              ? 'ReceiverRegistrationRefused'
              : 'ReceiverRegistrationBegun',
        );
      expect(mattersOf(state)).to.deep.equal([]);
      const confirm = { type: 'ConfirmResolution', proposalId: 'proposal-1' } as const;
      given(...facts(...called, unanswered, proposal, news))
        .when(investigate()({ ...confirm, by: 'admin:bia', now }))
        .refuses('investigation/changed');
    }
  });

  it('cannot be decided once a later registration was requested', () => {
    const nextRequest = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...facts(...called, refused, nextRequest))
      .when(...decisionCommands('registration', 'HAPPENED'))
      .refuses('investigation/not-found');
  });
});

describe('A registration that two people have decided', () => {
  const decidedAsNone = facts(
    ...called,
    unanswered,
    ...decisionCommands('registration', 'DID_NOT_HAPPEN'),
  );
  const decidedAsRegistered = facts(
    ...called,
    unanswered,
    ...decisionCommands('registration', 'HAPPENED'),
  );

  it('waits for them again, once, when the acquirer says that it has the receiver after all', () => {
    const { facts: events, state } = given(...decidedAsNone)
      .when(registered('re-1'), registered('re-1'))
      .yields('ReceiverRegistrationContradicted');
    expect(mattersOf(state)).to.deep.equal([
      {
        key: 'contradiction',
        cause: 'CONTRADICTED_RESOLUTION',
        since: now,
        amount: null,
        unapplied: 0,
        said: { ...NOTHING_STATED, status: 'REGISTERED', transactionId: 're-1' },
      },
    ]);
    const nextRequest = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...decidedAsNone, ...events)
      .when(nextRequest)
      .refuses('receiver/already-registered');
    const [propose, confirm] = agreed('contradiction', 'HAPPENED', 'proposal-2');
    if (propose?.type !== 'ProposeResolution' || !confirm) return expect.fail('no one proposes');
    const { facts: ended } = given(...decidedAsNone, ...events)
      .when(...[{ ...propose, reference: null }, confirm].map(investigate()), registered('re-1'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistered',
      );
    expect(ended[2]?.data).to.include({ providerReceiverId: 're-1' });
  });

  it('keeps its status when the acquirer states that of another receiver, about which they decide', () => {
    const status = {
      ...ids,
      type: 'RecordStatus',
      providerReceiverId: 're-1',
      status: 'REJECTED',
    } as const;
    const { state } = given(...decidedAsRegistered)
      .when(registered('re-1'), status)
      .yields('ReceiverRegistrationContradicted');
    expect(state.registrations.iugu).to.include({ providerReceiverId: 'r-9', status: 'PENDING' });
    given(...decidedAsRegistered)
      .when({ ...status, providerReceiverId: 'r-9' })
      .yields('ReceiverRejected');
  });

  it('stays as they decided when they find the acquirer mistaken', () => {
    given(...decidedAsNone)
      .when(
        registered('re-1'),
        ...decisionCommands('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'),
        registered('re-1'),
      )
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
      );
  });

  it('waits for them again when the acquirer refused it, or names another receiver', () => {
    given(...decidedAsRegistered)
      .when(refused, refused, ...decisionCommands('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'))
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistrationRefused',
      );
    given(...decidedAsRegistered)
      .when(
        registered('re-1'),
        ...decisionCommands('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'),
      )
      .refuses('investigation/not-an-answer');
    given(...decidedAsRegistered)
      .when(registered('re-1'), ...decisionCommands('contradiction', 'HAPPENED', 'proposal-2'))
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
      );
    given(...decidedAsRegistered)
      .when(registered('r-9'))
      .yieldsNothing();
  });
});

describe('A registration that the acquirer itself decided', () => {
  it('is not contradicted by a later answer', () => {
    given(...facts(...called, refused))
      .when(registered('re-1'))
      .yieldsNothing();
  });
});
