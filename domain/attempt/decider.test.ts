import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { AttemptCommand } from './commands.ts';
import { attempt } from './decider.ts';

const refusal: AttemptCommand = {
  type: 'RecordRefusal',
  procedure: 'seller.requestWithdrawal',
  request: 'digest',
  code: 'account/insufficient-balance',
  details: { available: 5 },
  now,
};

const begin: AttemptCommand = {
  type: 'BeginAttempt',
  procedure: 'seller.requestWithdrawal',
  request: 'digest',
  now,
};

describe('Attempt at a request', () => {
  it('reserves its idempotency key for the first request', () => {
    const { given, facts } = specify(attempt);
    given(...facts(begin))
      .when(begin)
      .yieldsNothing();
    given(...facts(begin))
      .when({ ...begin, request: 'another' })
      .refuses('idempotency/key-reused');
    given(...facts(begin))
      .when(refusal)
      .yields('AttemptRefused');
  });

  it('stays carried out, although a duplicate at the same moment is refused', () => {
    const { given, facts } = specify(attempt);
    const success: AttemptCommand = { ...begin, type: 'RecordSuccess' };
    given(...facts(begin))
      .when(success, success, begin, refusal)
      .yields('AttemptSucceeded');
    const { state } = given(...facts(begin, refusal))
      .when(success)
      .yields('AttemptSucceeded');
    expect(state).to.deep.equal({ status: 'SUCCEEDED', request: 'digest', since: now });
    given(...facts(begin, success))
      .when({ ...begin, request: 'another' })
      .refuses('idempotency/key-reused');
  });

  it('keeps the first refusal when a second one is recorded', () => {
    const { state } = specify(attempt)
      .given()
      .when(refusal, { ...refusal, code: 'record/not-found' })
      .yields('AttemptRefused');
    expect(state).to.include({ status: 'REFUSED', code: 'account/insufficient-balance' });
  });
});
