import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requireSeller } from '#/api/auth/access.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { errorTexts } from '#/api/http/error-texts.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { fund } from '#/api/testing/fund.ts';
import { people } from '#/api/testing/people.ts';
import { account } from '#/domain/account/decider.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { monthOf } from '#/domain/values/time.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { activeDetails, type RecordCommand } from '#/domain/aggregates/record.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { requestWithdrawal } from './request-withdrawal.ts';

const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

describe('seller.requestWithdrawal', () => {
  let world: ApiWorld;
  /** Ana's own CPF. */
  let ownDestination: string;

  /** Cents held before the test. */
  let heldBefore = 0;

  before(async () => {
    world = await apiWorld();
    ownDestination = await declareOwnDocument(world.services.core, people.ana);
  });
  after(() => world.close());

  /** Each test begins with R$ 100,00 free to withdraw. */
  beforeEach(async () => {
    const { available } = await balance(await world.store.head());
    if (available < 100_00) await fund(world, people.ana, 100_00 - available);
    if (available > 100_00) await withdraw(available - 100_00);
    heldBefore = (await balance(await world.store.head())).held;
  });

  const withdraw = (amount: number, key?: string, destinationId = ownDestination) =>
    world.post(
      '/api/seller.requestWithdrawal',
      { amount, destinationId },
      { as: 'ana', ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
    );

  const balance = async (after?: string) => {
    const query = after === undefined ? '' : `?after=${after}`;
    return Object(await world.get(`/api/seller.getBalance${query}`, { as: 'ana' })).body;
  };

  it('holds the amount, and shows it in a balance read at its position', async () => {
    const { status, body } = await withdraw(40_00);
    expect(status).to.equal(200);
    expect(body).to.include({ amount: 40_00, fee: 150 });
    const { position, withdrawalId } = Object(body);
    expect(await balance(position)).to.include({
      available: 60_00,
      held: heldBefore + 40_00,
    });
    const list = await world.get(`/api/seller.listWithdrawals?after=${position}`, { as: 'ana' });
    const [item] = Object(list).body.items;
    expect(item).to.include({ withdrawalId, status: 'PENDING', pixType: 'CPF', net: 38_50 });
    expect(item.pixKey).to.equal('***.982.247-**');
  });

  const declare = (pixKey: string) =>
    world.post('/api/seller.declareDestination', { pixKey }, { as: 'bia' });

  it('writes no readable PIX key to events or logs', async () => {
    expect((await declare('ana.pix@example.com')).status).to.equal(200);
    const { core } = world.services;
    const earlier = await declareEarlier(core, people.ana, 'ana.pix@example.com');
    expect((await withdraw(40_00, undefined, earlier)).status).to.equal(200);
    for await (const events of world.store.readAll({})) {
      for (const { data } of events) expect(data).to.not.include('ana.pix@example.com');
    }
    expect(world.logged.join('')).to.not.include('ana.pix');
  });

  it('accepts one of three concurrent withdrawals when the balance covers only one', async () => {
    const answers = await Promise.all([withdraw(60_00), withdraw(60_00), withdraw(60_00)]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused && codeOf(refused)).to.equal('account/insufficient-balance');
    expect(await balance(await world.store.head())).to.include({
      available: 40_00,
      held: heldBefore + 60_00,
    });
  });

  it('returns the original withdrawal when the request is repeated under its idempotency key', async () => {
    const first = await withdraw(40_00, 'key-0');
    const [second, third] = await Promise.all([withdraw(40_00, 'key-0'), withdraw(40_00, 'key-0')]);
    expect(second.body).to.deep.equal(first.body);
    expect(third.body).to.deep.equal(first.body);
    expect(await balance(await world.store.head())).to.include({
      held: heldBefore + 40_00,
    });
  });

  it('rejects another amount under a used idempotency key', async () => {
    await withdraw(40_00, 'key-4');
    const other = await withdraw(41_00, 'key-4');
    expect([other.status, codeOf(other)]).to.deep.equal([422, 'idempotency/key-reused']);
    expect(await balance(await world.store.head())).to.include({
      held: heldBefore + 40_00,
    });
  });

  it('rejects another destination or amount under an idempotency key that was used in an earlier month', async () => {
    const first = await withdraw(40_00, 'key-5');
    const { core } = world.services;
    const another = await declareEarlier(core, people.ana, 'ana@example.com');
    const { handler, now } = core;
    const month = accountStream('seller-1', monthOf(now()));
    await handler.handle(
      account,
      month,
      { type: 'ClosePeriod', now: now() },
      { commandId: 'month-end', platform: 'demo', actor: 'system', correlation: 'seller-1' },
    );
    for (const other of [await withdraw(40_00, 'key-5', another), await withdraw(41_00, 'key-5')]) {
      expect([other.status, codeOf(other)]).to.deep.equal([422, 'idempotency/key-reused']);
    }
    const repeated = Object((await withdraw(40_00, 'key-5')).body);
    expect(repeated.withdrawalId).to.equal(Object(first.body).withdrawalId);
    expect(await balance(await world.store.head())).to.include({ held: heldBefore + 40_00 });
  });

  it('repeats a rejection under its idempotency key, even when the balance covers the amount later', async () => {
    const refused = await withdraw(200_00, 'key-2');
    expect(codeOf(refused)).to.equal('account/insufficient-balance');
    await fund(world, people.ana, 500_00);
    const repeated = await withdraw(200_00, 'key-2');
    const { requestId: _, ...first } = Object(refused.body);
    expect(repeated.body).to.deep.include(first);
    expect((await withdraw(200_00, 'key-3')).status).to.equal(200);
  });

  it('rejects an amount below the minimum, and states the minimum', async () => {
    const refused = await withdraw(9_99);
    expect(problem.parse(refused.body)).to.deep.include({
      code: 'withdrawal/below-minimum',
      details: { minimum: 10_00 },
    });
  });

  it('rejects an invalid PIX key with a message for its kind', async () => {
    const textsOfInvalidKeys = {
      'not a key': 'Chave PIX inválida.',
      '123': 'Chave PIX inválida.',
      '111.111.111-11': 'CPF inválido',
      '52998224726': 'CPF inválido',
      '11.222.333/0001-82': 'CNPJ inválido',
    };
    for (const [pixKey, text] of Object.entries(textsOfInvalidKeys)) {
      const refused = await declare(pixKey);
      expect([refused.status, problem.parse(refused.body).title], pixKey).to.deep.equal([
        422,
        text,
      ]);
    }
  });

  it('repeats the original answer to a retry after the platform’s terms changed', async () => {
    const first = await withdraw(40_00, 'key-1');
    const { handler, now } = world.services.core;
    const { state } = await handler.load(platform, 'platform-demo');
    const details = {
      ...activeDetails(state),
      withdrawals: { fee: cents(990), minimum: cents(50_00) },
    };
    const command = { type: 'Revise', details, now: now() } as const;
    await handler.handle(platform, 'platform-demo', command, {
      commandId: 'dearer',
      platform: 'demo',
      actor: 'system',
      correlation: 'demo',
    });
    expect(codeOf(await withdraw(40_00, 'key-9'))).to.equal('withdrawal/below-minimum');
    expect((await withdraw(40_00, 'key-1')).body).to.deep.equal(first.body);
  });

  it('repeats the original answer to a retry although no acquirer takes payouts since', async () => {
    const first = await withdraw(50_00, 'key-6');
    expect(first.status).to.equal(200);
    const { handler, now } = world.services.core;
    const before = activeDetails((await handler.load(platform, 'platform-demo')).state);
    const change = (command: RecordCommand<PlatformDetails>) =>
      handler.handle(platform, 'platform-demo', command, {
        commandId: randomUUID(),
        platform: 'demo',
        actor: 'system',
        correlation: 'demo',
      });
    const routes = { ...before.routes, WITHDRAW: [{ provider: 'none', share: 100 }] };
    await change({ type: 'Revise', details: { ...before, routes }, now: now() });
    expect(codeOf(await withdraw(50_00, 'key-7'))).to.equal('provider/not-offered');
    expect((await withdraw(50_00, 'key-6')).body).to.deep.equal(first.body);
    await change({ type: 'Revise', details: before, now: now() });
    expect((await withdraw(50_00, 'key-6')).body).to.deep.equal(first.body);
  });

  it('refuses a withdrawal that was admitted just before its platform was archived, and later ones without a session', async () => {
    const { callers, core } = world.services;
    const { handler, now } = core;
    const cookie = await world.cookieOf('ana');
    const caller = requireSeller(await callers.find(new Headers({ cookie })));
    const context = { platform: 'demo', actor: 'system', correlation: 'demo' };
    const end = { type: 'Archive', now: now() } as const;
    await handler.handle(platform, 'platform-demo', end, { ...context, commandId: 'end' });
    const { actor } = caller;
    const by = { commandId: randomUUID(), platform: 'demo', actor, idSince: now() };
    const refused = await requestWithdrawal(
      { amount: 60_00, destinationId: ownDestination },
      { caller, core, once: (run) => run(by), pausedUntil: async () => undefined },
    ).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'withdrawal/platform-unknown' });
    expect(errorTexts['withdrawal/platform-unknown']).to.include({ status: 403 });
    const isSignedOut = async () => (await withdraw(60_00)).status === 401 || undefined;
    await eventually(isSignedOut, 'the seller is out');
  });
});
