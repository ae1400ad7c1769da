import { createPayoutSigning } from '#/api/withdrawals/sign-payout.ts';
import { cents } from '#/domain/values/money.ts';
import { timestamp } from '#/domain/values/time.ts';
import type { PayoutToSign } from '#/domain/workflows/reaction.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { createMemoryCredentials } from '#/ledger/vault/memory-credentials.ts';
import { median, quantile, roundTo, type Measure } from './measure.ts';

const PAYOUTS = 5_000;
const THRESHOLD_MS = 1;

const payout = (nth: number): PayoutToSign => ({
  withdrawalId: `withdrawal-${nth}`,
  platformId: 'demo',
  amount: cents(4_850),
  currency: 'BRL',
  destination: {
    blinding: thisMachine.uuid(),
    document: '52998224725',
    name: 'Ana Souza',
    pixKey: 'ana@example.com',
    pixType: 'EMAIL',
  },
});

/** Measures a payout's signature, once its platform has a key. */
export const benchSigning = async (): Promise<readonly Measure[]> => {
  const handler = createCommandHandler({ store: createMemoryStore() });
  const { sign } = createPayoutSigning({
    handler,
    credentials: createMemoryCredentials(),
    machine: thisMachine,
    now: () => timestamp(Temporal.Now.instant()),
  });
  await sign(payout(0));
  const took: number[] = [];
  for (let nth = 1; nth <= PAYOUTS; nth += 1) {
    const begin = performance.now();
    await sign(payout(nth));
    took.push(performance.now() - begin);
  }
  const p99 = roundTo(quantile(took, 0.99), 3);
  return [
    {
      name: 'the signature of a payout, p99',
      value: p99,
      unit: 'ms',
      threshold: `≤ ${THRESHOLD_MS}`,
      ok: p99 <= THRESHOLD_MS,
      details: { p50Ms: roundTo(median(took), 3), payouts: PAYOUTS },
    },
  ];
};
