import { expect } from 'chai';
import { isKnown } from './known.ts';
import type { Input } from '#/scripts/simulation/history/history.ts';
import { Oracle } from './oracle/oracle.ts';

const ID = '850a9575-0e54-503d-9ac4-e3ffda99e9ad';

const at = (stream: string, type: string, data: unknown = {}) => ({
  id: `${stream} ${type}`,
  position: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
  meta: '{}',
});

const requested = at(`payment-${ID}`, 'PaymentRequested', { method: 'PIX' });
const approved = at(`payment-${ID}`, 'PaymentApproved', { amount: 9_700 });
const chargedBack = at(`payment-${ID}`, 'PaymentChargedBack', { amount: 9_700 });
const clearing = 'provider:zendry:one:BRL:clearing';

const moved = (kind: 'charge' | 'chargeback', amount: number) => ({
  kind,
  reference: ID,
  transactionId: 't-1',
  amount,
});

const history: readonly Input[] = [
  { at: 0, nth: 0, kind: 'buy', method: 'PIX', isTwice: false, isPaid: true },
  { at: 1, nth: 1, kind: 'chargeback' },
  { at: 2, nth: 2, kind: 'failover', losesMs: 1 },
];

/**
 * Returns the findings about a paid sale that the buyer's bank has charged back.
 * @param lost recorded events that the log no longer has
 */
const findingsAfter = (lost: readonly ReturnType<typeof at>[]): readonly string[] => {
  const events = [requested, approved];
  const oracle = new Oracle({ events, everything: [...events, ...lost] }, () => false);
  const amounts = [moved('charge', 9_700), moved('chargeback', -9_700)];
  const entries = [{ position: approved.position, address: clearing, amount: -9_700 }];
  oracle.judgeDrained(
    {
      events,
      entries,
      banks: [{ acquirer: 'zendry', account: 'one', moved: amounts }],
      parked: [],
      waiting: [],
      misled: [],
    },
    { sales: [], withdrawals: [], balances: [] },
    'sale-before',
  );
  return oracle.found.filter((each) => each.startsWith('zendry moved'));
};

describe('A sale that the books have, and the bank has charged back', () => {
  it('is a new fault, also where the log has lost the chargeback that its acquirer reported', () => {
    for (const lost of [[chargedBack], []]) {
      const [finding = ''] = findingsAfter(lost);
      expect(finding).to.match(/the books say 9700$/);
      expect(isKnown(finding, history)).to.equal(false);
    }
  });
});
