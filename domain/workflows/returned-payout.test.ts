import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackWithdrawal } from './read-back.ts';

describe('Payout that the provider refuses', () => {
  it('came back if it was paid before, and otherwise failed', async () => {
    const findWithdraw = async () =>
      ({ withdrawId: 'po-1', status: 'REJECTED', amount: cents(4_850) }) as const;
    const typesAt = async (status: 'PENDING' | 'SETTLED' | 'FAILED') => {
      const requested = sampleWithdrawal;
      const payout = {
        requested,
        status,
        attempt: null,
        approvals: [],
        payableSince: requested.at,
        providerWithdrawIds: [],
      };
      const commands = await readBackWithdrawal('w-1', payout, portsTo({ findWithdraw }));
      return commands.map(({ type }) => type);
    };
    expect(await typesAt('PENDING')).to.deep.equal(['RecordFailed']);
    expect(await typesAt('SETTLED')).to.deep.equal(['RecordCameBack']);
    expect(await typesAt('FAILED')).to.deep.equal(['RecordFailed']);
  });

  it('has not failed when its second call is refused, since the first may have paid it', async () => {
    const attempt = {
      attemptId: '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11',
      ordinal: 1,
      provider: 'sandbox',
      epoch: 1,
      deadline: addSeconds(sampleNow, 5),
      at: sampleNow,
    };
    const requested = { ...sampleWithdrawal, heldIn: 1 };
    const payout = {
      requested,
      status: 'UNANSWERED',
      attempt,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: [],
    } as const;
    const ports = portsTo(
      {
        absence: { withdraw: { seconds: 60 } },
        findWithdraw: async () => undefined,
        // The acquirer answers with a refused payout because the reference was used before.
        withdraw: async ({ amount }) => ({ withdrawId: 'po-2', status: 'REJECTED', amount }),
      },
      addSeconds(sampleNow, 600),
    );
    const commands = await readBackWithdrawal('w-1', payout, ports);
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordUnanswered']);
  });
});
