import { expect } from 'chai';
import { sweepSessions } from '#/api/auth/session-end/ended-sessions.ts';
import type { OpenSession } from '#/api/contract/person.ts';
import type { SessionLine } from '#/api/contract/master.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type NewPerson, type Person } from '#/api/testing/people.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { seller as sellerRecord } from '#/domain/seller/seller.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const REASON = 'Entrada de um lugar estranho';

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('Sessions of a person, for masters', () => {
  let world: ApiWorld;
  let clerk: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  beforeEach(async () => {
    clerk = await world.newFunctionary(['isSalesAvailable']);
  });

  const enter = async (email: string): Promise<string> =>
    cookieIn(await world.post('/api/auth/sign-in/email', { email, password: PASSWORD }));

  const open = async (
    { kind, personId }: Pick<NewPerson, 'kind' | 'personId'>,
    cookie: string,
  ): Promise<readonly OpenSession[]> => {
    const path = `/api/master.listOpenSessions?kind=${kind}&personId=${personId}`;
    return Object((await world.get(path, { headers: { cookie } })).body).sessions;
  };

  const end = (
    { kind, personId }: Pick<NewPerson, 'kind' | 'personId'>,
    sessionId: string,
    as: { readonly cookie: string },
  ): Promise<ApiAnswer> => {
    const input = { kind, personId, sessionId, reason: REASON };
    return world.post('/api/master.endSession', input, { headers: as });
  };

  const who = async (cookie: string) =>
    (await world.get('/api/session.get', { headers: { cookie } })).body;

  it('are listed and ended one by one, with the reason and the master on record', async () => {
    const master = await enter(emailOf('master'));
    const [kept, lost] = [await enter(clerk.email), await enter(clerk.email)];
    const [newest] = await open(clerk, master);
    const following = world.services.callers.follow(new Headers({ cookie: lost }), 'watches');
    expect(await following()).to.include({ role: 'FUNCTIONARY' });
    expect((await end(clerk, newest?.sessionId ?? '', { cookie: master })).status).to.equal(200);
    expect(await following(), 'a socket of the session').to.equal(undefined);
    expect([await who(lost), Object(await who(kept)).role]).to.deep.equal([null, 'FUNCTIONARY']);
    expect(await open(clerk, master)).to.have.length(1);
    const sweep = () => sweepSessions(world.services, (error) => expect.fail(String(error)));
    await Promise.all([sweep(), sweep()]);
    const line = await eventually(async () => {
      const path = `/api/master.listSessionLog?personId=${clerk.personId}&kind=SIGNED_OUT`;
      const { body } = await world.get(path, { headers: { cookie: master } });
      const items: readonly SessionLine[] = Object(body).items;
      return items[0] && items;
    }, 'the end is on record');
    expect(line.map(({ cause, reason }) => [cause, reason])).to.deep.equal([['REVOKED', REASON]]);
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const ends = log.filter(({ type, data }) => type === 'SignedOut' && data.includes('REVOKED'));
    expect(ends.map(({ meta }) => JSON.parse(meta).actor)).to.deep.equal(['master:master-1']);
  });

  it('are listed and ended also while their user acts as another member', async () => {
    const master = await enter(emailOf('master'));
    const seller = await world.newSeller();
    const cookie = await signInAsBoth(world, clerk, seller);
    expect(Object(await who(cookie)).role).to.equal('SELLER');
    expect(await open(clerk, master)).to.have.length(1);
    const sessionId = (await open(clerk, master))[0]?.sessionId ?? '';
    expect((await end(clerk, sessionId, { cookie: master })).status).to.equal(200);
    expect(await who(cookie)).to.equal(null);
  });

  it('are not ended twice, by another id, without a reason or with one that names the person, nor by anyone but a master', async () => {
    const master = await enter(emailOf('master'));
    const cookie = await enter(clerk.email);
    const sessionId = (await open(clerk, master))[0]?.sessionId ?? '';
    const other = await world.newFunctionary([]);
    expect((await end(other, sessionId, { cookie: master })).status, 'not theirs').to.equal(404);
    const input = { kind: clerk.kind, personId: clerk.personId, sessionId, reason: ' ' };
    const silent = await world.post('/api/master.endSession', input, {
      headers: { cookie: master },
    });
    expect(silent.status, 'no reason').to.equal(400);
    const naming = { ...input, reason: `Ligação de ${clerk.email}` };
    const named = await world.post('/api/master.endSession', naming, {
      headers: { cookie: master },
    });
    expect(named.text, 'the reason stays on record').to.include('subject/named-in-reason');
    const admin: Person = 'admin';
    const theirs = await end(clerk, sessionId, { cookie: await enter(emailOf(admin)) });
    expect(theirs.status, 'by an administrator').to.equal(403);
    expect(await who(cookie)).to.include({ role: 'FUNCTIONARY' });
    const answers = await Promise.all([
      end(clerk, sessionId, { cookie: master }),
      end(clerk, sessionId, { cookie: master }),
    ]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 404]);
  });

  it('are not ended with a reason that names the record as which their user acts', async () => {
    const { core } = world.services;
    const seller = await world.newSeller();
    await signInAsBoth(world, clerk, seller);
    const { state } = await core.handler.load(sellerRecord, streamOf('seller', seller.personId));
    const identity = await core.vault.decrypt<Identity>(activeDetails(state).identity);
    const document = identity?.document ?? expect.fail('the seller has a document');
    const [session] = await open(clerk, await world.cookieOf('master'));
    const about = { sessionId: session?.sessionId, reason: `Ligação de ${document}` };
    // The end is recorded at the seller, by whomever the master found the session.
    for (const { kind, personId } of [seller, clerk]) {
      const refused = await world.post(
        '/api/master.endSession',
        { kind, personId, ...about },
        { as: 'master' },
      );
      expect(refused.text, kind).to.include('subject/named-in-reason');
    }
    expect(await open(clerk, await world.cookieOf('master'))).to.have.length(1);
  });

  it('are on record also if everyone whom their user could be is blocked', async () => {
    const seller = await world.newSeller();
    const block = { sellerId: seller.personId, basedOn: 0 };
    const blocked = await world.post('/api/admin.blockSeller', block, { as: 'admin' });
    expect(blocked.status, blocked.text).to.equal(200);
    await enter(seller.email);
    const cookie = await world.cookieOf('master');
    const [session] = await open(seller, cookie);
    const ended = await end(seller, session?.sessionId ?? '', { cookie });
    expect(ended.status, ended.text).to.equal(200);
    await sweepSessions(world.services, (error) => expect.fail(String(error)));
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const metas = log
      .filter(({ type, data }) => type === 'SignedOut' && data.includes(seller.personId))
      .filter(({ data }) => data.includes('REVOKED'))
      .map(({ meta }) => JSON.parse(meta));
    expect(metas).to.have.length(1);
    expect(metas[0]).to.include({ actor: 'master:master-1', reason: REASON });
  });

  it('leave the master in the session from which they end others', async () => {
    const master = await enter(emailOf('master'));
    const self = { kind: 'master', personId: 'master-1' } as const;
    const own = (await open(self, master)).find(({ isThis }) => isThis);
    expect((await end(self, own?.sessionId ?? '', { cookie: master })).status).to.equal(404);
    expect(await who(master)).to.include({ role: 'MASTER' });
  });
});
