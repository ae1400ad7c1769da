import { expect } from 'chai';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { createAccountPeriods } from './periods.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';

const NOVEMBER = '2026-11-20T15:00:00.000Z';
const DECEMBER = '2026-12-01T12:00:00.000Z';

const owner = { platformId: 'demo', sellerId: 'seller-1' };
const payout = {
  ...owner,
  withdrawalId: 'w-1',
  provider: 'sandbox',
  amount: cents(5_000),
  fee: cents(150),
} as const;
const inReais = { ...payout, currency: 'BRL' } as const;

/** A payout is paid after its hold was lost. Then, twice, the bank returns it and it turns out paid after all. */
const corrections = (now: Timestamp): readonly AccountCommand[] => [
  { type: 'PayWithdrawal', ...payout, now },
  { type: 'ReverseWithdrawal', ...inReais, cause: 'rejected', now },
  { type: 'TakeWithdrawal', ...inReais, ordinal: 2, now },
  { type: 'ReverseWithdrawal', ...inReais, ordinal: 3, cause: 'rejected', now },
  { type: 'TakeWithdrawal', ...inReais, ordinal: 4, now },
];

/**
 * Sends each correction in its month, then all of them once more in December.
 * @param months the time at which each correction is sent first
 * @returns what the seller has available at the end, in cents
 */
const availableAfter = async (months: readonly Timestamp[]): Promise<number | undefined> => {
  const store = createMemoryStore([], { now: () => DECEMBER, idsUniqueIn: 'stream' });
  const accounts = createAccountPeriods({ handler: createCommandHandler({ store }), store });
  const about = { platform: 'demo', actor: 'system', correlation: 'w-1' };
  const begin = {
    type: 'ReleaseReceivables',
    ...owner,
    through: '2026-11-01',
    now: NOVEMBER,
  } as const;
  await accounts.handle(owner, { command: begin, context: { ...about, commandId: 'c' } }, NOVEMBER);
  const since = await store.head();
  const book = async (now: Timestamp, index: number): Promise<void> => {
    const command = corrections(now)[index];
    if (command === undefined) return;
    const context = { ...about, commandId: `c-${index}`, ...(since && { since }) };
    await accounts.handle(owner, { command, context }, now);
  };
  for (const [index, month] of months.entries()) await book(month, index);
  for (const index of months.keys()) await book(DECEMBER, index);
  const state = await accounts.load(owner, DECEMBER);
  return state.status === 'OPEN' ? state.available : undefined;
};

describe('The corrections of a payout on its account', () => {
  for (const inNovember of [5, 4, 3, 2, 1]) {
    it(`are booked once each, also when they are delivered again, with ${inNovember} of 5 before the end of the month`, async () => {
      const months = [0, 1, 2, 3, 4].map((index) => (index < inNovember ? NOVEMBER : DECEMBER));
      expect(await availableAfter(months)).to.equal(-5_000);
    });
  }
});
