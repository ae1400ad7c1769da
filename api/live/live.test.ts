import { expect } from 'chai';
import type { ServerMessage } from '#/api/contract/live.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import type { Person } from '#/api/testing/people.ts';
import { cents } from '#/domain/values/money.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { History } from '#/projections/testing/history.ts';
import { Client } from './testing/client.ts';

const isOf = (topic: string, type: ServerMessage['type']) => (message: ServerMessage) =>
  message.type === type && 'topic' in message && message.topic === topic;

describe('Live updates', () => {
  let world: ApiWorld;
  let history: History;
  const clients: Client[] = [];

  before(async () => {
    world = await apiWorld();
    history = new History();
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.terminate();
  });
  after(() => world.close());

  const connect = async (as?: Person): Promise<Client> => {
    const client = new Client(world.url, as ? { cookie: await world.cookieOf(as) } : {});
    clients.push(client);
    return client.opened();
  };

  const sell = async (amount = 9_700): Promise<string> => {
    const paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(amount) });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    return paymentId;
  };

  it('notifies an anonymous client that knows the payment’s id when the payment is approved', async () => {
    const paymentId = history.purchase({ sellerId: 'seller-1' });
    history.submit(paymentId);
    await world.happen(history);
    const buyer = await connect();
    buyer.subscribe(`payment:${paymentId}`);
    const first = await buyer.receives(isOf(`payment:${paymentId}`, 'snapshot'));
    expect(first).to.have.deep.property('data', {
      status: 'PENDING',
      approvedAt: null,
      refundedAmount: 0,
    });
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const paid = await buyer.receives(
      (message) => message.type === 'delta' && Object(message.data).status === 'APPROVED',
    );
    expect(Object(paid).data.refundedAmount).to.equal(0);
  });

  it('sends a seller’s balance as a snapshot, then changes, in order of position, up to the current one', async () => {
    const topic = 'balance:seller-1';
    await sell();
    const ana = await connect('ana');
    ana.subscribe(topic);
    const before = await ana.receives(isOf(topic, 'snapshot'));
    await sell();
    await sell();
    const { body } = await world.get('/api/seller.getBalance', { as: 'ana' });
    const { pending } = Object(body);
    await ana.receives(
      (message) => message.type === 'delta' && Object(message.data).pending === pending,
    );
    expect(pending).to.be.greaterThan(Object(before).data.pending);
    const positions = ana.reported(topic).map(({ position }) => position);
    expect(positions).to.deep.equal(positions.toSorted());
  });

  it('resumes after a broken connection without a gap or a new snapshot', async () => {
    const topic = 'sales:seller-1';
    const uninterrupted = await connect('ana');
    uninterrupted.subscribe(topic);
    await uninterrupted.receives(isOf(topic, 'snapshot'));
    const first = await sell();
    const lastSeen = await uninterrupted.receives(
      (message) => message.type === 'delta' && Object(message.data).paymentId === first,
    );
    const since = Object(lastSeen).position;
    const missed = [await sell(), await sell(), await sell()];

    const resumedClient = await connect('ana');
    resumedClient.subscribe(topic, since);
    const last = missed.at(-1);
    const isLast = (message: ServerMessage) =>
      message.type === 'delta' && Object(message.data).paymentId === last;
    await resumedClient.receives(isLast);
    await uninterrupted.receives(isLast);
    expect(resumedClient.messages.map(({ type }) => type)).to.not.include('snapshot');
    const after = uninterrupted
      .reported(topic)
      .filter(({ type, position }) => type === 'delta' && position > since);
    const resumed = resumedClient.reported(topic).filter(({ position }) => position > since);
    expect(resumed).to.deep.equal(after);
    expect(new Set(resumed.map(({ data }) => Object(data).paymentId))).to.include.all.keys(missed);
  });

  it('answers an unknown position with a snapshot', async () => {
    const ana = await connect('ana');
    ana.subscribe('balance:seller-1', '0');
    await ana.receives(isOf('balance:seller-1', 'snapshot'));
  });

  it('shows an administrator the platform’s figures and a seller’s sales', async () => {
    const admin = await connect('admin');
    admin.subscribe('platform:demo');
    const { data } = Object(await admin.receives(isOf('platform:demo', 'snapshot')));
    expect(data).to.have.all.keys('day', 'approvedCount', 'approvedAmount', 'fees');
    admin.subscribe('sales:seller-1');
    await admin.receives(isOf('sales:seller-1', 'snapshot'));
  });

  const refused: readonly (readonly [Person | undefined, string, string])[] = [
    [undefined, 'balance:seller-1', 'session/required'],
    [undefined, 'sales:seller-1', 'session/required'],
    [undefined, 'platform:demo', 'session/required'],
    [undefined, 'payment:nobody-knows-this', 'payment/not-found'],
    ['bia', 'balance:seller-1', 'resource/not-found'],
    ['bia', 'balance:nobody', 'resource/not-found'],
    ['bia', 'sales:seller-1', 'resource/not-found'],
    ['bia', 'platform:demo', 'session/forbidden'],
    ['clerk', 'balance:seller-1', 'session/forbidden'],
    ['clerk', 'platform:demo', 'session/forbidden'],
    ['accountant', 'platform:demo', 'session/forbidden'],
    ['otherAdmin', 'platform:demo', 'resource/not-found'],
    ['otherAdmin', 'balance:seller-1', 'resource/not-found'],
  ];

  for (const [person, topic, code] of refused) {
    it(`rejects a subscription of ${person ?? 'an anonymous client'} to ${topic} with ${code}`, async () => {
      const client = await connect(person);
      client.subscribe(topic);
      expect(await client.receives(isOf(topic, 'error'))).to.have.property('code', code);
      expect(client.reported(topic)).to.deep.equal([]);
    });
  }

  it('ends a session’s subscriptions when it signs out, and keeps those of other sessions', async () => {
    const topic = 'balance:seller-1';
    const signIn = { email: emailOf('ana'), password: PASSWORD };
    const { headers } = await world.post('/api/auth/sign-in/email', signIn);
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const tab = await new Client(world.url, { cookie: `theme=dark; ${cookie}` }).opened();
    const other = await connect('ana');
    clients.push(tab);
    for (const client of [tab, other]) {
      client.subscribe(topic);
      await client.receives(isOf(topic, 'snapshot'));
    }
    await world.post('/api/auth/sign-out', {}, { headers: { cookie } });
    expect(await tab.receives(isOf(topic, 'error'))).to.include({ code: 'session/required' });
    other.say({ type: 'ping' });
    await other.receives(({ type }) => type === 'pong');
    expect(other.messages.filter(isOf(topic, 'error'))).to.deep.equal([]);
  });

  it('ends all subscriptions of a person who signs out on all devices, even in another process', async () => {
    const topic = 'balance:seller-2';
    const follow = async (cookie: string) => {
      const client = await new Client(world.url, { cookie }).opened();
      clients.push(client);
      client.subscribe(topic);
      await client.receives(isOf(topic, 'snapshot'));
      return client;
    };
    const signIn = { email: emailOf('bia'), password: PASSWORD };
    const cookies: string[] = [];
    for (let device = 0; device < 3; device += 1) {
      const { headers } = await world.post('/api/auth/sign-in/email', signIn);
      cookies.push(headers.getSetCookie()[0]?.split(';', 1)[0] ?? '');
    }
    const [here = '', there = '', remoteCookie = ''] = cookies;
    const staff = await connect('admin');
    staff.subscribe(topic);
    await staff.receives(isOf(topic, 'snapshot'));
    // Ends the session as another process would: this process still has it cached.
    const remote = await follow(remoteCookie);
    const token = decodeURIComponent(remoteCookie.split('=')[1] ?? '').split('.')[0];
    await world.services.database.query('DELETE FROM auth.session WHERE token = $1', [token]);
    const bia = { platformId: 'demo', kind: 'seller', personId: 'seller-2' } as const;
    const everywhere = { type: 'RecordSignOut', cause: 'EVERYWHERE' } as const;
    world.services.trail.recordLater(async () => [bia], everywhere, '127.0.0.1');
    expect(await remote.receives(isOf(topic, 'error'))).to.include({ code: 'session/required' });

    const near = await follow(there);
    await world.post('/api/auth/sign-out', { everywhere: true }, { headers: { cookie: here } });
    expect(await near.receives(isOf(topic, 'error'))).to.include({ code: 'session/required' });
    staff.say({ type: 'ping' });
    await staff.receives(({ type }) => type === 'pong');
    expect(staff.messages.filter(isOf(topic, 'error'))).to.deep.equal([]);
  });

  it('sends no changes of a topic after the client unsubscribes', async () => {
    const topic = 'balance:seller-1';
    const ana = await connect('ana');
    ana.subscribe(topic);
    await ana.receives(isOf(topic, 'snapshot'));
    ana.say({ type: 'unsubscribe', topic });
    ana.say({ type: 'ping' });
    await ana.receives(({ type }) => type === 'pong');
    const before = ana.reported(topic).length;
    const other = await connect('ana');
    other.subscribe(topic);
    await other.receives(isOf(topic, 'snapshot'));
    await sell();
    await other.receives(isOf(topic, 'delta'));
    expect(ana.reported(topic)).to.have.lengthOf(before);
  });

  it('sends `resync` after a rebuild, and a snapshot to a client that names an earlier position', async () => {
    const topic = 'balance:seller-1';
    const ana = await connect('ana');
    ana.subscribe(topic);
    const { position } = Object(await ana.receives(isOf(topic, 'snapshot')));
    const { database: pool, projections: running } = world.services;
    await rebuild({ store: world.store, pool, projections: [sellerBalance] });
    await running.refresh();
    await ana.receives(isOf(topic, 'resync'));
    ana.messages.length = 0;
    ana.subscribe(topic, position);
    await ana.receives(isOf(topic, 'snapshot'));
  });

  it('answers invalid messages with errors and keeps the socket open', async () => {
    const client = await connect();
    for (const message of ['{', '[]', '{"type":"subscribe"}', '{"type":"subscribe","topic":"x"}']) {
      client.say(message);
    }
    client.say({ type: 'ping' });
    await client.receives(({ type }) => type === 'pong');
    const errors = client.messages.filter(({ type }) => type === 'error');
    expect(errors).to.have.lengthOf(4);
  });

  it('closes a socket that sends too many messages or an overlong one', async () => {
    const talker = await connect();
    const closed = talker.closed();
    for (let index = 0; index < 60; index += 1) talker.say({ type: 'ping' });
    expect(await closed).to.equal(1008);
    const writer = await connect();
    const closedAfter = writer.closed();
    writer.say(`{"type":"ping","x":"${'x'.repeat(5_000)}"}`);
    expect(await closedAfter).to.equal(1009);
  });

  it('rejects a connection from another site with 403', async () => {
    const evil = new Client(world.url, { origin: 'https://evil.example' });
    clients.push(evil);
    const failure = await evil.opened().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    expect(failure).to.include('403');
  });
});
