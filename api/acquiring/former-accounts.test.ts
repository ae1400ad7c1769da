import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Core } from '#/api/composition/core.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { coreAt, unreachable } from '#/api/testing/core-at.ts';
import { temporaryStorage } from '#/api/testing/disk-files.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { forgetAccounts } from '#/api/workers/forget-accounts.ts';
import type { AccountThere } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { chooseAccount, openAcquirerForCall, acquirerOf } from '#/domain/workflows/acquirer-of.ts';
import { awaitedOutcomes, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { disconnectAcquirer } from './settings.ts';

const provider = 'fairpay';

interface Call extends AccountThere {
  readonly attemptId: string;
  readonly paymentId: string;
}

const outcomeOf = (opened: Promise<unknown>): Promise<string> =>
  opened.then(
    () => 'opened',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );

describe('An account at an acquirer that staff disconnect while another process begins a call', () => {
  let world: ApiWorld;
  let admin: NewPerson;
  const removals: (() => Promise<void>)[] = [];

  before(async () => {
    world = await apiWorld();
  });
  after(async () => {
    await world.close();
    await Promise.all(removals.map((remove) => remove()));
  });
  beforeEach(async () => {
    admin = await world.newAdmin(await world.newPlatform());
    const account = { baseUrl: unreachable, secretKey: 'sk_first' };
    await post('admin.connectAcquirer', { provider, account });
  });

  const post = async (name: string, input: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text } = await world.post(`/api/${name}`, input, { as: admin, headers });
    expect(status, text).to.equal(200);
  };

  const by = () =>
    ({ commandId: randomUUID(), platform: admin.platformId, actor: 'admin:ana' }) as const;

  const place = () => ({ provider, platformId: admin.platformId });

  const newProcess = async (): Promise<Core> => {
    const { database: pool, logger, demo } = world.services;
    const { storage, privateLinks, remove } = await temporaryStorage(world.url);
    removals.push(remove);
    const files = { storage, privateLinks };
    return coreAt(world.url, {
      pool,
      store: world.store,
      files,
      logger,
      providers: undefined,
      demo,
    });
  };

  const begin = async ({ handler, ports, now }: Core): Promise<Call> => {
    const { platformId } = admin;
    const [paymentId, attemptId] = [randomUUID(), randomUUID()];
    const account = await chooseAccount(ports, place());
    const context = { platform: platformId, actor: 'system', correlation: paymentId } as const;
    const commands = [
      {
        type: 'RequestPayment',
        payment: samplePayment({ platformId, provider, at: now() }),
      },
      {
        type: 'BeginCharge',
        provider,
        ...account,
        attemptId,
        after: null,
        epoch: 1,
        now: now(),
      },
    ] as const;
    await handler.handleAll(
      payment,
      streamOf('payment', paymentId),
      commands.map((command) => ({ command, context: { ...context, commandId: randomUUID() } })),
    );
    return { ...account, attemptId, paymentId };
  };

  const canCall = ({ ports }: Core, call: Call) =>
    outcomeOf(openAcquirerForCall(ports, place(), call));
  const canAsk = ({ ports }: Core, call: Call) => outcomeOf(acquirerOf(ports, place(), call));

  const isAwaited = (of: { readonly platformId: string; readonly provider: string }) =>
    readCurrent(world.services, awaitedOutcomes, (database) => awaitsOutcome(database, of));

  /** Removes former accounts, as background work does later. */
  const forget = async (): Promise<void> => {
    const { credentials, now } = world.services.core;
    await forgetAccounts({ credentials, now: () => addSeconds(now(), 120) }, isAwaited);
  };

  it('is not called any more by a process that did not know', async () => {
    const other = await newProcess();
    await other.ports.providers(provider, admin.platformId);
    await post('admin.disconnectAcquirer', { provider });
    const call = await begin(other);
    expect(call.merchantAccount).to.be.a('string');
    expect(await canCall(other, call)).to.equal('provider/not-offered');
  });

  it('is kept for look-ups of a call that began before, until no outcome is awaited', async () => {
    const [first, other] = [world.services.core, await newProcess()];
    const calls: Call[] = [];
    await disconnectAcquirer(
      first,
      provider,
      by(),
      // Simulates a race: the other process records its call after the check that no outcome is awaited.
      async () => {
        const call = await begin(other);
        calls.push(call);
        expect(await canCall(other, call)).to.equal('opened');
        return false;
      },
    );
    const [call] = calls;
    if (!call) return expect.fail('no call');
    expect(await canCall(other, call)).to.equal('provider/not-offered');
    await forget();
    const later = await newProcess();
    expect(await canAsk(later, call)).to.equal('opened');
    expect(await outcomeOf(later.ports.providers(provider, admin.platformId))).to.equal(
      'provider/not-offered',
    );
    const { handler, now } = other;
    const { attemptId, paymentId } = call;
    await handler.handle(
      payment,
      streamOf('payment', paymentId),
      { type: 'CallOff', provider, attemptId, cause: 'never-submitted', now: now() },
      {
        commandId: randomUUID(),
        platform: admin.platformId,
        actor: 'system',
        correlation: paymentId,
      },
    );
    await forget();
    expect(await canAsk(await newProcess(), call)).to.equal('provider/not-offered');
    return undefined;
  });

  it('is kept for a minute in any case, because a process may still know it', async () => {
    const call = await begin(world.services.core);
    const { credentials, now } = world.services.core;
    await disconnectAcquirer(world.services.core, provider, by(), async () => false);
    await forgetAccounts({ credentials, now }, async () => false);
    expect(await canAsk(await newProcess(), call)).to.equal('opened');
  });

  it('can be asked after another account has taken its place, and is named to who looks for a lost call', async () => {
    const call = await begin(world.services.core);
    await disconnectAcquirer(world.services.core, provider, by(), async () => false);
    const { credentials } = world.services.core;
    await credentials.put(admin.platformId, provider, {
      baseUrl: unreachable,
      secretKey: 'sk_of_another',
    });
    const later = await newProcess();
    expect(await canAsk(later, call)).to.equal('opened');
    expect(await canAsk(later, { ...call, merchantAccount: 'a third one' })).to.match(
      /another account/,
    );
    const searched = await later.ports.providers(provider, admin.platformId, { for: 'SEARCH' });
    expect(searched.merchantAccount, 'the connected one').to.not.equal(call.merchantAccount);
    expect(searched.formerAccounts).to.deep.equal([call.merchantAccount]);
  });

  it('is replaced by no other one while an outcome is awaited there', async () => {
    await begin(world.services.core);
    await disconnectAcquirer(world.services.core, provider, by(), async () => false);
    const connect = (secretKey: string) =>
      world.post(
        '/api/admin.connectAcquirer',
        { provider, account: { baseUrl: unreachable, secretKey } },
        { as: admin, headers: { 'idempotency-key': randomUUID() } },
      );
    const { status, body } = await connect('sk_of_another');
    expect([status, Object(body).code]).to.deep.equal([409, 'provider/awaited']);
    expect((await connect('sk_first')).status).to.equal(200);
  });
});
