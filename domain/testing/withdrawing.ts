import type { AccountCommand } from '#/domain/account/commands.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import { cents, ZERO } from '#/domain/values/money.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { commandsForPaid, commandsForPayout } from '#/domain/workflows/pay-withdrawal.ts';
import { booksOf } from './books-of.ts';
import { sampleNow as now, sampleWithdrawal } from './samples.ts';
import { agreed } from './two-people.ts';
import { createWorld } from './world.ts';

/** The addresses of what the acquirer owes us, and of the seller's available balance. */
export const CLEARING = 'provider:sandbox:demo:BRL:clearing';
export const AVAILABLE = 'receiver:seller-1:BRL:available';

/** The requested payout, the platform's fee, and the earlier sale, in cents. */
export const ASKED = cents(4_850);
export const FEE = 150;
export const SOLD = 10_000;

/** A seller who sold for R$ 100,00 and withdraws R$ 50,00, of which R$ 1,50 are the fee. */
export const withdrawing = () => {
  const world = createWorld('demo');
  const owner = { platformId: 'demo', sellerId: 'seller-1', now } as const;
  const sendToAccount = (command: AccountCommand) =>
    world.send({ to: 'account', id: 'seller-1', command }, now);
  const day = dayOf(now);
  const sold = cents(SOLD);
  sendToAccount({
    type: 'BookReceivables',
    ...owner,
    currency: 'BRL',
    paymentId: 'p-1',
    parts: { net: sold, fee: ZERO, interest: ZERO },
    receivables: [{ installment: 1, amount: sold, dueOn: day, releaseOn: day }],
  });
  sendToAccount({ type: 'ReleaseReceivables', ...owner, through: day });
  const withdrawal = { ...sampleWithdrawal, withdrawalId: 'w-1', choice: null };
  sendToAccount({ type: 'HoldWithdrawal', withdrawal });
  const tell = (...commands: readonly WithdrawalCommand[]): void => {
    for (const command of commands) world.send({ to: 'withdrawal', id: 'w-1', command }, now);
  };
  const paid = (amount: number) =>
    ({ withdrawId: 'po-1', status: 'APPROVED', amount: cents(amount) }) as const;
  let proposals = 0;
  /** Two members of staff decide the matter with this key. */
  const agree = (matter: string, resolution: Resolution): void => {
    tell(...agreed(matter, resolution, `proposal-${(proposals += 1)}`));
  };
  return {
    tell,
    agree,
    /** The acquirer states that it paid this many cents: `says` before the payout is settled on record, `saysLater` after. */
    says: (amount: number) => tell(...commandsForPayout(paid(amount), sampleWithdrawal, now)),
    saysLater: (amount: number) => tell(...commandsForPaid(paid(amount), sampleWithdrawal, now)),
    facts: () => world.log.map(({ event }) => event),
    books: () => booksOf(world.log.map(({ event }) => event)),
    waiting: () => world.waiting('withdrawal').map(([, matter]) => matter),
  };
};

export type Withdrawing = ReturnType<typeof withdrawing>;

/** The balances after a payout of `paidOut`, when nothing is held or unapplied. */
export const booksWith = (paidOut: number) => ({
  'platform:demo:BRL:settling': -SOLD,
  [AVAILABLE]: SOLD - paidOut - FEE,
  [CLEARING]: paidOut,
  'platform:demo:BRL:fees': FEE,
});
