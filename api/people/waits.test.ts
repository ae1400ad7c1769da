import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import { mailingWorld } from '#/api/testing/mailing-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { startErasures } from '#/api/workers/due-erasures.ts';
import { destination } from '#/domain/destination/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller as sellers } from '#/domain/seller/seller.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';

describe('What awaits a decision of staff at a seller', () => {
  let world: PayoutWorld;

  before(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: cents(100_00) });
  });
  after(() => world.close());

  const waiting = async (as: NewPerson) => {
    const items = await world.list('admin.listSellers', as, 'state=WAITING');
    return (items as readonly ListedSeller[]).map((each) => [
      each.sellerId,
      each.waitsFor.map(({ what }) => what),
    ]);
  };

  const staffWith = (...flags: readonly PermissionFlag[]): Promise<NewPerson> =>
    world.newFunctionary(['isUsersAvailable', ...flags], world.platformId);

  it('is listed in the order in which it began, each kind only to staff whose flags open its page', async () => {
    const { seller, platformId } = world;
    const owner = { platformId, sellerId: seller.personId };
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const requested = await world.call(
      'seller.requestWithdrawal',
      { amount: 200_00, destinationId },
      seller,
    );
    expect(requested.status, requested.text).to.equal(200);
    const declared = await world.call(
      'seller.declareDestination',
      { pixKey: 'a@b.example' },
      seller,
    );
    expect(declared.status, declared.text).to.equal(200);
    await world.settled();
    const all = ['WITHDRAWAL', 'DESTINATION'];
    expect(await waiting(world.admin)).to.deep.equal([[seller.personId, all]]);
    const payer = await staffWith('isWithdrawsRequestUsersAvailable');
    expect(await waiting(payer)).to.deep.equal([[seller.personId, ['WITHDRAWAL']]]);
    const checker = await staffWith('isValidateBankAccountsAvailable');
    expect(await waiting(checker)).to.deep.equal([[seller.personId, ['DESTINATION']]]);
    expect(await waiting(await staffWith()), 'of neither').to.deep.equal([]);
    const { body } = await world.get(`/api/admin.getSeller?sellerId=${seller.personId}`, {
      as: payer,
    });
    const { waitsFor }: ListedSeller = Object(body);
    expect(waitsFor.map(({ what }) => what)).to.deep.equal(['WITHDRAWAL']);
    const { withdrawalId } = Object(requested.body);
    const refusal = { withdrawalId, reason: 'Fora do padrão' };
    await world.call('admin.refuseWithdrawal', refusal, world.deputy);
    await world.settled();
    expect(await waiting(payer)).to.deep.equal([]);
  });

  describe('who was blocked and erased', () => {
    let seller: NewPerson;

    beforeEach(async () => {
      seller = await world.newSeller(world.platformId);
      await declareKey();
      await sendDocument();
    });

    const declareKey = async () => {
      const input = { pixKey: `${seller.personId}@b.example` };
      const declared = await world.call('seller.declareDestination', input, seller);
      expect(declared.status, declared.text).to.equal(200);
      const { destinationId } = Object(declared.body);
      return streamOf('destination', destinationId);
    };

    const context = () =>
      ({
        commandId: randomUUID(),
        platform: seller.platformId,
        actor: `seller:${seller.personId}`,
        correlation: seller.personId,
      }) as const;

    const sendDocument = async () => {
      const { handler, now } = world.services.core;
      const fileId = randomUUID();
      const about = { platformId: seller.platformId, sellerId: seller.personId, fileId };
      const stream = streamOf('receiver', seller.personId);
      const upload = { kind: 'photoDocument', contentType: 'image/png', size: 8 } as const;
      const grant = { type: 'GrantUpload', ...about, ...upload, now: now() } as const;
      await handler.handle(receiver, stream, grant, context());
      const submit = { type: 'SubmitFile', ...about, now: now() } as const;
      await handler.handle(receiver, stream, submit, context());
    };

    const isListed = async (name: string, filter: string) =>
      (await world.list(name, world.admin, filter)).some(
        (each) => Object(each).sellerId === seller.personId,
      );

    const MODELS = ['destinations', 'receivers', 'sellers', 'subjects'];

    const waits = async () => {
      await world.settled();
      const { projections, core } = world.services;
      const head = await core.store.head();
      if (head !== undefined) await projections.waitFor(head, MODELS, 10_000);
      const { body } = await world.get(`/api/admin.getSeller?sellerId=${seller.personId}`, {
        as: world.admin,
      });
      const { waitsFor }: ListedSeller = Object(body);
      return {
        shown: waitsFor.map(({ what }) => what).toSorted(),
        keys: await isListed('admin.listDestinations', ''),
        documents: await isListed('admin.listReceivers', 'review=WAITING'),
      };
    };

    const ALL = { shown: ['DESTINATION', 'DOCUMENTS'], keys: true, documents: true };
    const NONE = { shown: [], keys: false, documents: false };

    const eraseSeller = async () => {
      const { personId: sellerId, platformId } = seller;
      await world.call('admin.blockSeller', { sellerId, basedOn: 0 }, world.admin);
      const { state } = await world.services.core.handler.load(
        sellers,
        streamOf('seller', sellerId),
      );
      if (state.status === 'ABSENT') throw new Error('the seller is there');
      const { subject } = state.details.identity;
      const by = { commandId: randomUUID(), actor: 'system', reason: 'Pedido do titular' } as const;
      await requestErasure(world.services, { subject, platformId }, by);
    };

    it('includes no PIX key and no document', async () => {
      expect(await waits()).to.deep.equal(ALL);
      await eraseSeller();
      expect(await waits()).to.deep.equal(NONE);
    });

    it('ends within a minute too if it was declared during the erasure, or left by an earlier version', async () => {
      const { handler, now } = world.services.core;
      const stream = await declareKey();
      await eraseSeller();
      for (const times of ['once', 'again']) {
        const { state } = await handler.load(destination, stream);
        if (state.status === 'ABSENT') throw new Error('the key was declared');
        const declared = { ...state.declared, at: now() };
        const again = { type: 'Declare', declared, isOwnDocument: false, repeats: null } as const;
        await handler.handle(destination, stream, again, context());
        await sendDocument();
        expect(await waits(), times).to.deep.equal(ALL);
        const erasures = startErasures(world.services, (error) => {
          throw error;
        });
        await erasures.stop();
        expect(await waits(), times).to.deep.equal(NONE);
      }
    });
  });

  it('includes the reset of a second factor, for staff who may confirm it', async () => {
    const mailing = await mailingWorld();
    await switchOnFactor(mailing, 'ana');
    const seller = { kind: 'seller', personId: 'seller-1' };
    const request = { ...seller, reason: 'Perdeu o celular' };
    await mailing.post('/api/admin.askFactorReset', request, { as: 'attendant' });
    const waitsFor = async (as: AnyPerson) => {
      const { body } = await mailing.get('/api/admin.listSellers?state=WAITING', { as });
      const items: readonly ListedSeller[] = Object(body).items;
      return items.map((each) => [each.sellerId, each.waitsFor.map(({ what }) => what)]);
    };
    expect(await waitsFor('admin')).to.deep.equal([['seller-1', ['FACTOR_RESET']]]);
    expect(await waitsFor(await mailing.newFunctionary(['isUsersAvailable']))).to.deep.equal([]);
    const query = 'kind=seller&personId=seller-1';
    const { body } = await mailing.get(`/api/admin.getSecondFactor?${query}`, { as: 'admin' });
    const { resetId } = Object(body).waiting;
    await mailing.post('/api/admin.confirmFactorReset', { resetId }, { as: 'admin' });
    expect(await waitsFor('admin')).to.deep.equal([]);
    await mailing.close();
  });

  it('is no reset that a member of staff requested who was blocked since', async () => {
    const reset = await mailingWorld();
    await switchOnFactor(reset, 'ana');
    const asker = await reset.newFunctionary([
      'isUsersAvailable',
      'isUserAdvancedOptionsAvailable',
      'isSalesAvailable',
    ]);
    const asked = { kind: 'seller', personId: 'seller-1', reason: 'Perdeu o celular' };
    const answer = await reset.post('/api/admin.askFactorReset', asked, { as: asker });
    expect(answer.status, answer.text).to.equal(200);
    const countOf = async (path: string, list: string) =>
      Object((await reset.get(path, { as: 'admin' })).body)[list].length;
    const counts = async () => [
      await countOf('/api/admin.listSellers?state=WAITING', 'items'),
      await countOf('/api/admin.listFactorResets', 'resets'),
    ];
    expect(await counts()).to.deep.equal([1, 1]);
    const blocked = { staffId: asker.personId, basedOn: 0 };
    await reset.post('/api/admin.blockFunctionary', blocked, { as: 'admin' });
    expect(await counts()).to.deep.equal([0, 0]);
    const query = 'kind=seller&personId=seller-1';
    const { body } = await reset.get(`/api/admin.getSecondFactor?${query}`, { as: 'admin' });
    expect(body).to.include({ isOn: true, waiting: null });
    await reset.close();
  });
});
