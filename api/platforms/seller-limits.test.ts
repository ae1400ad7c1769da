import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { OwnTerms } from '#/api/contract/seller-terms.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { fund } from '#/api/testing/fund.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { platform } from '#/domain/platform/platform.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { monthOf } from '#/domain/values/time.ts';

const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

describe('Limits of one seller', () => {
  let world: ApiWorld;
  let seller: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    seller = await world.newSeller();
  });

  const revisePlatform = async (details: typeof samplePlatform): Promise<void> => {
    const { handler, now } = world.services.core;
    const command = { type: 'Revise', details, now: now() } as const;
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' } as const;
    await handler.handle(platform, 'platform-demo', command, { ...context, correlation: 'demo' });
  };

  const read = async (): Promise<OutputOf<'admin.getSellerTerms'>> => {
    const path = `/api/admin.getSellerTerms?sellerId=${seller.personId}`;
    return Object((await world.get(path, { as: 'admin' })).body);
  };

  const revise = async (terms: OwnTerms, as: AnyPerson = 'admin'): Promise<ApiAnswer> => {
    const input = { sellerId: seller.personId, terms, basedOn: (await read()).revision };
    const headers = { 'idempotency-key': randomUUID() };
    return world.post('/api/admin.reviseSellerTerms', input, { as, headers });
  };

  const save = async (terms: OwnTerms): Promise<void> => {
    const { status, text } = await revise(terms);
    expect(status, text).to.equal(200);
  };

  it('hold for the seller’s withdrawals instead of the platform’s, which hold for others', async () => {
    const owner = { platformId: 'demo', sellerId: seller.personId };
    const { withdrawals } = samplePlatform;
    const limits = { largest: positiveCents.parse(60_00), approvalAbove: positiveCents.parse(1) };
    await revisePlatform({ ...samplePlatform, withdrawals: { ...withdrawals, ...limits } });
    await fund(world, owner, 500_00);
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const withdraw = (amount: number) => {
      const input = { amount, destinationId };
      return world.post('/api/seller.requestWithdrawal', input, { as: seller });
    };
    const approvalOf = async ({ body }: ApiAnswer) => {
      const { withdrawalId } = Object(body);
      const month = accountStream(seller.personId, monthOf(world.services.core.now()));
      const holds = (await world.store.readStream(month))
        .filter(({ type }) => type === 'WithdrawalHeld')
        .map(({ data }) => JSON.parse(data));
      return holds.find((each) => each.withdrawalId === withdrawalId)?.approval;
    };
    expect(codeOf(await withdraw(60_01))).to.equal('withdrawal/above-largest');
    const ownLimits = { largest: 80_00, largestPerDay: 150_00, secondApprovalAbove: 70_00 };
    await save({ withdrawals: { ...ownLimits, approvalAbove: 50_00 } });
    expect(codeOf(await withdraw(80_01))).to.equal('withdrawal/above-largest');
    const small = await withdraw(50_00);
    expect(await approvalOf(small)).to.equal(undefined);
    const large = await withdraw(80_00);
    expect(await approvalOf(large)).to.include({ people: 2 });
    expect(codeOf(await withdraw(20_01))).to.equal('withdrawal/above-day');
    const { body } = await world.get('/api/seller.getWithdrawalTerms', { as: seller });
    expect(body).to.include({ largest: 80_00, leftToday: 20_00, approvalAbove: 50_00 });
    const ofOther = await world.get('/api/seller.getWithdrawalTerms', { as: 'bia' });
    expect(ofOther.body).to.include({ largest: 60_00, leftToday: null, approvalAbove: 1 });
    await save({});
    expect(codeOf(await withdraw(60_01)), 'the platform’s again').to.equal(
      'withdrawal/above-largest',
    );
  });

  it('are changed only by staff who may change the platform’s, with the value before on record', async () => {
    const flags = ['isUsersAvailable', 'isUserAdvancedOptionsAvailable'] as const;
    const keeper = await world.newFunctionary([...flags]);
    const limited = { withdrawals: { largestPerDay: 300_00 } };
    const refused = await revise(limited, keeper);
    expect([refused.status, codeOf(refused)]).to.deep.equal([403, 'session/forbidden']);
    const configurer = await world.newFunctionary([...flags, 'isConfigAvailable']);
    const done = await revise(limited, configurer);
    expect(done.status, done.text).to.equal(200);
    const lifted = await revise({}, keeper);
    expect(codeOf(lifted), 'nor takes them away').to.equal('session/forbidden');
    const other = { ...limited, fees: { PIX: { percent: 1 } } };
    const withSameLimits = await revise(other, keeper);
    expect(withSameLimits.status, withSameLimits.text).to.equal(200);
    const path = `/api/admin.listSellerChanges?sellerId=${seller.personId}`;
    const { items } = Object((await world.get(path, { as: 'admin' })).body);
    expect(items[1].ownTerms).to.deep.equal([
      { path: 'withdrawals.largestPerDay', before: null, after: 300_00 },
    ]);
    expect(items[1]).to.include({ by: configurer.email });
  });
});
