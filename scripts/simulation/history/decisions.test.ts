import { expect } from 'chai';
import { NOTHING_STATED, type Matter } from '#/domain/investigation/investigation.ts';
import { cents, ZERO } from '#/domain/values/money.ts';
import { decideRightly, type Evidence } from './decisions.ts';

const matter = (changed: Partial<Matter> = {}): Matter => ({
  key: 'charge',
  cause: 'UNKNOWN_OUTCOME',
  since: '2026-11-23T12:00:00.000Z',
  amount: null,
  unapplied: ZERO,
  said: NOTHING_STATED,
  ...changed,
});

const charge = { kind: 'charge', reference: 'p-1', transactionId: 't-1', amount: 9_700 } as const;
const NOT_PAID: Evidence = { movement: undefined, isRefunded: false, receiverId: undefined };
const PAID: Evidence = { ...NOT_PAID, movement: charge };
const BOTH = ['HAPPENED', 'DID_NOT_HAPPEN'] as const;

describe('A decision of simulated staff', () => {
  it('states how a charge ended, with the amount and the transaction that its acquirer has', () => {
    expect(decideRightly('PAYMENT', matter(), BOTH, PAID)).to.deep.equal({
      matter: 'charge',
      resolution: 'HAPPENED',
      amount: 9_700,
      reference: 't-1',
    });
    expect(decideRightly('PAYMENT', matter(), BOTH, NOT_PAID)).to.include({
      resolution: 'DID_NOT_HAPPEN',
      amount: null,
    });
  });

  it('has the platform bear what is missing of a sale that was paid in part', () => {
    const receipt = matter({ cause: 'UNAPPLIED_RECEIPT', amount: cents(4_850) });
    const answers = ['BORNE_BY_PLATFORM', 'RETURNED', 'DID_NOT_HAPPEN'] as const;
    const decided = decideRightly('PAYMENT', receipt, answers, PAID);
    expect(decided).to.include({ resolution: 'BORNE_BY_PLATFORM', amount: null });
    // Staff do not say that money was returned which was not.
    expect(decideRightly('PAYMENT', receipt, ['RETURNED', 'DID_NOT_HAPPEN'], PAID)).to.equal(
      undefined,
    );
  });

  it('names the receiver that its acquirer has registered', () => {
    const registered = { ...NOT_PAID, receiverId: 're_1' };
    expect(decideRightly('REGISTRATION', matter(), BOTH, registered)).to.include({
      resolution: 'HAPPENED',
      amount: null,
      reference: 're_1',
    });
    expect(decideRightly('REGISTRATION', matter(), BOTH, NOT_PAID)).to.include({
      resolution: 'DID_NOT_HAPPEN',
      reference: null,
    });
  });

  it('follows the acquirer that contradicts an earlier decision about a payout, where its books do so too', () => {
    const contradicted = matter({
      cause: 'CONTRADICTED_RESOLUTION',
      amount: cents(500),
      said: { ...NOTHING_STATED, status: 'SETTLED' },
    });
    expect(decideRightly('WITHDRAWAL', contradicted, BOTH, PAID)).to.include({
      resolution: 'HAPPENED',
    });
    expect(decideRightly('WITHDRAWAL', contradicted, BOTH, NOT_PAID)).to.include({
      resolution: 'DID_NOT_HAPPEN',
    });
  });
});
