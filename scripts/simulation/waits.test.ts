import { expect } from 'chai';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { MINUTE, SECOND, type Input } from '#/scripts/simulation/history/history.ts';
import { HISTORY_LENGTH } from './search.ts';
import { simulate } from './simulation.ts';
import { CARDS, createFaultlessConditions } from './conditions.ts';
import { sumWaits, VICES_ALONE } from './waits-by-vice.ts';
import { nameOfCount, WAITS, type Waits } from './waits.ts';

const providerCases = await loadProviderCases();

/** Acquirers that cannot say how a payout ended, nor when a call can no longer reach them. */
const SAY_LITTLE = ['cashtime', 'zendry'];

const paid = {
  at: SECOND,
  nth: 0,
  kind: 'buy',
  method: 'PIX',
  isTwice: false,
  isPaid: true,
} as const;

/** An input by which the process dies before or after its first call of this operation. */
const diesAt = (operation: string, side: 'before' | 'after'): Input => ({
  at: 0,
  nth: 3,
  kind: 'die',
  operation,
  passed: 0,
  side,
});

const DAY = 24 * 60 * MINUTE;

/** After each of these histories, something of this kind waits for a person. */
const HISTORIES: Readonly<Record<Waits, readonly Input[]>> = {
  payment: [{ ...paid, method: 'CREDIT_CARD' }, diesAt('charge', 'after')],
  refund: [
    paid,
    { at: 5 * MINUTE, nth: 1, kind: 'refund', amount: 4_000 },
    diesAt('refund', 'before'),
  ],
  withdrawal: [{ at: SECOND, nth: 0, kind: 'withdraw', amount: 5_000 }],
  registration: [
    { at: SECOND, nth: 0, kind: 'register', isTwice: false },
    diesAt('registration', 'before'),
  ],
  mismatch: [{ ...paid, off: -1 }],
  'parked work': [paid, { at: 2 * SECOND, nth: 1, kind: 'cut', forMs: 365 * DAY }],
};

describe('What waits for a person', function () {
  this.timeout(600_000);

  it('is nothing while acquirers, log, machines and buyers have no vice', async () => {
    const [noVice] = VICES_ALONE;
    if (!noVice) throw new RangeError('the first one is none');
    const sums = await sumWaits(
      noVice,
      { from: 1, count: 2, inputs: HISTORY_LENGTH },
      providerCases,
    );
    expect([...sums]).to.deep.equal(WAITS.map((kind) => [kind, 0]));
  });

  for (const kind of WAITS) {
    it(`is counted: ${kind}`, async () => {
      const conditions =
        kind === 'payment'
          ? // It stays unknown how the charge ended.
            { ...createFaultlessConditions(1, CARDS), silentMs: 365 * DAY }
          : createFaultlessConditions(1, SAY_LITTLE);
      const { counts } = await simulate(conditions, HISTORIES[kind], providerCases);
      expect(counts.get(nameOfCount(kind)), [...counts].join('; ')).to.be.greaterThan(0);
    });
  }
});
