import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { StaffCaller } from '#/api/auth/caller.ts';
import { contract } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { DestinationItem, ReviewedDestination } from '#/api/contract/payouts.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { destination } from '#/domain/destination/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { declareOwnDocument } from './destinations.ts';
import { openDestination } from './review-destinations.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const OWN_CPF = '529.982.247-25';
const OTHERS_CPF = '111.444.777-35';

describe('Destinations of withdrawals', () => {
  let world: PayoutWorld;
  let seller: NewPerson;

  before(async () => {
    world = await payoutWorld(10_000_00);
  });
  after(() => world.close());
  /** Each test has a seller of its own, who sold nothing. */
  beforeEach(async () => {
    seller = await world.newSeller(world.platformId);
  });

  const declare = (input: object, as = seller, key = randomUUID()) =>
    world.call('seller.declareDestination', input, as, key);

  const idOf = ({ body }: ApiAnswer): string => String(Object(body).destinationId);

  const listOwn = (as = seller) =>
    world.list('seller.listDestinations', as) as Promise<readonly DestinationItem[]>;

  const queue = (query = '', as = world.admin) =>
    world.list('admin.listDestinations', as, query) as Promise<readonly ReviewedDestination[]>;

  const open = async (destinationId: string) => {
    const after = (await world.store.head()) ?? '';
    const path = `/api/admin.getDestination?destinationId=${destinationId}&after=${after}`;
    const { status, text, body } = await world.get(path, { as: world.admin });
    expect(status, text).to.equal(200);
    return contract['admin.getDestination'].output.parse(body);
  };

  /** Reviews a destination as it is now, or as it was at an earlier revision. */
  const review = async (
    how: 'approve' | 'refuse',
    destinationId: string,
    { as = world.admin, basedOn }: { as?: NewPerson; basedOn?: number } = {},
  ) => {
    const reason = how === 'refuse' && { reason: 'Comprovante ausente' };
    const shown = basedOn ?? (await open(destinationId)).revision;
    return world.call(`admin.${how}Destination`, { destinationId, basedOn: shown, ...reason }, as);
  };

  const withdraw = (destinationId: string, as = seller) =>
    world.call('seller.requestWithdrawal', { amount: 20_00, destinationId }, as);

  const contextOf = (correlation: string) => ({
    commandId: randomUUID(),
    platform: world.platformId,
    actor: 'system',
    correlation,
  });

  const suspendByReturn = async (id: string, withdrawalId: string) => {
    const { core } = world.services;
    const command = { type: 'Suspend', withdrawalId, cause: 'rejected', now: core.now() } as const;
    const context = contextOf(withdrawalId);
    await core.dispatch([{ command: { to: 'destination', id, command }, context }]);
  };

  const pausedUntil = async (as = seller) =>
    Object((await world.get('/api/seller.getWithdrawalTerms', { as })).body).restsUntil;

  it('are approved at once if they are the seller’s own CPF, and stay one when declared again', async () => {
    const first = await declare({ pixKey: OWN_CPF });
    expect(Object(first.body)).to.include({ status: 'APPROVED' });
    expect(idOf(await declare({ pixKey: '52998224725' }))).to.equal(idOf(first));
    expect(await listOwn()).to.have.length(1);
    expect((await listOwn())[0]).to.include({ pixKey: '***.982.247-**', holderName: null });
    expect(await pausedUntil()).to.equal(null);
  });

  it('wait for staff if they are any other key; withdrawals pause for a day, and a mail says so', async () => {
    const declared = await declare({ pixKey: 'loja@example.com' });
    expect(Object(declared.body)).to.include({ status: 'WAITING' });
    const id = idOf(declared);
    expect((await queue()).find((each) => each.destinationId === id)).to.include({
      sellerId: seller.personId,
      holderName: null,
      status: 'WAITING',
    });
    await review('approve', id);
    expect(codeOf(await withdraw(id)), 'approved, but new').to.equal('withdrawal/resting');
    const until = Date.parse(await pausedUntil());
    expect(until - Date.now()).to.be.within(23 * 3_600_000, 24 * 3_600_000);
    await world.settled();
    const mails = (await world.list('admin.listMails', world.admin)) as readonly object[];
    const ofSeller = mails.filter((mail) => Object(mail).person.id === seller.personId);
    expect(ofSeller.map((mail) => Object(mail).template)).to.deep.equal(['new-destination']);
  });

  it('may belong to another person, with name and document, and staff see both people', async () => {
    const mistaken = await declare({ pixKey: OTHERS_CPF });
    expect(codeOf(mistaken)).to.equal('destination/other-holder');
    const holder = { name: 'Sócia da Loja', document: OTHERS_CPF };
    const id = idOf(await declare({ pixKey: OTHERS_CPF, holder }));
    await declare({ pixKey: OWN_CPF });
    const { pixKey, holder: shown, seller: of, others } = await open(id);
    expect([pixKey, shown]).to.deep.equal([
      '11144477735',
      { name: 'Sócia da Loja', document: '11144477735' },
    ]);
    expect(of).to.deep.equal({
      sellerId: seller.personId,
      name: 'Loja new',
      document: '52998224725',
    });
    expect(others).to.have.length(1);
    expect(others[0]).to.include({ status: 'APPROVED', pixKey: '52998224725' });
  });

  it('are read by staff no older than their record, whichever position the page had before', async () => {
    const before = (await world.store.head()) ?? '';
    const id = idOf(await declare({ pixKey: 'loja@example.com' }));
    const { services, platformId, admin } = world;
    const recorded = await services.core.handler.load(destination, streamOf('destination', id));
    const declared = recorded.position ?? '';
    const positions: (string | undefined)[] = [];
    /** A replica that is behind: it leaves the answer to the primary. */
    const read = async (_names: readonly string[], after: string | undefined) => {
      positions.push(after);
      return undefined;
    };
    const caller: StaffCaller = {
      role: 'ADMIN',
      permissions: [],
      staffId: admin.personId,
      staffRevision: 0,
      email: admin.email,
      name: 'Admin',
      platformId,
      actor: `admin:${admin.personId}`,
      expiresAt: Number.POSITIVE_INFINITY,
      lacksSecondFactor: false,
    };
    const parts = { ...services, replicas: { ...services.replicas, read } };
    const later = `9${declared.slice(1)}`;
    for (const after of [undefined, before, '9', later])
      await openDestination(parts, caller, { destinationId: id, after });
    expect(positions).to.deep.equal([declared, declared, declared, later]);
  });

  it('cannot be approved by a member of staff who is the seller too', async () => {
    const id = idOf(await declare({ pixKey: 'loja@example.com' }));
    const sellerAsStaff = await world.newAdmin(world.platformId);
    const cookie = await signInAsBoth(world, seller, sellerAsStaff);
    const input = { destinationId: id, basedOn: 0 };
    const bySeller = await world.post('/api/admin.approveDestination', input, {
      headers: { cookie },
    });
    expect(codeOf(bySeller)).to.equal('destination/own');
    expect(codeOf(await review('approve', id))).to.equal('done');
  });

  it('can be corrected while they wait: staff see the holder who was declared last, and decide on no other', async () => {
    const pixKey = 'socia@example.com';
    const declareOf = (name: string, document = OTHERS_CPF) =>
      declare({ pixKey, holder: { name, document } });
    const id = idOf(await declareOf('Sócia da Loja'));
    const first = await open(id);
    await declareOf('Sócia da Loja');
    expect((await open(id)).revision, 'the same again').to.equal(first.revision);
    await declareOf('Outra Pessoa');
    const second = await open(id);
    expect(second.holder).to.deep.equal({ name: 'Outra Pessoa', document: '11144477735' });
    await declareOf('Outra Pessoa', '123.456.789-09');
    const third = await open(id);
    expect(third.holder).to.deep.equal({ name: 'Outra Pessoa', document: '12345678909' });
    for (const how of ['approve', 'refuse'] as const)
      for (const { revision: basedOn } of [first, second])
        expect(codeOf(await review(how, id, { basedOn }))).to.equal('destination/changed');
    expect((await open(id)).status).to.equal('WAITING');
    expect(codeOf(await review('approve', id, { basedOn: third.revision }))).to.equal('done');
  });

  it('that were refused cannot be approved, but can be declared again', async () => {
    const id = idOf(await declare({ pixKey: 'loja@example.com' }));
    expect(codeOf(await review('refuse', id))).to.equal('done');
    expect((await listOwn())[0]).to.include({ status: 'REFUSED', reason: 'Comprovante ausente' });
    expect(codeOf(await review('approve', id))).to.equal('destination/not-waiting');
    const declaredAgain = await declare({ pixKey: 'loja@example.com' });
    expect([idOf(declaredAgain), Object(declaredAgain.body).status]).to.deep.equal([id, 'WAITING']);
  });

  it('that wait, were refused or were removed by their seller are paid nothing', async () => {
    const { core } = world.services;
    const owner = { platformId: world.platformId, sellerId: seller.personId };
    for (const status of ['WAITING', 'REFUSED'] as const) {
      const other = await declareEarlier(core, owner, `${status}@example.com`, status);
      expect(codeOf(await withdraw(other)), status).to.equal('destination/not-approved');
    }
    const earlier = await declareEarlier(core, owner, 'velha@example.com');
    expect(codeOf(await withdraw(earlier))).to.equal('account/insufficient-balance');
    await world.call('seller.removeDestination', { destinationId: earlier }, seller);
    expect(codeOf(await withdraw(earlier))).to.equal('destination/not-approved');
    expect((await listOwn()).map(({ destinationId }) => destinationId)).not.to.include(earlier);
  });

  it('of other sellers and platforms are not found', async () => {
    const id = idOf(await declare({ pixKey: OWN_CPF }));
    const other = await world.newSeller(world.platformId);
    expect(codeOf(await withdraw(id, other))).to.equal('resource/not-found');
    const removed = await world.call('seller.removeDestination', { destinationId: id }, other);
    expect(codeOf(removed)).to.equal('resource/not-found');
    const stranger = await world.newAdmin(await world.newPlatform());
    expect(codeOf(await review('approve', id, { as: stranger }))).to.equal('resource/not-found');
    const seen = await world.get(`/api/admin.getDestination?destinationId=${id}`, { as: stranger });
    expect(codeOf(seen)).to.equal('resource/not-found');
    expect(await queue('status=APPROVED', stranger)).to.have.length(0);
  });

  it('from which a payout came back are suspended before the next one', async () => {
    const { core } = world.services;
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    const id = await declareOwnDocument(core, owner);
    const requested = await withdraw(id, world.seller);
    expect(codeOf(requested)).to.equal('done');
    await world.settled();
    const withdrawalId = String(Object(requested.body).withdrawalId);
    const now = core.now();
    const command = { type: 'RecordCameBack', cause: 'rejected', now } as const;
    const context = contextOf(withdrawalId);
    await core.dispatch([{ command: { to: 'withdrawal', id: withdrawalId, command }, context }]);
    await world.settled();
    const { state } = await core.handler.load(destination, streamOf('destination', id));
    expect(state.status).to.equal('SUSPENDED');
    expect(codeOf(await withdraw(id, world.seller))).to.equal('destination/not-approved');
    expect((await queue()).find((each) => each.destinationId === id)).to.include({ withdrawalId });
    const declaredAgain = await declare({ pixKey: OWN_CPF }, world.seller);
    expect(Object(declaredAgain.body), 'staff look at it').to.include({ status: 'WAITING' });
    expect(codeOf(await review('approve', id))).to.equal('done');
  });

  it('show staff why they were suspended and refused before, until staff approve them', async () => {
    const pixKey = 'loja@example.com';
    const id = idOf(await declare({ pixKey }));
    await review('approve', id);
    await suspendByReturn(id, 'w-1');
    const doubts = async () => {
      const { status, withdrawalId, cause, reason } = await open(id);
      return { status, withdrawalId, cause, reason };
    };
    const suspended = { withdrawalId: 'w-1', cause: 'rejected', reason: null };
    expect(await doubts()).to.deep.equal({ status: 'SUSPENDED', ...suspended });
    await world.call('seller.removeDestination', { destinationId: id }, seller);
    await declare({ pixKey });
    expect(await doubts()).to.deep.equal({ status: 'WAITING', ...suspended });
    await review('refuse', id);
    await declare({ pixKey });
    const reason = 'Comprovante ausente';
    expect(await doubts()).to.deep.equal({ status: 'WAITING', ...suspended, reason });
    expect((await listOwn())[0], 'a seller reads the reason only while it is refused').to.include({
      reason: null,
    });
    await review('approve', id);
    const none = { withdrawalId: null, cause: null, reason: null };
    expect(await doubts()).to.deep.equal({ status: 'APPROVED', ...none });
  });

  it('that were removed before a payout came back stay removed, and staff see that payout once they are declared again', async () => {
    const id = idOf(await declare({ pixKey: OWN_CPF }));
    await world.call('seller.removeDestination', { destinationId: id }, seller);
    await suspendByReturn(id, 'w-2');
    expect(await listOwn()).to.have.length(0);
    expect((await queue()).filter((each) => each.destinationId === id)).to.have.length(0);
    const declaredAgain = await declare({ pixKey: OWN_CPF });
    expect(Object(declaredAgain.body)).to.include({ status: 'WAITING' });
    const waiting = (await queue()).find((each) => each.destinationId === id);
    expect(waiting).to.include({ status: 'WAITING', withdrawalId: 'w-2' });
  });

  it('are in no event or log line in clear', async () => {
    await declare({ pixKey: 'segredo.da.loja@example.com' });
    for await (const events of world.store.readAll({}))
      for (const { data } of events) expect(data).not.to.include('segredo.da.loja');
    expect(world.logged.join('')).not.to.include('segredo.da.loja');
  });
});
