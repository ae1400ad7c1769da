import { expect } from 'chai';
import { addSeconds } from '#/domain/time.ts';
import type { ProviderReferenceRow } from '#/projections/provider-reference.ts';
import { createDuePayments } from './due-payments.ts';

const now = '2026-11-19T15:00:00.000Z';

const row = (
  paymentId: string,
  secondsAgo: number,
  differences: Partial<ProviderReferenceRow> = {},
): ProviderReferenceRow => ({
  paymentId,
  platformId: 'demo',
  provider: 'sandbox',
  transactionId: `tx-${paymentId}`,
  endToEndId: null,
  method: 'PIX',
  submission: 'ANSWERED',
  open: true,
  requestedAt: addSeconds(now, -secondsAgo),
  expiresAt: null,
  ...differences,
});

const sortKey = ({
  requestedAt,
  paymentId,
}: Pick<ProviderReferenceRow, 'requestedAt' | 'paymentId'>) => `${requestedAt} ${paymentId}`;

/** Simulates the read model of open payments, which a test can close. */
const dueAmong = (rows: readonly ProviderReferenceRow[]) => {
  const open = new Map(rows.map((each) => [each.paymentId, each]));
  const sorted = () => [...open.values()].toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const due = createDuePayments({
    latest: async (limit) => sorted().toReversed().slice(0, limit),
    after: async (from, limit) =>
      sorted()
        .filter((each) => sortKey(each) > sortKey(from))
        .slice(0, limit),
  });
  return { due, close: (paymentId: string) => open.delete(paymentId) };
};

describe('createDuePayments', () => {
  it('chooses payments whose read-back is due, each once', async () => {
    const { due } = dueAmong([
      row('just-now', 1),
      row('soon', 6),
      row('card', 6, { method: 'CREDIT_CARD' }),
    ]);
    expect(await due(now)).to.deep.equal(['soon']);
    expect(await due(addSeconds(now, 1))).to.deep.equal([]);
    expect(await due(addSeconds(now, 4))).to.deep.equal(['just-now', 'soon']);
    expect(await due(addSeconds(now, 60))).to.have.members(['just-now', 'soon', 'card']);
  });

  it('chooses at most a hundred payments at a time, and all of 1,300 within a minute', async () => {
    const rows = Array.from({ length: 1_300 }, (_, index) =>
      row(`p-${String(index).padStart(4, '0')}`, 3_000 + index, { submission: 'UNANSWERED' }),
    );
    const { due } = dueAmong(rows);
    const asked = new Set<string>();
    let times = 0;
    for (let second = 0; second < 60; second += 1) {
      const chosen = await due(addSeconds(now, second));
      expect(chosen.length).to.be.at.most(100);
      for (const id of chosen) asked.add(id);
      times += chosen.length;
    }
    expect(asked.size).to.equal(1_300);
    // Each once, plus the few that became due again within that minute.
    expect(times).to.be.below(1_500);
  });

  it('catches up after a takeover on a read-back missed ten minutes ago, but not an hour ago', async () => {
    const morning = '2026-11-19T12:00:00.000Z';
    const billet = row('billet', 5 * 86_400, { method: 'BILLET' });
    expect(await dueAmong([billet]).due(addSeconds(morning, -1))).to.deep.equal([]);
    expect(await dueAmong([billet]).due(addSeconds(morning, 600))).to.deep.equal(['billet']);
    expect(await dueAmong([billet]).due(addSeconds(morning, 3_600))).to.deep.equal([]);
  });

  it('leaves out payments that are no longer open', async () => {
    const { due, close } = dueAmong([row('a', 6), row('b', 6)]);
    close('a');
    expect(await due(now)).to.deep.equal(['b']);
  });
});
