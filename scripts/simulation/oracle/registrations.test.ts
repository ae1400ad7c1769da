import { expect } from 'chai';
import { judgeRegistrations, registrationsLeft } from './registrations.ts';

const ID = 'registration-1';

const said = (type: string, more: object = {}) => ({
  type,
  data: JSON.stringify({ sellerId: 'seller-1', registrationId: ID, ...more }),
});

const requested = said('ReceiverRegistrationRequested');
const begun = said('ReceiverRegistrationBegun');
const unanswered = said('ReceiverRegistrationUnanswered');
const refused = said('ReceiverRegistrationRefused');
const registered = said('ReceiverRegistered', { providerReceiverId: 're_1' });

const proposed = said('ReceiverRegistrationResolutionProposed');
const resolved = said('ReceiverRegistrationResolved');

const receiver = { reference: ID, providerReceiverId: 're_1' };

const judged = (
  events: readonly { readonly type: string; readonly data: string }[],
  receivers: readonly (typeof receiver)[] = [receiver],
) => judgeRegistrations(events, receivers, true).join();

describe('The judge of registrations', () => {
  it('finds nothing where the record has what acquirers have, or a person is to look', () => {
    expect(judged([requested, begun, registered])).to.equal('');
    expect(judged([requested, begun, refused], [])).to.equal('');
    expect(judged([requested, begun, unanswered])).to.equal('');
    expect(judged([requested, begun, unanswered, registered])).to.equal('');
    expect(judged([requested, begun, unanswered, proposed])).to.equal('');
    expect(judged([requested, begun, unanswered, proposed, resolved, registered])).to.equal('');
    expect(registrationsLeft([requested, begun, unanswered])).to.deep.equal([ID]);
    expect(registrationsLeft([requested, begun, unanswered, proposed])).to.deep.equal([ID]);
    expect(registrationsLeft([requested, unanswered, registered])).to.deep.equal([]);
  });

  it('finds what was carried out twice, is called refused, is not on record or has no receiver', () => {
    expect(judged([requested, begun, registered], [receiver, receiver])).to.include('2 times');
    expect(judged([requested, begun, refused])).to.include('is called refused');
    expect(judged([requested, begun, unanswered, resolved, refused])).to.include('called refused');
    expect(judged([])).to.include('is not on record');
    expect(judged([requested, begun, registered], [])).to.include('no acquirer has its receiver');
  });

  it('finds what is still open when nothing moves any more, and not before', () => {
    expect(judged([requested])).to.include('is still open');
    expect(judged([requested, begun])).to.include('is still open');
    expect(judgeRegistrations([requested, begun], [receiver], false)).to.deep.equal([]);
  });
});
