import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/composition/core.ts';
import { routeOnlyTo } from '#/domain/acquiring/route.ts';
import { epoch } from '#/domain/epoch/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import { carryOutWithdrawal } from '#/domain/policies/carry-out-withdrawal.ts';
import { suspendDestination } from '#/domain/policies/suspend-destination.ts';
import { tellOfDestination } from '#/domain/policies/tell-of-destination.ts';
import type { PixWithdrawRequest } from '#/domain/ports/payout.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { PayoutLimits } from '#/domain/withdrawal/approval.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import { EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { startPolicyRunner } from '#/ledger/policies/runner.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { apiWorld, type ApiWorld, type ApiAnswer } from './api-world.ts';
import { fund } from './fund.ts';
import type { NewPerson } from './people.ts';

/** A platform, two administrators, a seller who has money, and an acquirer that records payouts. */
export interface PayoutWorld extends ApiWorld {
  readonly platformId: string;
  readonly seller: NewPerson;
  readonly admin: NewPerson;
  readonly deputy: NewPerson;
  /** Payouts that the acquirer has made; it makes each at once. */
  readonly paid: PixWithdrawRequest[];
  /** While `isAway`, no call reaches the acquirer. `returned` has the references of payouts that came back. */
  readonly acquirer: {
    isAway: boolean;
    readonly returned: Set<string>;
    /** Document of the person to whose account the acquirer says it paid. */
    holder?: string;
    /** This many seconds after a call, the acquirer's answer that it has no such payout is final; absent = never. */
    absenceSeconds?: number;
    /** The acquirer that knows the payouts; absent = each that is asked. */
    id?: string;
  };
  /** Begins an epoch, as if the log were a copy that may lack events recorded from `since` on. */
  readonly failOver: (since: Timestamp) => Promise<void>;
  /** Reads a withdrawal back from the acquirer, as the product does regularly. */
  readonly readBack: (withdrawalId: string) => Promise<void>;
  /** Errors of policies and reactions. */
  readonly failures: unknown[];
  readonly limitBy: (
    limits: PayoutLimits & { readonly minimum?: Cents; readonly fee?: Cents },
  ) => Promise<void>;
  readonly setUp: (setup: PlatformSetup) => Promise<void>;
  /** Lets one acquirer make all payouts from now on. */
  readonly routeTo: (provider: string) => Promise<void>;
  /** Calls a mutation, under a new idempotency key by default. */
  readonly call: (name: string, input: object, as: NewPerson, key?: string) => Promise<ApiAnswer>;
  /** Returns the items of a list, with everything recorded so far. */
  readonly list: (name: string, as: NewPerson, query?: string) => Promise<readonly unknown[]>;
  /** Resolves once policies and reactions have processed everything recorded so far. */
  readonly settled: () => Promise<void>;
}

type AcquirerRecords = Pick<PayoutWorld, 'paid' | 'acquirer'>;

const payerOf = ({ paid, acquirer }: AcquirerRecords): PaymentProvider => ({
  id: 'sandbox',
  label: 'Sandbox',
  paymentMethods: ['PIX'],
  withdrawMethods: ['PIX'],
  withdraw: async (request) => {
    if (request.paymentMethod !== 'PIX') throw new Error('PIX only');
    if (acquirer.isAway)
      throw new ProviderFailure('unavailable', 'away', { mayHaveHappened: false });
    paid.push(request);
    const { withdrawReference: withdrawId, amount } = request;
    return { withdrawId, status: 'APPROVED', amount, endToEndId: `E-${withdrawId}` };
  },
  findWithdraw: async ({ withdrawReference: withdrawId }) => {
    const payout = paid.find((each) => each.withdrawReference === withdrawId);
    const status = acquirer.returned.has(withdrawId) ? 'REJECTED' : 'APPROVED';
    const { holder: document } = acquirer;
    const result = { withdrawId, status, endToEndId: `E-${withdrawId}` } as const;
    return (
      payout && { ...result, amount: payout.amount, ...(document && { holder: { document } }) }
    );
  },
});

/** Every acquirer pays. */
const providersOf = (records: AcquirerRecords): PaymentProviders => {
  const provider = payerOf(records);
  return async (id) => {
    const { absenceSeconds: seconds, id: known = id } = records.acquirer;
    return {
      ...provider,
      ...(known !== id && { findWithdraw: async () => undefined }),
      ...(seconds !== undefined && { absence: { withdraw: { seconds } } }),
    };
  };
};

const readBackIn = async (
  { handler, ports }: Pick<Core, 'handler' | 'ports'>,
  withdrawalId: string,
): Promise<void> => {
  const stream = streamOf('withdrawal', withdrawalId);
  const { state } = await handler.load(withdrawal, stream);
  if (state.status === 'NONE') throw new Error(`no withdrawal ${withdrawalId}`);
  const commands = await readBackWithdrawal(withdrawalId, state, ports);
  const context = {
    platform: state.requested.platformId,
    actor: 'system',
    correlation: withdrawalId,
  } as const;
  const keyed = commands.map((command) => ({
    command,
    context: { ...context, commandId: randomUUID() },
  }));
  await handler.handleAll(withdrawal, stream, keyed);
};

const revisePlatform = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  platformId: string,
  change: (details: PlatformDetails) => PlatformDetails,
): Promise<void> => {
  const stream = streamOf('platform', platformId);
  const details = change(activeDetails((await handler.load(platform, stream)).state));
  const command = { type: 'Revise', details, now: now() } as const;
  await handler.handle(platform, stream, command, {
    commandId: randomUUID(),
    platform: platformId,
    actor: 'system',
    correlation: platformId,
  });
};

const changesOf = (
  core: Pick<Core, 'handler' | 'now'>,
  platformId: string,
): Pick<PayoutWorld, 'limitBy' | 'routeTo' | 'setUp'> => ({
  limitBy: (limits) =>
    revisePlatform(core, platformId, (details) => {
      const { fee, minimum } = details.withdrawals;
      return { ...details, withdrawals: { fee, minimum, ...limits } };
    }),
  setUp: (setup) => revisePlatform(core, platformId, (details) => ({ ...details, setup })),
  routeTo: (provider) =>
    revisePlatform(core, platformId, (details) => {
      const routes = { ...details.routes, WITHDRAW: routeOnlyTo(provider) };
      return { ...details, routes };
    }),
});

const failOverAt = async (
  { handler, store }: Pick<Core, 'handler' | 'store'>,
  since: Timestamp,
): Promise<void> => {
  const { number: lostIn } = (await handler.load(epoch, EPOCH_STREAM)).state;
  const command = { type: 'NoteLineage', lineage: store.lineage(), lostIn, now: since } as const;
  const by = { platform: 'system', actor: 'system', correlation: 'epoch' };
  await handler.handle(epoch, EPOCH_STREAM, command, { ...by, commandId: randomUUID() });
};

/** @param cents available money of the seller @param options `now`: as in `apiWorld` */
export const payoutWorld = async (
  cents: number,
  options: { readonly now?: () => Timestamp } = {},
): Promise<PayoutWorld> => {
  const paid: PixWithdrawRequest[] = [];
  const failures: unknown[] = [];
  const acquirer: PayoutWorld['acquirer'] = { isAway: false, returned: new Set<string>() };
  const world = await apiWorld({
    ...options,
    providers: providersOf({ paid, acquirer }),
  });
  const { core } = world.services;
  const platformId = await world.newPlatform();
  const seller = await world.newSeller(platformId);
  const owner = { platformId, sellerId: seller.personId };
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: core.dispatch,
    checkpoints: createMemoryCheckpoints(''),
    ports: core.ports,
    policies: [carryOutWithdrawal, suspendDestination, tellOfDestination],
    reactions: [payWithdrawal],
    onFailure: ({ error }) => void failures.push(error),
  });
  const settled = () =>
    eventually(async () => {
      const head = await core.store.head();
      const isCaughtUp = [...runner.positions().values()].every((at) => at >= (head ?? ''));
      return isCaughtUp && head === (await core.store.head()) ? true : undefined;
    }, 'policies have seen all').then(() => undefined);
  await fund(world, owner, cents);
  return {
    ...world,
    platformId,
    seller,
    admin: await world.newAdmin(platformId),
    deputy: await world.newAdmin(platformId),
    paid,
    acquirer,
    readBack: async (withdrawalId) => {
      await readBackIn(core, withdrawalId);
      await settled();
    },
    failures,
    failOver: (since) => failOverAt(core, since),
    ...changesOf(core, platformId),
    call: (name, input, as, key = randomUUID()) =>
      world.post(`/api/${name}`, input, { as, headers: { 'idempotency-key': key } }),
    list: async (name, as, query = '') => {
      const after = (await core.store.head()) ?? '';
      const { status, text, body } = await world.get(`/api/${name}?after=${after}&${query}`, {
        as,
      });
      if (status !== 200) throw new Error(text);
      return Object(body).items;
    },
    settled,
    close: async () => {
      await runner.stop();
      await world.close();
    },
  };
};
