import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { request } from 'undici';
import pg from 'pg';
import { openSessions } from '#/api/auth/sessions.ts';
import { purchase } from '#/api/checkout/purchase.ts';
import { composeCore } from '#/api/compose.ts';
import { checkoutContract } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/core.ts';
import { startSandboxProcess, type SandboxProcess } from '#/api/sandbox-process.ts';
import { loadSecrets, type Secrets } from '#/api/secrets.ts';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import type { Decider } from '#/domain/decider.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { streamOf, type Category } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import { offer } from '#/domain/offer/decider.ts';
import { payment } from '#/domain/payment/decider.ts';
import { platform } from '#/domain/platform/decider.ts';
import { policies, reactions } from '#/domain/policies/policies.ts';
import type { Ports } from '#/domain/policies/policy.ts';
import { readBackPayment, readBackWithdrawal } from '#/domain/policies/read-back.ts';
import { product } from '#/domain/product/decider.ts';
import type { RecordCommand, RecordState } from '#/domain/record.ts';
import { seller } from '#/domain/seller/decider.ts';
import { staff } from '#/domain/staff/decider.ts';
import {
  addDays,
  addSeconds,
  dayOf,
  startOfDay,
  timestamp,
  type Timestamp,
} from '#/domain/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { startPolicyRunner, type PolicyRunner } from '#/ledger/policy-runner.ts';
import { waitUntil } from '#/scripts/wait-until.ts';
import {
  offers,
  PASSWORD,
  people,
  PLATFORM_ID,
  platformDetails,
  products,
  SELLER_ID,
} from './demo-catalogue.ts';
import { planDays, type PlannedSale } from './demo-sales.ts';

const WEEKS = 5;
const SETTLE_TIMEOUT_MS = 30_000;

const card = { approved: '4111111111111111', refused: '4000000000000002' } as const;

/** The writing side with the clock in our hand. */
interface World {
  readonly core: Core;
  readonly clock: { now: Timestamp };
  readonly runner: PolicyRunner;
  readonly sandbox: SandboxProcess;
  readonly secrets: Secrets;
}

const context = (correlation: string) => ({
  commandId: randomUUID(),
  platform: PLATFORM_ID,
  actor: 'system',
  correlation,
});

/** Policies and providers have done all that follows from what was written. */
const settled = async ({ core, runner }: World): Promise<void> => {
  const done = await waitUntil(
    async () => {
      const head = await core.store.head();
      return head === undefined || (runner.position() ?? '') >= head ? true : undefined;
    },
    { timeoutMs: SETTLE_TIMEOUT_MS, everyMs: 5 },
  );
  if (!done) throw new Error('the demo world does not settle');
};

const createRecord = <Details, Event extends DomainEvent>(
  { core, clock }: World,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>> & {
    readonly category: Category;
  },
  id: string,
  details: Details,
) => {
  const command = { type: 'Create', details, now: clock.now } as const;
  return core.handler.handle(decider, streamOf(decider.category, id), command, context(id));
};

const createCatalogue = async (world: World): Promise<void> => {
  const { vault } = world.core;
  await createRecord(world, platform, PLATFORM_ID, platformDetails);
  const { email, name, document } = people.seller;
  const subject = await vault.subjectFor(email);
  await createRecord(world, seller, SELLER_ID, {
    platformId: PLATFORM_ID,
    identity: await vault.seal(subject, 'fiscal', { name, document }),
    contact: await vault.seal(subject, 'contact', { email }),
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
  });
  for (const [id, details] of Object.entries(products)) {
    await createRecord(world, product, id, details);
  }
  for (const [id, details] of Object.entries(offers)) await createRecord(world, offer, id, details);
};

const createStaff = async (world: World): Promise<void> => {
  const { vault } = world.core;
  const roles = [
    { ...people.admin, role: 'ADMIN', permissions: [] },
    { ...people.accountant, role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] },
  ] as const;
  for (const { email, staffId, role, permissions } of roles) {
    const subject = await vault.subjectFor(email);
    const contact = await vault.seal(subject, 'contact', { email });
    const details = { platformId: PLATFORM_ID, contact, role, permissions: [...permissions] };
    await createRecord(world, staff, staffId, details);
  }
};

const createUsers = async (databaseUrl: string, secrets: Secrets): Promise<void> => {
  const sessions = await openSessions({
    databaseUrl,
    secret: secrets.sessionSecret,
    publicUrl: 'http://localhost',
  });
  const common = { platformId: PLATFORM_ID, password: PASSWORD };
  const { seller: owner, admin, accountant } = people;
  try {
    const { email, name } = owner;
    await sessions.createUser({ ...common, email, name, sellerId: SELLER_ID, staffId: null });
    for (const person of [admin, accountant]) {
      await sessions.createUser({ ...common, ...person, sellerId: null });
    }
  } finally {
    await sessions.close();
  }
};

const post = async (
  { sandbox, secrets }: World,
  path: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await request(new URL(path, sandbox.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${secrets.sandboxPublicKey}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`the sandbox answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
};

const cardToken = async (world: World, sale: PlannedSale): Promise<string> => {
  const number = sale.end === 'refused' ? card.refused : card.approved;
  const holder = { holder: sale.name, exp_month: '12', exp_year: '2030', cvv: '123' };
  const { token } = await post(world, '/v1/card-tokens', { number, ...holder });
  return String(token);
};

const buy = async (world: World, sale: PlannedSale): Promise<string> => {
  const { core, clock } = world;
  clock.now = sale.at;
  const creditCard =
    sale.method === 'CREDIT_CARD'
      ? { token: await cardToken(world, sale), installments: sale.installments }
      : undefined;
  const isPhysical = sale.offerId === 'demo-camiseta';
  const address = {
    cep: '01001-000',
    street: 'Praça da Sé',
    number: '100',
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
    deliveryOptionId: 'pac',
  };
  const { name, email, offerId, method: paymentMethod, orderBumpsIds } = sale;
  const input = checkoutContract['checkout.purchase'].input.parse({
    ...{ name, email, offerId, paymentMethod, orderBumpsIds: [...orderBumpsIds] },
    phone: '11987654321',
    cpf: syntheticCpf(email),
    ...(creditCard && { creditCard }),
    ...(isPhysical && address),
  });
  const bought = { purchase: input, idempotencyKey: `${sale.at} ${email}`, ip: undefined };
  const { paymentId } = await purchase(core, () => '', bought);
  return paymentId;
};

/** Asks the sandbox how a payment stands, as the janitor does, at the moment that the clock shows. */
const hearOf = async (world: World, paymentId: string): Promise<void> => {
  const { core } = world;
  const stream = streamOf('payment', paymentId);
  const { state } = await core.handler.load(payment, stream);
  if (state.status === 'NONE') throw new Error(`no payment ${paymentId}`);
  const commands = await readBackPayment(paymentId, state, 'read-back', core.ports);
  const wishes = commands.map((command) => ({ command, context: context(paymentId) }));
  await core.handler.handleAll(payment, stream, wishes);
};

const pay = async (world: World, paymentId: string): Promise<void> => {
  const { state } = await world.core.handler.load(payment, streamOf('payment', paymentId));
  if (state.status === 'NONE' || state.transactionId === null) return;
  await post(world, `/sandbox/payments/${state.transactionId}/pay`, {});
  await hearOf(world, paymentId);
};

interface Errand {
  readonly at: Timestamp;
  readonly run: () => Promise<void>;
}

const refundOf = (world: World, paymentId: string, share: number) => async (): Promise<void> => {
  const { core, clock } = world;
  const stream = streamOf('payment', paymentId);
  const { state } = await core.handler.load(payment, stream);
  if (state.status !== 'APPROVED') return;
  const amount = cents(Math.floor(state.requested.amount * share));
  const note = share === 1 ? 'Comprador desistiu dentro da garantia' : 'Abatimento combinado';
  const wish = { refundId: `refund-${paymentId}`, amount, note, now: clock.now };
  await core.handler.handle(
    payment,
    stream,
    { type: 'RequestRefund', ...wish },
    context(paymentId),
  );
};

/** What becomes of a sale after the buyer asked to pay. */
const errandsAfter = (
  world: World,
  sale: PlannedSale,
  paymentId: string,
  nth: number,
): Errand[] => {
  if (sale.end === 'refused') return [];
  if (sale.end === 'unpaid') {
    const at = addSeconds(sale.at, (sale.method === 'PIX' ? 2 : 7) * 86_400);
    return [{ at, run: () => hearOf(world, paymentId) }];
  }
  const paidAt = addSeconds(sale.at, sale.method === 'BILLET' ? 86_400 : 95);
  const paid = { at: paidAt, run: () => pay(world, paymentId) };
  const errands = sale.method === 'CREDIT_CARD' ? [] : [paid];
  if (nth % 17 !== 5) return errands;
  const refundAt = addSeconds(paidAt, 3 * 86_400);
  return [...errands, { at: refundAt, run: refundOf(world, paymentId, nth % 2 === 0 ? 1 : 0.4) }];
};

const release = async ({ core, clock }: World): Promise<void> => {
  const { now } = clock;
  const owner = { platformId: PLATFORM_ID, receiverId: SELLER_ID };
  const command = { type: 'ReleaseReceivables', ...owner, through: dayOf(now), now } as const;
  await core.accounts.handle(owner, { command, context: context(SELLER_ID) }, now);
};

const withdraw = async (world: World, amount: number): Promise<void> => {
  const { core, clock } = world;
  const { now } = clock;
  const { email, name, document } = people.seller;
  const subject = await core.vault.subjectFor(email);
  const destination = { pixKey: document, name, document };
  const withdrawalId = `withdrawal-${dayOf(now)}`;
  const held = {
    platformId: PLATFORM_ID,
    receiverId: SELLER_ID,
    withdrawalId,
    amount: cents(amount),
    fee: platformDetails.withdrawals.fee,
    provider: platformDetails.provider,
    method: 'PIX',
    pixType: 'CNPJ',
    destination: await core.vault.seal(subject, 'fiscal', destination),
    at: now,
  } as const;
  const owner = { platformId: PLATFORM_ID, receiverId: SELLER_ID };
  const command = { type: 'HoldWithdrawal', withdrawal: held } as const;
  await core.accounts.handle(owner, { command, context: context(withdrawalId) }, now);
  await settled(world);
  const paidOut = await waitUntil(() => concluded(world, withdrawalId), {
    timeoutMs: SETTLE_TIMEOUT_MS,
    everyMs: 100,
  });
  if (!paidOut) throw new Error('a demo withdrawal does not end');
};

const concluded = async ({ core }: World, id: string): Promise<true | undefined> => {
  const stream = streamOf('withdrawal', id);
  const { state } = await core.handler.load(withdrawal, stream);
  if (state.status === 'NONE') return undefined;
  if (state.status === 'SETTLED' || state.status === 'FAILED') return true;
  const commands = await readBackWithdrawal(id, state.requested, core.ports);
  const wishes = commands.map((command) => ({ command, context: context(id) }));
  await core.handler.handleAll(withdrawal, stream, wishes);
  return undefined;
};

/** Every second Friday the seller takes most of what is free. */
const withdrawSome = async (world: World, nthDay: number): Promise<void> => {
  if (nthDay % 14 !== 12) return;
  const { core, clock } = world;
  const owner = { platformId: PLATFORM_ID, receiverId: SELLER_ID };
  const { now } = clock;
  const command = { type: 'ReleaseReceivables', ...owner, through: dayOf(now), now } as const;
  const { state } = await core.accounts.handle(
    owner,
    { command, context: context(SELLER_ID) },
    now,
  );
  if (state.status !== 'OPEN' || state.available < 10_000) return;
  await withdraw(world, Math.floor(state.available * 0.7));
};

const live = async (world: World, onProgress: (line: string) => void): Promise<void> => {
  const today = dayOf(timestamp(Temporal.Now.instant()));
  const days = planDays(today, WEEKS * 7);
  let errands: readonly Errand[] = [];
  let nth = 0;
  for (const [index, { day, sales }] of days.entries()) {
    world.clock.now = addSeconds(startOfDay(day), 300);
    await release(world);
    for (const sale of sales) {
      const paymentId = await buy(world, sale);
      errands = [...errands, ...errandsAfter(world, sale, paymentId, nth)];
      nth += 1;
    }
    const end = startOfDay(addDays(day, 1));
    const due = errands.filter(({ at }) => at < end).toSorted((a, b) => (a.at < b.at ? -1 : 1));
    errands = errands.filter(({ at }) => at >= end);
    for (const { at, run } of due) {
      world.clock.now = at;
      await run();
    }
    await settled(world);
    await withdrawSome(world, index);
    if (index % 7 === 6) onProgress(`Demo world: week ${(index + 1) / 7} of ${WEEKS}`);
  }
};

const withoutEnd = <Charge extends { readonly expiresAt?: string }>({
  expiresAt: _,
  ...charge
}: Charge) => charge;

/** The demo's charges ended in its past, where none can be made: the sandbox is not told when, and not asked. */
const withoutExpiry = (ports: Ports): Ports => ({
  ...ports,
  providers: (id) => {
    const provider = ports.providers(id);
    const { createTransaction, getTransaction } = provider;
    if (!createTransaction || !getTransaction) return provider;
    return {
      ...provider,
      createTransaction: async (charge) => withoutEnd(await createTransaction(withoutEnd(charge))),
      getTransaction: async (by) => {
        const found = await getTransaction(by);
        return found && withoutEnd(found);
      },
    };
  },
});

export interface SeedOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Where the server will be reached by the sandbox's notices. */
  readonly webhookBaseUrl: string;
  readonly onProgress: (line: string) => void;
}

/** The demo world of README.md, lived through by commands: catalogue, people, and some weeks of sales, refunds, payouts. */
const seedDemo = async (options: SeedOptions): Promise<void> => {
  const { databaseUrl, dataDir, webhookBaseUrl, onProgress } = options;
  onProgress('Demo world: catalogue and people');
  const secrets = await loadSecrets(dataDir, process.env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const sandbox = await startSandboxProcess({
    databaseFile: join(dataDir, 'sandbox.db'),
    publicUrl: `${webhookBaseUrl}/sandbox`,
    secrets,
    onProblem: (error) => onProgress(String(error)),
  });
  const clock = { now: addSeconds(timestamp(Temporal.Now.instant()), -(WEEKS * 7 + 1) * 86_400) };
  const now = () => clock.now;
  const sandboxUrl = sandbox.url;
  const base = await composeCore({ databaseUrl, secrets, webhookBaseUrl, sandboxUrl, pool, now });
  const ports = withoutExpiry(base.ports);
  const core: Core = { ...base, ports };
  const runner = startPolicyRunner({
    store: core.store,
    dispatch: createDispatcher({ handler: core.handler, accounts: core.accounts, now }),
    checkpoints: await createPostgresCheckpoints(pool),
    ports,
    policies,
    reactions,
    onFailure: ({ policy, error }) => onProgress(`${policy}: ${String(error)}`),
  });
  const world: World = { core, clock, runner, sandbox, secrets };
  try {
    await createCatalogue(world);
    await createStaff(world);
    await createUsers(databaseUrl, secrets);
    await live(world, onProgress);
  } finally {
    await runner.stop();
    await core.store.close();
    await sandbox.stop();
    await pool.end();
  }
};

/** Whether anything happened here yet, and if it did, whether it is the demo. */
const whatIsThere = async (databaseUrl: string): Promise<'nothing' | 'demo' | 'another'> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ log: string | null }>(
      `SELECT to_regclass('ledger.event')::text AS log`,
    );
    if (rows[0]?.log === null) return 'nothing';
    const { rows: first } = await client.query<{ stream: string }>(
      'SELECT stream FROM ledger.event ORDER BY position LIMIT 1',
    );
    if (first[0] === undefined) return 'nothing';
    return first[0].stream === streamOf('platform', PLATFORM_ID) ? 'demo' : 'another';
  } finally {
    await client.end();
  }
};

/** Makes the demo world where nothing is yet. @returns whether the demo is what is there */
export const seedDemoWhenEmpty = async (options: SeedOptions): Promise<boolean> => {
  const found = await whatIsThere(options.databaseUrl);
  if (found === 'nothing') await seedDemo(options);
  return found !== 'another';
};
