import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Core } from '#/api/composition/core.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { coreAt, unreachable } from '#/api/testing/core-at.ts';
import { temporaryStorage } from '#/api/testing/disk-files.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { forgetAccounts, isAwaitedIn, KEPT_DAYS } from '#/api/workers/forget-accounts.ts';
import type { AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { chooseAccount, openAcquirerForCall, acquirerOf } from '#/domain/workflows/acquirer-of.ts';
import { connectAcquirer, disconnectAcquirer } from './settings.ts';

const provider = 'fairpay';
const DAY_SECONDS = 86_400;

interface Call extends AcquirerAccount {
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

  const adminContext = () =>
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

  /** Records a purchase and its charge, as this process does before it calls the acquirer. */
  const beginCharge = async ({ handler, ports, now }: Core): Promise<Call> => {
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

  /** @returns `opened`, or why the acquirer is not opened for the call itself */
  const openToCall = ({ ports }: Core, call: Call) =>
    outcomeOf(openAcquirerForCall(ports, place(), call));
  /** @returns `opened`, or why the acquirer is not opened to look the call up */
  const openToLookUp = ({ ports }: Core, call: Call) => outcomeOf(acquirerOf(ports, place(), call));

  const record = (paymentId: string, command: PaymentCommand) =>
    world.services.core.handler.handle(payment, streamOf('payment', paymentId), command, {
      commandId: randomUUID(),
      platform: admin.platformId,
      actor: 'system',
      correlation: paymentId,
    });

  /** Records that the charge of this call was made and paid. */
  const pay = async ({ paymentId }: Call): Promise<void> => {
    const transaction = { transactionId: 'tx-1', orderId: paymentId };
    const answer = { provider, paymentId } as const;
    await record(paymentId, { ...submitted(transaction, provider), ...answer });
    await record(paymentId, { ...said('APPROVED', transaction), ...answer });
    await world.waitUntilShown();
  };

  const connect = async (secretKey: string): Promise<string> => {
    const { status, body } = await world.post(
      '/api/admin.connectAcquirer',
      { provider, account: { baseUrl: unreachable, secretKey } },
      { as: admin, headers: { 'idempotency-key': randomUUID() } },
    );
    return status === 200 ? 'done' : Object(body).code;
  };

  /** Removes former accounts, as background work does after these days. @returns the errors */
  const forget = async (
    afterDays = KEPT_DAYS + 1,
    isAwaited = isAwaitedIn(world.services),
  ): Promise<readonly unknown[]> => {
    const { credentials, now } = world.services.core;
    const later = () => addSeconds(now(), afterDays * DAY_SECONDS);
    const failed: unknown[] = [];
    await forgetAccounts({ credentials, now: later }, isAwaited, (error) => failed.push(error));
    return failed;
  };

  it('is not called by another process that had opened it before', async () => {
    const other = await newProcess();
    await other.ports.providers(provider, admin.platformId);
    await post('admin.disconnectAcquirer', { provider });
    const call = await beginCharge(other);
    expect(call.merchantAccount).to.be.a('string');
    expect(await openToCall(other, call)).to.equal('provider/not-offered');
  });

  it('is kept for look-ups of a call that began before, until no outcome is awaited', async () => {
    const [first, other] = [world.services.core, await newProcess()];
    const calls: Call[] = [];
    await disconnectAcquirer(
      first,
      provider,
      adminContext(),
      // Simulates a race: the other process records its call after the check that no outcome is awaited.
      async () => {
        const call = await beginCharge(other);
        calls.push(call);
        expect(await openToCall(other, call)).to.equal('opened');
        return false;
      },
    );
    const [call] = calls;
    if (!call) return expect.fail('no call');
    expect(await openToCall(other, call)).to.equal('provider/not-offered');
    await forget();
    const later = await newProcess();
    expect(await openToLookUp(later, call)).to.equal('opened');
    expect(await outcomeOf(later.ports.providers(provider, admin.platformId))).to.equal(
      'provider/not-offered',
    );
    const { attemptId, paymentId } = call;
    const off = { provider, attemptId, cause: 'never-submitted', now: other.now() } as const;
    await record(paymentId, { type: 'CallOff', ...off });
    await forget();
    expect(await openToLookUp(await newProcess(), call)).to.equal('provider/not-offered');
    return undefined;
  });

  it('is kept for months in any case, because a chargeback of a sale in it may come', async () => {
    const call = await beginCharge(world.services.core);
    await pay(call);
    await post('admin.disconnectAcquirer', { provider });
    await forget(KEPT_DAYS - 1);
    expect(await openToLookUp(await newProcess(), call)).to.equal('opened');
    await forget();
    expect(await openToLookUp(await newProcess(), call)).to.equal('provider/not-offered');
  });

  it('is kept as long as it is connected, and asked also if another process then replaces it unknowingly', async () => {
    const call = await beginCharge(world.services.core);
    await pay(call);
    await forget();
    const { credentials } = world.services.core;
    await credentials.put(admin.platformId, provider, { baseUrl: unreachable, secretKey: 'sk_2' });
    expect(await openToLookUp(await newProcess(), call)).to.equal('opened');
  });

  it('is forgotten though the database fails for an account of another platform', async () => {
    const call = await beginCharge(world.services.core);
    await pay(call);
    await post('admin.disconnectAcquirer', { provider });
    const databaseError = new Error('the database is away');
    const failed = await forget(KEPT_DAYS + 1, async ({ platformId }) => {
      if (platformId === admin.platformId) return false;
      throw databaseError;
    });
    expect(new Set(failed)).to.deep.equal(new Set([databaseError]));
    expect(await openToLookUp(await newProcess(), call)).to.equal('provider/not-offered');
  });

  it('can be asked after another account has taken its place, and is among those in which a lost call is searched', async () => {
    const call = await beginCharge(world.services.core);
    await disconnectAcquirer(world.services.core, provider, adminContext(), async () => false);
    const { credentials } = world.services.core;
    await credentials.put(admin.platformId, provider, {
      baseUrl: unreachable,
      secretKey: 'sk_of_another',
    });
    const later = await newProcess();
    expect(await openToLookUp(later, call)).to.equal('opened');
    expect(await openToLookUp(later, { ...call, merchantAccount: 'a third one' })).to.match(
      /another account/,
    );
    const searched = await later.ports.providers(provider, admin.platformId, { for: 'SEARCH' });
    expect(searched.merchantAccount, 'the connected one').to.not.equal(call.merchantAccount);
    expect(searched.formerAccounts).to.deep.equal([call.merchantAccount]);
  });

  it('is not replaced by another account while an outcome is awaited there', async () => {
    await beginCharge(world.services.core);
    await disconnectAcquirer(world.services.core, provider, adminContext(), async () => false);
    expect(await connect('sk_of_another')).to.equal('provider/awaited');
    expect(await connect('sk_first')).to.equal('done');
  });

  it('can be asked also if it was connected for a moment only, because two people connected accounts at once', async () => {
    const { core } = world.services;
    const calls: Call[] = [];
    const connectBeside = async (secretKey: string, meanwhile?: () => Promise<void>) => {
      const account = { baseUrl: unreachable, secretKey };
      await connectAcquirer(core, { provider, account }, adminContext(), async () => {
        await meanwhile?.();
        return false;
      });
    };
    await connectBeside('sk_of_one', async () => {
      await connectBeside('sk_of_other');
      calls.push(await beginCharge(await newProcess()));
    });
    const [call] = calls;
    if (!call) return expect.fail('no call');
    expect(await openToLookUp(await newProcess(), call)).to.equal('opened');
    return undefined;
  });

  it('can be connected again in place of the one after it, so that a refund of a sale in it can be made', async () => {
    const call = await beginCharge(world.services.core);
    await pay(call);
    expect(await connect('sk_of_the_next'), 'nothing is open in the first').to.equal('done');
    const request = { refundId: randomUUID(), amount: cents(1_000), note: '' };
    const { now } = world.services.core;
    await record(call.paymentId, { type: 'RequestRefund', ...request, now: now() });
    await beginCharge(await newProcess());
    await world.waitUntilShown();
    expect(await connect('sk_of_a_third'), 'a purchase is open in the next').to.equal(
      'provider/awaited',
    );
    expect(await connect('sk_first')).to.equal('done');
  });

  it('is forgotten though purchases are always open in the account that took its place', async () => {
    const before = await beginCharge(world.services.core);
    await pay(before);
    expect(await connect('sk_of_the_next')).to.equal('done');
    const open = await beginCharge(await newProcess());
    await world.waitUntilShown();
    await forget();
    const later = await newProcess();
    expect(await openToLookUp(later, before)).to.match(/another account/);
    expect(await openToLookUp(later, open)).to.equal('opened');
  });
});
