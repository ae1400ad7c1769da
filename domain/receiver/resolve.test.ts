import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { NOTHING_SAID, type InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { sampleEncrypted as encrypted, sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed, proposed } from '#/domain/testing/two-people.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ReceiverCommand } from './commands.ts';
import { receiver, type Receiver } from './decider.ts';

const { given, facts } = specify(receiver);

const CALL = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a33';
const of = {
  platformId: 'demo',
  sellerId: 'seller-1',
  provider: 'iugu',
  registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22',
  now,
};

const details = {
  ...of,
  type: 'ReviseDetails',
  documentType: 'CPF',
  register: encrypted,
  contact: encrypted,
} as const;
const request = {
  ...of,
  type: 'RequestRegistration',
  identity: encrypted,
  email: encrypted,
} as const;
const begin = {
  ...of,
  type: 'BeginRegistration',
  attemptId: CALL,
  after: null,
  epoch: 1,
} as const;
const unanswered = { ...of, type: 'RecordUnanswered', failure: 'unavailable' } as const;
const registered = (providerReceiverId: string): ReceiverCommand => ({
  ...of,
  type: 'RecordRegistered',
  providerReceiverId,
  status: 'ACTIVE',
});
const refused: ReceiverCommand = { ...of, type: 'RecordRefused', cause: 'invalid', text: null };

/** `at`: by default, a time when no call can be under way any more. */
const investigate =
  (at: Timestamp = addSeconds(now, 60)) =>
  (step: InvestigationCommand): ReceiverCommand => ({
    ...of,
    type: 'InvestigateRegistration',
    step: { ...step, now: at },
    now: at,
  });

const found = (...args: Parameters<typeof agreed>) => agreed(...args).map(investigate());

const mattersOf = ({ registrations }: Receiver) => registrations.iugu?.investigation.matters;

const asked = [details, request, begin] as const;
const unknown = facts(...asked, unanswered);

describe('A registration whose outcome is unknown', () => {
  it('waits for two people from the moment on which it got no answer', () => {
    const { state } = given(...facts(...asked))
      .when(unanswered)
      .yields('ReceiverRegistrationUnanswered');
    expect(mattersOf(state)).to.deep.equal([
      {
        key: 'registration',
        cause: 'UNKNOWN_OUTCOME',
        since: now,
        amount: null,
        unapplied: 0,
        said: { ...NOTHING_SAID, cause: 'unavailable' },
      },
    ]);
  });

  it('is on record as registered once both say so, with the receiver’s id, and its status is asked about', () => {
    const { facts: events, state } = given(...unknown)
      .when(...found('registration', 'HAPPENED'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistered',
      );
    expect(events[1]?.data).to.include({ proposedBy: 'admin:ana', confirmedBy: 'admin:bia' });
    expect(events[2]?.data).to.include({ providerReceiverId: 'r-9', status: 'PENDING' });
    expect(mattersOf(state)).to.deep.equal([]);
    given(...unknown, ...events)
      .when({ ...of, type: 'RecordStatus', providerReceiverId: 'r-9', status: 'ACTIVE' })
      .yields('ReceiverActivated');
  });

  it('is on record as refused once both say that there is none, and may then be requested again', () => {
    const { facts: events } = given(...unknown)
      .when(...found('registration', 'DID_NOT_HAPPEN'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistrationRefused',
      );
    const again = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...unknown, ...events)
      .when(again)
      .yields('ReceiverRegistrationRequested');
  });

  it('is not decided by one person, nor without the id of a receiver that exists', () => {
    const [propose, confirm] = agreed('registration', 'HAPPENED');
    if (propose?.type !== 'ProposeResolution' || confirm?.type !== 'ConfirmResolution')
      return expect.fail('no one proposes');
    given(...unknown)
      .when(investigate()(propose), investigate()({ ...confirm, by: propose.by }))
      .refuses('investigation/same-person');
    given(...unknown)
      .when(investigate()({ ...propose, reference: null }))
      .refuses('investigation/receiver-id-missing');
  });

  it('is not on record as refused while its call may still arrive', () => {
    given(...unknown)
      .when(...agreed('registration', 'DID_NOT_HAPPEN').map(investigate(addSeconds(now, 20))))
      .refuses('investigation/call-under-way');
  });

  it('may be decided with the same key a minute later: that its call may still arrive decides nothing', () => {
    expect(new Refused('investigation/call-under-way').isFinal).to.equal(false);
  });

  it('no longer waits once the acquirer answers, or it is sent again, and a proposal of before is void', () => {
    const proposal = investigate()(proposed('registration', 'DID_NOT_HAPPEN'));
    const later = addSeconds(now, 60);
    const second = { ...begin, attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a55', after: CALL };
    for (const news of [registered('re-1'), refused, { ...second, now: later }]) {
      const { state } = given(...unknown)
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
      given(...facts(...asked, unanswered, proposal, news))
        .when(investigate()({ ...confirm, by: 'admin:bia', now }))
        .refuses('investigation/changed');
    }
  });

  it('is not found once a later registration followed', () => {
    const again = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...facts(...asked, refused, again))
      .when(...found('registration', 'HAPPENED'))
      .refuses('investigation/not-found');
  });
});

describe('A registration that two people have decided', () => {
  const none = facts(...asked, unanswered, ...found('registration', 'DID_NOT_HAPPEN'));
  const there = facts(...asked, unanswered, ...found('registration', 'HAPPENED'));

  it('waits for them again, once, when the acquirer says that it has the receiver after all', () => {
    const { facts: events, state } = given(...none)
      .when(registered('re-1'), registered('re-1'))
      .yields('ReceiverRegistrationContradicted');
    expect(mattersOf(state)).to.deep.equal([
      {
        key: 'contradiction',
        cause: 'CONTRADICTED_RESOLUTION',
        since: now,
        amount: null,
        unapplied: 0,
        said: { ...NOTHING_SAID, status: 'REGISTERED', transactionId: 're-1' },
      },
    ]);
    const again = { ...request, registrationId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a44' };
    given(...none, ...events)
      .when(again)
      .refuses('receiver/already-registered');
    const [propose, confirm] = agreed('contradiction', 'HAPPENED', 'proposal-2');
    if (propose?.type !== 'ProposeResolution' || !confirm) return expect.fail('no one proposes');
    const { facts: ended } = given(...none, ...events)
      .when(...[{ ...propose, reference: null }, confirm].map(investigate()), registered('re-1'))
      .yields(
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistered',
      );
    expect(ended[2]?.data).to.include({ providerReceiverId: 're-1' });
  });

  it('keeps its status when the acquirer states that of another receiver, about which they are asked', () => {
    const status = {
      ...of,
      type: 'RecordStatus',
      providerReceiverId: 're-1',
      status: 'REJECTED',
    } as const;
    const { state } = given(...there)
      .when(registered('re-1'), status)
      .yields('ReceiverRegistrationContradicted');
    expect(state.registrations.iugu).to.include({ providerReceiverId: 'r-9', status: 'PENDING' });
    given(...there)
      .when({ ...status, providerReceiverId: 'r-9' })
      .yields('ReceiverRejected');
  });

  it('stays as they say when they find the acquirer mistaken', () => {
    given(...none)
      .when(
        registered('re-1'),
        ...found('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'),
        registered('re-1'),
      )
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
      );
  });

  it('waits for them again when the acquirer refused it, or names another receiver', () => {
    given(...there)
      .when(refused, refused, ...found('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'))
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
        'ReceiverRegistrationRefused',
      );
    given(...there)
      .when(registered('re-1'), ...found('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'))
      .refuses('investigation/not-an-answer');
    given(...there)
      .when(registered('re-1'), ...found('contradiction', 'HAPPENED', 'proposal-2'))
      .yields(
        'ReceiverRegistrationContradicted',
        'ReceiverRegistrationResolutionProposed',
        'ReceiverRegistrationResolved',
      );
    given(...there)
      .when(registered('r-9'))
      .yieldsNothing();
  });
});

describe('A registration that the acquirer itself decided', () => {
  it('is not contradicted by a later answer', () => {
    given(...facts(...asked, refused))
      .when(registered('re-1'))
      .yieldsNothing();
  });
});
