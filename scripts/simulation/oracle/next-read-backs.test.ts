import { expect } from 'chai';
import { judgeNextReadBacks } from './next-read-backs.ts';
import type { EventText } from './texts.ts';

const event = (stream: string, type: string, data: object = {}): EventText => ({
  position: `${stream} ${type}`,
  id: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
  meta: '{}',
});

const attempted = event('withdrawal-w-1', 'WithdrawalAttempted');

/**
 * Returns the faults that the judge finds: open withdrawals about which no acquirer will be asked again.
 * @param ids of withdrawals that the product will ask about
 * @param upTo the last event that the read model includes
 */
const findings = (events: readonly EventText[], ids: readonly string[], upTo = events.at(-1)) =>
  judgeNextReadBacks(events, { category: 'withdrawal', upTo: upTo?.position ?? '', ids });

describe('The judge of next read-backs', () => {
  it('finds an open attempt about which no acquirer will be asked again', () => {
    const events = [event('withdrawal-w-1', 'WithdrawalRequested'), attempted];
    expect(findings(events, ['w-1'])).to.deep.equal([]);
    expect(findings(events, ['w-2'])).to.deep.equal([
      'withdrawal-w-1 has an open attempt, and its acquirer will not be asked again',
    ]);
  });

  it('finds nothing where the attempt has ended, or waits for staff', () => {
    for (const type of ['WithdrawalSettled', 'WithdrawalFailed', 'WithdrawalLeftUnresolved'])
      expect(findings([attempted, event('withdrawal-w-1', type)], [])).to.deep.equal([]);
  });

  it('finds nothing where nothing was called, and in requests of another kind', () => {
    const others = [
      event('withdrawal-w-1', 'WithdrawalRequested'),
      event('refund-r-1', 'RefundAttempted'),
    ];
    expect(findings(others, [])).to.deep.equal([]);
  });

  it('considers only events that the read model includes', () => {
    const requested = event('withdrawal-w-1', 'WithdrawalRequested');
    expect(findings([requested, attempted], [], requested)).to.deep.equal([]);
    const lost = event('withdrawal-w-2', 'WithdrawalRequested');
    expect(findings([requested, attempted], [], lost)).to.deep.equal([]);
  });

  describe('of registrations', () => {
    const ofReceiver = (type: string, data: object = {}): EventText =>
      event('receiver-s-1', type, { registrationId: 'in-1', ...data });
    const registrationFindings = (events: readonly EventText[], ids: readonly string[]) =>
      judgeNextReadBacks(events, {
        category: 'registration',
        upTo: events.at(-1)?.position ?? '',
        ids,
      });
    const begun = ofReceiver('ReceiverRegistrationBegun');
    const reviewed = ofReceiver('ReceiverRegistered', { status: 'PENDING' });
    const missing = [
      'registration in1 has an open attempt, and its acquirer will not be asked again',
    ];

    it('finds one that was begun, is unanswered or is under review, about which no acquirer will be asked again', () => {
      const unanswered = ofReceiver('ReceiverRegistrationUnanswered');
      for (const events of [[begun], [begun, unanswered], [begun, unanswered, reviewed]]) {
        expect(registrationFindings(events, ['in-1'])).to.deep.equal([]);
        expect(registrationFindings(events, ['in-2'])).to.deep.equal(missing);
      }
    });

    it('finds nothing where the acquirer has decided, or was not called', () => {
      const active = ofReceiver('ReceiverRegistered', { status: 'ACTIVE' });
      for (const events of [
        [begun, active],
        [begun, reviewed, ofReceiver('ReceiverActivated')],
        [begun, reviewed, ofReceiver('ReceiverRejected')],
        [begun, ofReceiver('ReceiverRegistrationRefused')],
        [ofReceiver('ReceiverRegistrationRequested')],
        [event('receiver-s-1', 'ReceiverDetailsRevised')],
      ])
        expect(registrationFindings(events, [])).to.deep.equal([]);
    });

    it('finds the one that is open among those of one receiver', () => {
      const refused = ofReceiver('ReceiverRegistrationRefused');
      const begunAgain = {
        ...event('receiver-s-1', 'ReceiverRegistrationBegun', { registrationId: 'in-2' }),
        position: 'begun again',
      };
      expect(registrationFindings([begun, refused, begunAgain], ['in-2'])).to.deep.equal([]);
      expect(registrationFindings([begun, begunAgain, refused], ['in-1'])).to.have.length(1);
    });
  });
});
