import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleWithdrawal } from '#/domain/testing/samples.ts';
import { readBackWithdrawal } from './read-back.ts';

describe('Payout that the provider refuses', () => {
  it('came back if it was paid before, and otherwise failed', async () => {
    const findWithdraw = async () =>
      ({ withdrawId: 'po-1', status: 'REJECTED', amount: cents(4_850) }) as const;
    const typesAt = async (status: 'PENDING' | 'SETTLED' | 'FAILED') => {
      const requested = sampleWithdrawal;
      const it = { requested, status, attempt: null, providerWithdrawId: null };
      const commands = await readBackWithdrawal('w-1', it, portsTo({ findWithdraw }));
      return commands.map(({ type }) => type);
    };
    expect(await typesAt('PENDING')).to.deep.equal(['RecordFailed']);
    expect(await typesAt('SETTLED')).to.deep.equal(['RecordCameBack']);
    expect(await typesAt('FAILED')).to.deep.equal(['RecordFailed']);
  });
});
