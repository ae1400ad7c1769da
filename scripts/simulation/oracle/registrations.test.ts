import { expect } from 'chai';
import { judgeRegistrations, registrationsLeft } from './registrations.ts';

const ID = 'registration-1';

const event = (type: string, data: object = {}) => ({
  type,
  data: JSON.stringify({ sellerId: 'seller-1', registrationId: ID, ...data }),
});

const requested = event('ReceiverRegistrationRequested');
const begun = event('ReceiverRegistrationBegun');
const unanswered = event('ReceiverRegistrationUnanswered');
const refused = event('ReceiverRegistrationRefused');
const registered = event('ReceiverRegistered', { providerReceiverId: 're_1' });

const proposed = event('ReceiverRegistrationResolutionProposed');
const resolved = event('ReceiverRegistrationResolved');

const receiver = { reference: ID, providerReceiverId: 're_1' };

const findings = (
  events: readonly { readonly type: string; readonly data: string }[],
  receivers: readonly (typeof receiver)[] = [receiver],
) => judgeRegistrations(events, receivers, true).join();

describe('The judge of registrations', () => {
  it('finds nothing where the record has what acquirers have, or the registration waits for staff', () => {
    expect(findings([requested, begun, registered])).to.equal('');
    expect(findings([requested, begun, refused], [])).to.equal('');
    expect(findings([requested, begun, unanswered])).to.equal('');
    expect(findings([requested, begun, unanswered, registered])).to.equal('');
    expect(findings([requested, begun, unanswered, proposed])).to.equal('');
    expect(findings([requested, begun, unanswered, proposed, resolved, registered])).to.equal('');
    expect(registrationsLeft([requested, begun, unanswered])).to.deep.equal([ID]);
    expect(registrationsLeft([requested, begun, unanswered, proposed])).to.deep.equal([ID]);
    expect(registrationsLeft([requested, unanswered, registered])).to.deep.equal([]);
  });

  it('finds what was carried out twice, is called refused, is not on record or has no receiver', () => {
    expect(findings([requested, begun, registered], [receiver, receiver])).to.include('2 times');
    expect(findings([requested, begun, refused])).to.include('is called refused');
    expect(findings([requested, begun, unanswered, resolved, refused])).to.include(
      'called refused',
    );
    expect(findings([])).to.include('is not on record');
    expect(findings([requested, begun, registered], [])).to.include('no acquirer has its receiver');
  });

  it('finds what is still open when nothing moves any more, and not before', () => {
    expect(findings([requested])).to.include('is still open');
    expect(findings([requested, begun])).to.include('is still open');
    expect(judgeRegistrations([requested, begun], [receiver], false)).to.deep.equal([]);
  });
});
