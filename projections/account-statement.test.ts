import { expect } from 'chai';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { account } from '#/domain/account/decider.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { addMonths, type Month, type Timestamp } from '#/domain/values/time.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { owner, processOver, request } from '#/ledger/testing/account-processes.ts';
import { accountStatement, listStatement, loadMonthBalances } from './account-statement.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('A statement of a month', () => {
  let world: ProjectionWorld;

  beforeEach(async () => {
    const log = createMemoryStore([], { now: () => '2028-01-01T12:00:00.000Z' });
    world = await projectionWorld([accountStatement], log);
  });

  afterEach(() => world.close());

  /** Books a sale by a process of its own, whose clock says `now`. */
  const book = (paymentId: string, now: Timestamp) =>
    processOver(world.store).accounts.handle(owner, request(paymentId, now), now);

  const statementOf = async (month: Month) => {
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, [accountStatement.name], 20_000);
    const { sellerId } = owner;
    const { items } = await listStatement(world.pool, { sellerId, month }, { limit: 50 });
    const { opening, closing } = await loadMonthBalances(world.pool, sellerId, month);
    return {
      lines: items.map(({ paymentId }) => paymentId).toReversed(),
      moved: items.reduce((sum, { pendingChange }) => sum + pendingChange, 0),
      opening: opening.pending,
      closing: closing.pending,
    };
  };

  it('leads from its opening to its closing balance, and on to the next month, when a clock was a year ahead', async () => {
    await book('p-1', '2027-11-20T12:00:00.000Z');
    await book('p-2', '2026-12-10T12:00:00.000Z');
    await book('p-3', '2027-12-05T12:00:00.000Z');
    let previousClosing = 0;
    for (let month = '2026-11'; month <= '2028-01'; month = addMonths(month, 1)) {
      const { opening, moved, closing } = await statementOf(month);
      expect(opening, `${month} opens`).to.equal(previousClosing);
      expect(closing, `${month} closes`).to.equal(opening + moved);
      previousClosing = closing;
    }
    expect(previousClosing).to.equal(3_000);
  });

  it('gets no more lines once the account’s next month is open, also from a process whose clock is behind', async () => {
    await book('p-1', '2026-11-20T12:00:00.000Z');
    await processOver(world.store).accounts.load(owner, '2026-12-01T03:00:00.000Z');
    const printed = await statementOf('2026-11');
    await book('p-2', '2026-11-30T23:59:00.000Z');
    expect(await statementOf('2026-11')).to.deep.equal(printed);
    expect(await statementOf('2026-12')).to.deep.equal({
      lines: ['p-2'],
      moved: 1_000,
      opening: 1_000,
      closing: 2_000,
    });
  });

  it('opens with the money that was carried into the first month of which the log has events', async () => {
    const now = '2026-11-01T03:00:00.000Z';
    const open: AccountCommand = {
      type: 'OpenAccount',
      ...owner,
      period: '2026-11',
      now,
      carried: {
        pending: [{ releaseOn: '2026-11-27', amount: cents(700) }],
        releasedThrough: null,
        available: cents(0),
        held: cents(0),
        withdrawals: [],
        applied: [],
      },
    };
    const { context } = request('p-0', now);
    const stream = accountStream(owner.sellerId, '2026-11');
    await processOver(world.store).handler.handle(account, stream, open, context);
    await book('p-1', '2026-11-20T12:00:00.000Z');
    const carried = { lines: [], moved: 0, opening: 700, closing: 700 };
    expect(await statementOf('2026-10')).to.deep.equal(carried);
    const sold = { lines: ['p-1'], moved: 1_000, opening: 700, closing: 1_700 };
    expect(await statementOf('2026-11')).to.deep.equal(sold);
  });
});
