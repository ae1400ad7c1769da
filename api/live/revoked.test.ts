import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ServerMessage } from '#/api/contract/live.ts';
import { invite } from '#/api/auth/invitations.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { Client } from './testing/client.ts';

const isOf = (topic: string, type: ServerMessage['type']) => (message: ServerMessage) =>
  message.type === type && 'topic' in message && message.topic === topic;

describe('Rights that a person loses while a page is open', () => {
  let world: ApiWorld;
  const clients: Client[] = [];

  before(async () => {
    world = await apiWorld();
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.terminate();
  });
  after(() => world.close());

  const follow = async (as: Person, topic: string): Promise<Client> => {
    const client = await new Client(world.url, { cookie: await world.cookieOf(as) }).opened();
    clients.push(client);
    client.subscribe(topic);
    await client.receives(isOf(topic, 'snapshot'));
    return client;
  };
  const refusalOf = (client: Client, topic: string) => client.receives(isOf(topic, 'error'));
  /** Waits until the server answers so. */
  const answers = (as: Person, path: string, status: number) =>
    eventually(
      async () => (await world.get(path, { as })).status === status || undefined,
      `${path} is answered ${status}`,
    );
  /** Another process of the product on the same log. */
  const elsewhere = () => createCommandHandler({ store: world.store });
  const by = () => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation: 'staff',
  });

  it('end topics and requests when another process takes a flag away, and no other topic', async () => {
    const topic = 'balance:seller-1';
    const [accountant, admin] = [await follow('accountant', topic), await follow('admin', topic)];
    const stream = streamOf('staff', 'accountant-1');
    const { state } = await elsewhere().load(staff, stream);
    if (state.status === 'ABSENT') throw new Error('no accountant');
    const permissions: PermissionFlag[] = ['isDashboardAvailable'];
    const details = { ...state.details, permissions };
    const now = world.services.core.now();
    await elsewhere().handle(staff, stream, { type: 'Revise', details, now }, by());
    expect(await refusalOf(accountant, topic)).to.include({ code: 'session/forbidden' });
    await answers('accountant', '/api/admin.listSales', 403);
    expect(admin.messages.filter(isOf(topic, 'error'))).to.deep.equal([]);
  });

  it('end topics and requests of who is archived', async () => {
    const topic = 'balance:seller-2';
    const bia = await follow('bia', topic);
    const stream = streamOf('seller', 'seller-2');
    const { now } = world.services.core;
    await elsewhere().handle(seller, stream, { type: 'Archive', now: now() }, by());
    expect(await refusalOf(bia, topic)).to.include({ code: 'session/required' });
    await answers('bia', '/api/seller.getBalance', 401);
  });

  it('end topics when the person gets a new password', async () => {
    const topic = 'balance:seller-1';
    const deputy = await follow('deputy', topic);
    const email = emailOf('deputy');
    const token = await invite(world.services.database, email, 'demo');
    const accepted = { token, email, password: 'cavalo bateria grampo' };
    expect((await world.post('/api/session.acceptInvitation', accepted)).status).to.equal(200);
    expect(await refusalOf(deputy, topic)).to.include({ code: 'session/required' });
  });
});
