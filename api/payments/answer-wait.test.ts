import { expect } from 'chai';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { request, submitted } from '#/domain/testing/payment-commands.ts';
import { beginCharge, FIRST } from '#/domain/testing/two-calls.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { LONGEST_ANSWER_WAIT_MS } from './answer-wait.ts';
import { waitForOtherCharge } from './charge.ts';
import { onRecord } from './recorded-payment.ts';

const stream = streamOf('payment', 'p-1');

/** Waits on a simulated clock for the answer of an acquirer, which is recorded after `answersAfterMs`. */
const waitFor = async (answersAfterMs: number) => {
  const handler = createCommandHandler({ store: createMemoryStore() });
  const record = async (command: PaymentCommand): Promise<void> => {
    const commandId = crypto.randomUUID();
    const context = { commandId, platform: 'demo', actor: 'system', correlation: 'p-1' };
    await handler.handle(payment, stream, command, context);
  };
  await record(request);
  await record(beginCharge(FIRST, null, 0));
  let elapsedMs = 0;
  const machine = {
    ...thisMachine,
    elapsedMs: () => elapsedMs,
    pause: async (ms: number) => {
      const isAnsweredMeanwhile = elapsedMs < answersAfterMs && elapsedMs + ms >= answersAfterMs;
      elapsedMs += ms;
      if (isAnsweredMeanwhile) await record(submitted());
    },
  };
  const requestedPayment = onRecord(await handler.load(payment, stream));
  const { state } = await waitForOtherCharge({ handler, machine }, 'p-1', requestedPayment);
  return { pixCode: state.pixCode, elapsedMs };
};

describe('A purchase repeated under its key while the first request calls the acquirer', () => {
  it('is answered with the PIX code of an acquirer that takes four seconds', async () => {
    expect(await waitFor(4_000)).to.deep.equal({ pixCode: '000201', elapsedMs: 4_000 });
  });

  it('is answered without a code when the acquirer takes longer than a twin would wait', async () => {
    const { pixCode, elapsedMs } = await waitFor(60_000);
    expect(pixCode).to.equal(null);
    expect(elapsedMs).to.equal(LONGEST_ANSWER_WAIT_MS);
  });
});
