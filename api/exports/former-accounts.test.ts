import { expect } from 'chai';
import { contentHash } from '#/ledger/audit/hash.ts';
import type { EventMeta, NewEvent } from '#/ledger/event-store.ts';
import { isBeforeCurrencies } from '#/ledger/upcasters/upcasters.ts';
import { journal, streamJournal, readTrialBalance } from '#/projections/journal.ts';
import type { EventToAppend } from '#/projections/testing/decided-streams.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { journalLineIn } from './journal-export.ts';

/** Returns an event as recorded before amounts carried their currency. */
const withoutCurrency = ({ id, type, ...written }: NewEvent, stream: string): NewEvent => {
  const meta: EventMeta = JSON.parse(written.meta);
  const v = meta.v - 1;
  if (!isBeforeCurrencies(type, v)) return { id, type, ...written };
  const { currency: _, ...amounts } = JSON.parse(written.data);
  const data = JSON.stringify(amounts);
  const hash = contentHash({ id, stream, type, v, data });
  return { id, type, data, meta: JSON.stringify({ ...meta, v, hash }) };
};

const allWithoutCurrency = (recorded: readonly EventToAppend[]): readonly EventToAppend[] =>
  recorded.map((each) => ({ ...each, event: withoutCurrency(each.event, each.stream) }));

describe('Journal of a month before accounts had a currency', () => {
  let world: ProjectionWorld;
  let paymentId: string;

  before(async () => {
    world = await projectionWorld([journal]);
    const history = new History('2026-10-05T12:00:00.000Z');
    paymentId = history.purchase();
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await appendAll(world.store, allWithoutCurrency(history.take()));
    history.wait(30 * 86_400);
    history.release('seller-1');
    await world.happen(history);
  });
  after(() => world.close());

  const print = async (month: string): Promise<readonly string[]> => {
    const lineOf = journalLineIn('en');
    const range = { platformId: 'demo', from: `${month}-01`, to: `${month}-30` };
    const lines: string[] = [];
    for await (const batch of streamJournal(world.pool, range)) lines.push(...batch.map(lineOf));
    return lines;
  };

  it('is printed as it was printed then, and later months with the currency', async () => {
    const line = (rest: string): string => `10/05/2026,09:00:00,${rest},${paymentId}\r\n`;
    expect(await print('2026-10')).to.deep.equal([
      line('3,provider:sandbox:clearing,platform:demo:settling,97.00,Sale received'),
      line('5,platform:demo:settling,receiver:seller-1:pending,91.15,Receivables of the sale'),
      line('5,platform:demo:settling,platform:demo:fees,5.85,Receivables of the sale'),
    ]);
    const [released] = await print('2026-11');
    expect(released).to.include(',receiver:seller-1:BRL:pending,receiver:seller-1:BRL:available,');
  });

  it('carries its balances on: the trial balance knows each account by one name', async () => {
    const period = { platformId: 'demo', from: '2026-11-01', to: '2026-11-30' };
    const { lines } = await readTrialBalance(world.pool, period);
    const pending = lines.filter(({ account }) => account.endsWith(':pending'));
    expect(pending).to.deep.equal([
      {
        account: 'receiver:seller-1:BRL:pending',
        currency: 'BRL',
        kind: 'LIABILITY',
        opening: 9_115,
        debits: 9_115,
        credits: 0,
        closing: 0,
      },
    ]);
  });
});
