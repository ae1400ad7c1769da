import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express, { type ErrorRequestHandler } from 'express';
import type { Callers } from '#/api/auth/callers.ts';
import { checkoutProcedures } from '#/api/checkout/procedures.ts';
import type { ServerMessage } from '#/api/contract/live.ts';
import { makeRecoveryLink } from '#/api/auth/links/recovery-links.ts';
import { procedureRoute } from '#/api/http/procedure.ts';
import { procedures } from '#/api/composition/procedures.ts';
import { sendProblem } from '#/api/http/problem.ts';
import { converse, hasStatus, statusOf } from '#/api/http/testing/converse.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type AnyPerson, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { Client } from './testing/client.ts';
import { openOtherProcess, type OtherProcess } from './testing/other-process.ts';

type Place = Pick<ApiWorld, 'url'>;

const isOf = (topic: string, type: ServerMessage['type']) => (message: ServerMessage) =>
  message.type === type && 'topic' in message && message.topic === topic;

describe('Rights that a person loses while a page is open', () => {
  let world: ApiWorld;
  const clients: Client[] = [];
  let isReadOnly = false;
  let otherProcess: OtherProcess;

  before(async () => {
    const store = createMemoryStore();
    const closable = storeWith(store, {
      append: async (...appended) => {
        if (isReadOnly) throw new Error('the log takes no writes');
        return store.append(...appended);
      },
    });
    world = await apiWorld({ openStore: async () => closable });
    otherProcess = await openOtherProcess(world);
  });
  afterEach(() => {
    isReadOnly = false;
    for (const { socket } of clients.splice(0)) socket.terminate();
  });
  after(async () => {
    await otherProcess.close();
    await world.close();
  });

  const follow = async (as: AnyPerson, topic: string, at: Place = world): Promise<Client> => {
    const client = await new Client(at.url, { cookie: await world.cookieOf(as) }).opened();
    clients.push(client);
    client.subscribe(topic);
    await client.receives(isOf(topic, 'snapshot'));
    return client;
  };
  const refusalOf = (client: Client, topic: string) => client.receives(isOf(topic, 'error'));
  const waitForStatus = async (as: AnyPerson, path: string, status: number, at: Place = world) => {
    const headers = { cookie: await world.cookieOf(as) };
    return eventually(
      async () => (await fetch(`${at.url}${path}`, { headers })).status === status || undefined,
      `${path} is answered ${status}`,
    );
  };
  const otherHandler = () => createCommandHandler({ store: world.store });
  const context = () => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation: 'staff',
  });

  it('end topics and requests when another process takes a flag away, and no other topic', async () => {
    const topic = 'balance:seller-1';
    const [accountant, admin] = [await follow('accountant', topic), await follow('admin', topic)];
    const stream = streamOf('staff', 'accountant-1');
    const { state } = await otherHandler().load(staff, stream);
    if (state.status === 'ABSENT') throw new Error('no accountant');
    const permissions: PermissionFlag[] = ['isDashboardAvailable'];
    const details = { ...state.details, permissions };
    const now = world.services.core.now();
    await otherHandler().handle(staff, stream, { type: 'Revise', details, now }, context());
    expect(await refusalOf(accountant, topic)).to.include({ code: 'session/forbidden' });
    await waitForStatus('accountant', '/api/admin.listSales', 403);
    expect(admin.messages.filter(isOf(topic, 'error'))).to.deep.equal([]);
  });

  it('end topics and requests of a person who is archived', async () => {
    const topic = 'balance:seller-2';
    const bia = await follow('bia', topic);
    const stream = streamOf('seller', 'seller-2');
    const { now } = world.services.core;
    await otherHandler().handle(seller, stream, { type: 'Archive', now: now() }, context());
    expect(await refusalOf(bia, topic)).to.include({ code: 'session/required' });
    await waitForStatus('bia', '/api/seller.getBalance', 401);
  });

  const change = async (procedure: string, input: object): Promise<void> => {
    const { status, text } = await world.post(`/api/admin.${procedure}`, input, { as: 'admin' });
    expect(status, text).to.equal(200);
  };

  it('end in every process that serves the person, when one process takes a flag away', async () => {
    const topic = 'balance:seller-1';
    const path = '/api/admin.listSales';
    const flags: PermissionFlag[] = ['isSalesAvailable', 'isUsersAvailable'];
    const functionary = await world.newFunctionary(flags);
    await waitForStatus(functionary, path, 200, otherProcess);
    const client = await follow(functionary, topic, otherProcess);
    const permissions: PermissionFlag[] = ['isUsersAvailable'];
    await change('reviseFunctionary', { staffId: functionary.personId, permissions, basedOn: 0 });
    expect(await refusalOf(client, topic)).to.include({ code: 'session/forbidden' });
    await waitForStatus(functionary, path, 403, otherProcess);
    await waitForStatus(functionary, '/api/admin.listSellers', 200, otherProcess);
  });

  it('end in every process that serves the person, when one process blocks the person', async () => {
    const topic = 'balance:seller-1';
    const functionary = await world.newFunctionary(['isSalesAvailable']);
    await waitForStatus(functionary, '/api/admin.listSales', 200, otherProcess);
    const client = await follow(functionary, topic, otherProcess);
    await change('blockFunctionary', { staffId: functionary.personId, basedOn: 0 });
    expect(await refusalOf(client, topic)).to.include({ code: 'session/required' });
    await waitForStatus(functionary, '/api/admin.listSales', 401, otherProcess);
  });

  const signIn = async (person: Person): Promise<string> => {
    const request = { email: emailOf(person), password: PASSWORD };
    const { headers } = await world.post('/api/auth/sign-in/email', request);
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  const subscribeBy = async (cookie: string, topic: string): Promise<Client> => {
    const client = await new Client(world.url, { cookie }).opened();
    clients.push(client);
    client.subscribe(topic);
    return client;
  };
  /** Ends a person's sessions, as another process would that dies before it records the sign-out. */
  const endSessionsElsewhere = (person: Person) =>
    world.services.database.query(
      `DELETE FROM auth.session USING auth."user" AS who WHERE who.id = "userId" AND who.email = $1`,
      [emailOf(person)],
    );

  it('end topics when another process ended the sessions and nothing else tells of it', async () => {
    const topic = 'balance:seller-1';
    const attendant = await subscribeBy(await signIn('attendant'), topic);
    await attendant.receives(isOf(topic, 'snapshot'));
    await endSessionsElsewhere('attendant');
    expect(await refusalOf(attendant, topic)).to.include({ code: 'session/required' });
  });

  it('open no topic by a session that this process still has in its cache', async () => {
    const topic = 'balance:seller-1';
    const cookie = await signIn('attendant');
    await world.get('/api/session.get', { headers: { cookie } });
    await endSessionsElsewhere('attendant');
    const attendant = await subscribeBy(cookie, topic);
    expect(await refusalOf(attendant, topic)).to.include({ code: 'session/required' });
    expect(attendant.reported(topic)).to.deep.equal([]);
  });

  it('end topics on the other devices of a person who signs out everywhere while the log takes no writes', async () => {
    const topic = 'balance:seller-1';
    const [here, there] = [await signIn('attendant'), await signIn('attendant')];
    const attendant = await subscribeBy(there, topic);
    await attendant.receives(isOf(topic, 'snapshot'));
    isReadOnly = true;
    const everywhere = { everywhere: true };
    const signedOut = await world.post('/api/auth/sign-out', everywhere, {
      headers: { cookie: here },
    });
    expect(signedOut.status).to.equal(200);
    expect(await refusalOf(attendant, topic)).to.include({ code: 'session/required' });
  });

  it('end topics of staff whose session is idle overnight while the page stays open', async () => {
    const topic = 'balance:seller-1';
    const attendant = await subscribeBy(await signIn('attendant'), topic);
    await attendant.receives(isOf(topic, 'snapshot'));
    await world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - interval '13 hours'`,
    );
    expect(await refusalOf(attendant, topic)).to.include({ code: 'session/required' });
  });

  /** Begins a call whose caller has been admitted, but whose body still lacks its last byte. */
  const beginCall = async (as: Person, path: string) => {
    const { services } = world;
    const admitted = Promise.withResolvers<void>();
    const find: Callers['find'] = async (...lookup) => {
      const caller = await services.callers.find(...lookup);
      admitted.resolve();
      return caller;
    };
    const watched = { ...services, callers: { ...services.callers, find } };
    const onError: ErrorRequestHandler = (error, request, response, _next) => {
      sendProblem(error, request, response, services.logger);
    };
    const route = procedureRoute(procedures(checkoutProcedures), watched);
    const server = createServer(express().use('/api', route, onError));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const conversation = converse(
      url,
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${await world.cookieOf(as)}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{',
    );
    await admitted.promise;
    return {
      finish: async (): Promise<number> => {
        conversation.say('}');
        const exchange = await conversation.until(hasStatus);
        server.close().closeAllConnections();
        return statusOf(exchange);
      },
    };
  };

  it('end a call whose body is still on its way', async () => {
    const { finish } = await beginCall('otherAdmin', '/api/admin.sendTestMail');
    const { now } = world.services.core;
    const stream = streamOf('staff', 'admin-9');
    const archived = { ...context(), platform: 'other' };
    await otherHandler().handle(staff, stream, { type: 'Archive', now: now() }, archived);
    await waitForStatus('otherAdmin', '/api/admin.listSales', 401);
    const before = await world.lastFact();
    expect(await finish()).to.equal(401);
    expect(await world.lastFact()).to.equal(before);
  });

  it('end topics when the person gets a new password', async () => {
    const topic = 'balance:seller-1';
    const deputy = await follow('deputy', topic);
    const email = emailOf('deputy');
    const token = await makeRecoveryLink(world.services.database, email);
    const accepted = { token, email, password: 'cavalo bateria grampo' };
    expect((await world.post('/api/session.acceptInvitation', accepted)).status).to.equal(200);
    expect(await refusalOf(deputy, topic)).to.include({ code: 'session/required' });
  });
});
