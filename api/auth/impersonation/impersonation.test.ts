import { expect } from 'chai';
import { access } from '#/api/auth/access.ts';
import { codeIn, impersonating, REASON } from '#/api/auth/testing/impersonating.ts';
import type { AccessEntry } from '#/api/contract/access.ts';
import { contract, type OutputOf, type ProcedureName } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { faultyStore } from '#/api/testing/faulty-store.ts';
import { emailOf, PASSWORD, people, makeBuyer } from '#/api/testing/people.ts';
import { queryText, validInputs } from '#/api/testing/valid-inputs.ts';
import { decode } from '#/ledger/codec.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { sweepImpersonations } from './impersonate.ts';

const { sellerId } = people.ana;

describe('A member of staff who impersonates a seller', () => {
  let world: ApiWorld;
  const { store, fault } = faultyStore();
  const { signIn, get, post, begin, enter, sessionOf, grant, listSeenBy } = impersonating(
    () => world,
  );

  before(async () => {
    world = await apiWorld({ openStore: async () => store });
  });
  afterEach(() => {
    delete fault.refused;
  });
  after(() => world.close());

  const call = (cookie: string, name: ProcedureName) =>
    contract[name].kind === 'query'
      ? get(cookie, `${name}?${queryText(validInputs[name])}`)
      : post(cookie, name, validInputs[name]);

  it('reads what the seller reads, until they go back to their own account', async () => {
    const cookie = await signIn('admin');
    expect((await begin(cookie, sellerId)).status).to.equal(200);
    const session = await sessionOf(cookie);
    expect(session).to.include({
      role: 'SELLER',
      sellerId,
      name: 'Loja ana',
      email: emailOf('ana'),
    });
    expect(session?.impersonation?.by).to.equal(emailOf('admin'));
    const remainingMs = Date.parse(session?.impersonation?.until ?? '') - Date.now();
    expect(remainingMs).to.be.within(25 * 60_000, 30 * 60_000);
    expect((await get(cookie, 'seller.getBalance')).body).to.include({ sellerId, available: 0 });

    for (let times = 0; times < 2; times += 1)
      expect((await post(cookie, 'session.endImpersonation', {})).status).to.equal(200);
    const after = await sessionOf(cookie);
    expect(after).to.include({ role: 'ADMIN', email: emailOf('admin'), impersonation: null });
    expect((await get(cookie, 'seller.getBalance')).status).to.equal(403);
    expect((await get(cookie, 'admin.listSellers')).status).to.equal(200);
  });

  it('can impersonate only an active seller of their platform, and only for a reason without personal data', async () => {
    const cookie = await signIn('admin');
    for (const other of ['unknown', people.otherSeller.sellerId, people.clerk.staffId])
      expect((await begin(cookie, other)).status, other).to.equal(404);
    for (const reason of ['', 'quer', '     x     ', 'x'.repeat(301)])
      expect((await begin(cookie, sellerId, reason)).status, reason).to.equal(400);
    expect(codeIn(await begin(cookie, sellerId, 'Loja de 529.982.247-25 ligou'))).to.equal(
      'subject/named-in-reason',
    );
    expect(await sessionOf(cookie)).to.include({ role: 'ADMIN' });
    expect((await post(await signIn('ana'), 'session.endImpersonation', {})).status).to.equal(200);
  });

  it('changes nothing: only queries and searches of sellers and of anyone are allowed', async () => {
    const cookie = await enter();
    const before = await world.lastFact();
    const counted = { refused: 0, answered: 0 };
    for (const name of procedureNames.filter((each) => each !== 'session.endImpersonation')) {
      const answer = await call(cookie, name);
      const needed = access[name];
      // A receipt is a file to hand on, as an export is.
      if (name === 'seller.takeReceipt') expect(codeIn(answer)).to.equal('session/impersonating');
      else if (contract[name].kind !== 'mutation' && (needed === 'public' || needed === 'seller')) {
        counted.answered += 1;
        expect(answer.status, `${name}: ${answer.text}`).to.not.be.oneOf([401, 403, 500]);
      } else {
        counted.refused += 1;
        expect(codeIn(answer), name).to.equal('session/impersonating');
      }
    }
    expect(counted.answered).to.be.greaterThan(15);
    expect(counted.refused).to.be.greaterThan(90);
    for (const name of ['journal', 'sales']) {
      const exported = await get(cookie, `export.${name}?from=2026-11-01&to=2026-11-30`);
      expect(codeIn(exported), name).to.equal('session/impersonating');
    }
    const stepUp = await post(cookie, 'auth/step-up', { password: PASSWORD });
    expect(codeIn(stepUp)).to.equal('session/impersonating');
    expect(codeIn(await begin(cookie, people.bia.sellerId)), 'nor as another').to.equal(
      'session/impersonating',
    );
    expect(await world.lastFact()).to.equal(before);
    expect(await sessionOf(cookie)).to.include({ role: 'SELLER', sellerId });
  });

  it('sees documents only with the flag for documents, and what they open is on the record of staff, not of the seller', async () => {
    const history = new History(world.services.core.now());
    const buyer = await makeBuyer(world.services.core, 'Rita Souza');
    const paymentId = history.purchase({ ...people.ana, buyer });
    await world.happen(history);
    const { staffId } = people.clerk;
    await grant(staffId, ['isUsersAvailable', 'isUsersLoginAvailable']);
    let cookie = await enter('clerk');
    expect(codeIn(await get(cookie, 'seller.getReceiver'))).to.equal('session/forbidden');
    const sale = async (): Promise<OutputOf<'seller.getSale'>> =>
      Object((await get(cookie, `seller.getSale?paymentId=${paymentId}`)).body);
    const byNumber = async (): Promise<number> =>
      Object((await post(cookie, 'seller.searchSales', { text: '529.982.247-25' })).body).items
        .length;
    expect((await sale()).buyer).to.include({
      name: 'Rita Souza',
      document: null,
      isDocumentHidden: true,
    });
    expect(await byNumber()).to.equal(0);

    await grant(staffId, ['isUsersAvailable', 'isUsersLoginAvailable', 'isUserDocumentsAvailable']);
    cookie = await enter('clerk');
    await eventually(
      async () => (await get(cookie, 'seller.getReceiver')).status === 200 || undefined,
      'the flag counts',
    );
    expect((await sale()).buyer.document).to.equal('52998224725');
    expect(await byNumber()).to.equal(1);

    const openedBy = async (id: string): Promise<readonly string[]> => {
      const path = `/api/admin.listAccess?personId=${id}&kind=DATA_OPENED`;
      const lines: readonly AccessEntry[] = Object(
        (await world.get(path, { as: 'deputy' })).body,
      ).items;
      return lines.map(({ opened, other }) => `${opened} of ${other?.name}`);
    };
    await eventually(
      async () => (await openedBy(staffId)).length === 5 || undefined,
      'what was opened is on record',
    );
    // The sale and the search in both impersonations; the receiver only in the second, which had the flag.
    expect(await openedBy(staffId)).to.have.members([
      'SALE of Loja ana',
      'SALE of Loja ana',
      'SALES_SEARCH of Loja ana',
      'SALES_SEARCH of Loja ana',
      'RECEIVER of Loja ana',
    ]);
    expect(await openedBy(sellerId)).to.deep.equal([]);
  });

  it('is on record for both, with the reason, and the seller sees when and why', async () => {
    const { staffId } = people.deputy;
    const cookie = await enter('deputy', people.bia.sellerId);
    const current = (await sessionOf(cookie))?.impersonation;
    const [shown, ...others] = await listSeenBy('bia');
    expect(others).to.deep.equal([]);
    expect(shown).to.include({ reason: REASON, until: current?.until, endedAt: null });
    expect(JSON.stringify(shown), 'without who it was').to.not.match(/deputy/);

    await post(cookie, 'session.endImpersonation', {});
    const ended = await eventually(async () => {
      const [item] = await listSeenBy('bia');
      return item?.endedAt === null ? undefined : item;
    }, 'the end is shown');
    expect(Date.parse(ended.endedAt ?? '')).to.be.at.least(Date.parse(ended.begunAt));

    const linesOf = async (personId: string): Promise<readonly AccessEntry[]> => {
      const { items } = Object(
        (await world.get(`/api/admin.listAccess?personId=${personId}`, { as: 'admin' })).body,
      );
      return items.filter(({ kind }: AccessEntry) => kind.startsWith('IMPERSONATION'));
    };
    const [staffMember, impersonated] = [
      { kind: 'staff', id: staffId, name: emailOf('deputy') },
      { kind: 'seller', id: people.bia.sellerId, name: 'Loja bia' },
    ];
    for (const [person, other] of [
      [staffMember, impersonated],
      [impersonated, staffMember],
    ] as const) {
      const [end, start] = await eventually(async () => {
        const lines = await linesOf(person.id);
        return lines.length === 2 ? lines : undefined;
      }, 'begin and end are on record');
      expect(start).to.deep.include({ person, other, until: current?.until, reason: REASON });
      expect(start?.address, 'the address is that of the member of staff').to.equal(
        person === staffMember ? '127.0.0.1' : null,
      );
      expect(end).to.deep.include({ kind: 'IMPERSONATION_ENDED', person, other, reason: null });
    }
  });

  it('does not impersonate before the impersonation is recorded for both', async () => {
    const cookie = await signIn('admin');
    for (const refused of ['access-staff-admin-1', `access-seller-${sellerId}`]) {
      fault.refused = refused;
      expect((await begin(cookie, sellerId)).status, refused).to.equal(503);
      expect(await sessionOf(cookie), refused).to.include({ role: 'ADMIN' });
    }
  });

  it('is on record for the seller too, with the same times, once an interrupted request is repeated', async () => {
    const cookie = await signIn('deputy');
    const { sellerId: target } = people.bia;
    const input = { sellerId: target, reason: REASON };
    const beginWithKey = () => post(cookie, 'admin.beginImpersonation', input, 'interrupted');
    fault.refused = `access-seller-${target}`;
    expect((await beginWithKey()).status).to.equal(503);
    delete fault.refused;
    expect(codeIn(await beginWithKey()), 'it begins again only by a new request').to.equal(
      'session/impersonation-over',
    );
    await beginWithKey();
    const events = (await Array.fromAsync(store.readAll({}))).flat().map(decode);
    const begun = events.flatMap(({ type, data, meta }) =>
      type === 'ImpersonationBegun' ? [{ ...data, reason: meta.reason }] : [],
    );
    const [ofStaff] = begun
      .filter(({ kind, personId }) => kind === 'staff' && personId === people.deputy.staffId)
      .slice(-1);
    const ofSeller = begun.filter(
      ({ impersonationId, kind }) =>
        kind === 'seller' && impersonationId === ofStaff?.impersonationId,
    );
    expect(ofSeller).to.deep.equal([
      { ...ofStaff, kind: 'seller', personId: target, address: null },
    ]);
  });

  it('can end it while the log takes no writes, and the end is put on record later', async () => {
    const cookie = await enter();
    fault.refused = 'access-';
    expect((await post(cookie, 'session.endImpersonation', {})).status).to.equal(200);
    expect(await sessionOf(cookie)).to.include({ role: 'ADMIN' });
    const endSeen = async () => (await listSeenBy('ana'))[0]?.endedAt ?? null;
    expect(await endSeen()).to.equal(null);
    const wasOverAt = Date.now();
    delete fault.refused;
    await sweepImpersonations(world.services, (error) => expect.fail(String(error)));
    expect(Date.parse((await endSeen()) ?? ''), 'as of the end').to.be.at.most(wasOverAt);
  });

  it('does not impersonate again by a request that is repeated after the end', async () => {
    const cookie = await signIn('admin');
    const input = { sellerId, reason: REASON };
    const beginWithKey = () => post(cookie, 'admin.beginImpersonation', input, 'the-same-key');
    expect((await beginWithKey()).status).to.equal(200);
    await post(cookie, 'session.endImpersonation', {});
    const repeated = await beginWithKey();
    expect(codeIn(repeated), 'it does not look open').to.equal('session/impersonation-over');
    expect(codeIn(await beginWithKey()), 'however often').to.equal('session/impersonation-over');
    expect(await sessionOf(cookie)).to.include({ role: 'ADMIN' });
    expect((await begin(cookie, sellerId)).status, 'by a request of its own').to.equal(200);
  });
});
