import { expect } from 'chai';
import { codeIn, impersonating } from '#/api/auth/testing/impersonating.ts';
import { startWorkers } from '#/api/composition/start-workers.ts';
import type { ServerMessage } from '#/api/contract/live.ts';
import type { Session } from '#/api/contract/session.ts';
import { Client } from '#/api/live/testing/client.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, membershipOf, people } from '#/api/testing/people.ts';
import type { Timers } from '#/domain/ports/machine.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { leadAlone } from '#/ledger/leases/leases.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { recordEndedImpersonations, sweepImpersonations } from './impersonate.ts';

const { sellerId } = people.ana;
const { staffId } = people.clerk;
const FLAGS = ['isUsersAvailable', 'isUsersLoginAvailable'] as const;

const rethrow = (error: unknown): never => {
  throw error;
};

describe('An impersonation ends', () => {
  let world: ApiWorld;
  const { signIn, get, post, begin, enter, sessionOf, ...records } = impersonating(() => world);
  const { grant, archive, restoreSeller, listSeenBy } = records;

  beforeEach(async () => {
    world = await apiWorld();
    await grant(staffId, FLAGS);
  });
  afterEach(() => world.close());

  const query = (text: string, values: readonly unknown[] = []) =>
    world.services.database.query(text, [...values]);

  /** Services that cannot write to the streams for which `fails` is true, as in a process that dies. */
  const servicesThatFail = (fails: (stream: string) => boolean) => {
    const { core, sessions } = world.services;
    const handle: CommandHandler['handle'] = async (decider, stream, ...command) => {
      if (fails(stream)) throw new Error('the process dies');
      return core.handler.handle(decider, stream, ...command);
    };
    return { core: { handler: { ...core.handler, handle } }, sessions };
  };

  const becomes = (cookie: string, role: (Session & object)['role'] | undefined) =>
    eventually(
      async () => (await sessionOf(cookie))?.role === role || undefined,
      `the session is of ${role ?? 'no one'}`,
    );

  const lastSeenByAna = async () => {
    await recordEndedImpersonations(world.services, rethrow);
    const [last] = await listSeenBy('ana');
    return last;
  };

  it('after half an hour, and is on record as of then', async () => {
    const cookie = await enter('clerk');
    await query(`UPDATE auth.impersonation SET ends_at = now() - interval '1 minute'`);
    await becomes(cookie, 'FUNCTIONARY');
    const { rows } = await query('SELECT ends_at AS "endsAt" FROM auth.impersonation');
    expect((await lastSeenByAna())?.endedAt).to.equal(rows[0].endsAt.toISOString());
    expect((await query('SELECT FROM auth.impersonation')).rowCount).to.equal(0);
    expect((await begin(cookie, people.bia.sellerId)).status, 'and may begin again').to.equal(200);
    expect(await sessionOf(cookie)).to.include({ sellerId: people.bia.sellerId });
  });

  it('when either flag is taken away, and does not go on when the flag is given back', async () => {
    for (const flag of FLAGS) {
      const cookie = await enter('clerk');
      await grant(staffId, [flag]);
      await becomes(cookie, 'FUNCTIONARY');
      await grant(staffId, FLAGS);
      await eventually(
        async () => (await get(cookie, 'admin.listSellers')).status === 200 || undefined,
        'the flags are back',
      );
      expect(await sessionOf(cookie)).to.include({ role: 'FUNCTIONARY', impersonation: null });
    }
    expect((await lastSeenByAna())?.endedAt).to.be.a('string');
  });

  it('when a flag is taken away and given back before the next request', async () => {
    const cookie = await enter('clerk');
    await grant(staffId, []);
    await grant(staffId, FLAGS);
    await becomes(cookie, 'FUNCTIONARY');
    expect((await lastSeenByAna())?.endedAt).to.be.a('string');
  });

  it('when the seller is blocked and restored before the next request', async () => {
    const cookie = await enter('clerk');
    await archive('seller', sellerId);
    await restoreSeller(sellerId);
    await becomes(cookie, 'FUNCTIONARY');
    expect((await begin(cookie, sellerId)).status, 'and may begin again').to.equal(200);
  });

  /** The background work of a process, whose pauses of up to a minute end early by `passMinute`. */
  const startWork = () => {
    const { core, database: pool } = world.services;
    let minute = Promise.withResolvers<void>();
    const pause: Timers['pause'] = (ms, signal) => {
      const whole = core.machine.pause(ms, signal);
      return ms > 60_000 ? whole : Promise.race([whole, minute.promise]);
    };
    const machine = { ...core.machine, pause };
    const checkpoints = createMemoryCheckpoints('');
    const parts = { ...world.services, pool, checkpoints, core: { ...core, machine } };
    const { stop } = startWorkers(parts, leadAlone);
    const passMinute = (): void => {
      minute.resolve();
      minute = Promise.withResolvers<void>();
    };
    return { stop, passMinute };
  };

  it('within a minute, and on record, even without a request', async () => {
    const [ended, current] = [await enter('clerk'), await enter('deputy')];
    await post(await enter('admin', people.bia.sellerId), 'auth/sign-out', {});
    const { stop, passMinute } = startWork();
    const recorded = (left: number) =>
      eventually(async () => {
        const { rowCount } = await query('SELECT FROM auth.impersonation');
        if (rowCount === left) return true;
        passMinute();
        return undefined;
      }, `all but ${left} are on record`);
    try {
      await recorded(2);
      await grant(staffId, []);
      await recorded(1);
    } finally {
      await stop();
    }
    const items = await listSeenBy('ana');
    expect(items.map(({ endedAt }) => typeof endedAt)).to.have.members(['string', 'object']);
    await becomes(ended, 'FUNCTIONARY');
    await becomes(current, 'SELLER');
  });

  it('on record of both people, once, though the process died between the two records and staff went on', async () => {
    await post(await enter('clerk'), 'auth/sign-out', {});
    let writesLeft = 1;
    const errors: unknown[] = [];
    const dying = servicesThatFail(() => (writesLeft -= 1) < 0);
    await recordEndedImpersonations(dying, (error) => errors.push(error));
    expect(errors).to.have.length(1);
    const address = '127.0.0.1';
    const person = { platformId: 'demo', kind: 'staff', personId: staffId } as const;
    await world.services.trail.record(person, { type: 'RecordSignOut', cause: 'ASKED' }, address);
    expect((await lastSeenByAna())?.endedAt).to.be.a('string');
    const events = (await Array.fromAsync(world.store.readAll({}))).flat().map(decode);
    const ends = events.flatMap(({ type, data }) => (type === 'ImpersonationEnded' ? [data] : []));
    expect(ends.map(({ kind, personId }) => [kind, personId])).to.deep.equal([
      ['staff', staffId],
      ['seller', sellerId],
    ]);
    expect((await query('SELECT FROM auth.impersonation')).rowCount).to.equal(0);
  });

  it('on record, though the end of another impersonation cannot be recorded yet', async () => {
    await post(await enter('clerk'), 'auth/sign-out', {});
    await post(await enter('deputy', people.bia.sellerId), 'auth/sign-out', {});
    const failures: unknown[] = [];
    const failing = servicesThatFail((stream) => stream.includes(staffId));
    await sweepImpersonations(failing, (error) => failures.push(error));
    expect(failures).to.have.length(1);
    const [seenByBia] = await listSeenBy('bia');
    expect(seenByBia?.endedAt).to.be.a('string');
    expect((await query('SELECT FROM auth.impersonation')).rowCount, 'waits').to.equal(1);
    expect((await lastSeenByAna())?.endedAt).to.be.a('string');
  });

  it('when the member of staff is blocked, with the session', async () => {
    const cookie = await enter('clerk');
    await archive('staff', staffId);
    await becomes(cookie, undefined);
    expect((await get(cookie, 'seller.getBalance')).status).to.equal(401);
  });

  it('when the seller is blocked, whom no one can impersonate then', async () => {
    const cookie = await enter('clerk');
    await archive('seller', sellerId);
    await becomes(cookie, 'FUNCTIONARY');
    expect(codeIn(await begin(cookie, sellerId))).to.equal('record/archived');
  });

  it('with the session: by a sign-out, a new password, idle hours, and another membership', async () => {
    const { sessions, callers } = world.services;
    const signedOut = await enter('clerk');
    await post(signedOut, 'auth/sign-out', {});
    expect(await sessionOf(signedOut)).to.equal(null);

    const renewed = await enter('clerk');
    await sessions.setPassword({ email: emailOf('clerk'), password: 'cavalo bateria grampo' });
    expect(await sessionOf(renewed)).to.equal(null);
    expect((await lastSeenByAna())?.endedAt).to.be.a('string');
    expect((await query('SELECT FROM auth.impersonation')).rowCount).to.equal(0);

    const idle = await enter('admin');
    await query(`UPDATE auth.session SET "updatedAt" = now() - interval '13 hours'`);
    await becomes(idle, undefined);

    const chosen = await enter('deputy');
    await sessions.memberships.join(
      { email: emailOf('deputy'), name: 'deputy' },
      {
        platformId: 'demo',
        kind: 'seller',
        personId: 'seller-of-deputy',
      },
    );
    const headers = new Headers({ cookie: chosen });
    for (const membership of [
      { platformId: 'demo', kind: 'seller', personId: 'seller-of-deputy' } as const,
      membershipOf('deputy'),
    ])
      expect(await sessions.memberships.choose(headers, membership)).to.equal(true);
    expect(await callers.find(headers)).to.include({ role: 'ADMIN' });
  });

  const isOf = (topic: string, type: ServerMessage['type']) => (message: ServerMessage) =>
    message.type === type && 'topic' in message && message.topic === topic;

  it('for open sockets too, and its begin ends the topics that the member of staff had open', async () => {
    const cookie = await signIn('admin');
    const client = await new Client(world.url, { cookie }).opened();
    client.subscribe('platform:demo');
    await client.receives(isOf('platform:demo', 'snapshot'));
    await begin(cookie, sellerId);
    expect(await client.receives(isOf('platform:demo', 'error'))).to.include({
      code: 'session/forbidden',
    });
    client.subscribe(`balance:${people.bia.sellerId}`);
    expect(await client.receives(isOf(`balance:${people.bia.sellerId}`, 'error'))).to.include({
      code: 'resource/not-found',
    });
    client.socket.terminate();

    const asSeller = await enter('clerk');
    const reader = await new Client(world.url, { cookie: asSeller }).opened();
    reader.subscribe(`balance:${sellerId}`);
    await reader.receives(isOf(`balance:${sellerId}`, 'snapshot'));
    await query('UPDATE auth.impersonation SET ends_at = now()');
    expect(await reader.receives(isOf(`balance:${sellerId}`, 'error'))).to.include({
      code: 'session/forbidden',
    });
    reader.socket.terminate();
  });
});
