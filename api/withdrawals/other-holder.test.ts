import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { destination } from '#/domain/destination/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';

const OWN_CPF = '529.982.247-25';
const OTHERS_CPF = '111.444.777-35';

describe('A destination whose account belongs to another person, according to the acquirer', () => {
  let world: PayoutWorld;

  before(async () => {
    world = await payoutWorld(1_000_00);
  });
  after(() => world.close());

  const withdraw = (destinationId: string) =>
    world.call('seller.requestWithdrawal', { amount: 20_00, destinationId }, world.seller);

  const getDestination = async (destinationId: string) => {
    const after = (await world.store.head()) ?? '';
    const path = `/api/admin.getDestination?destinationId=${destinationId}&after=${after}`;
    const { body } = await world.get(path, { as: world.admin });
    return contract['admin.getDestination'].output.parse(body);
  };

  const approve = async (destinationId: string): Promise<void> => {
    const { revision: basedOn } = await getDestination(destinationId);
    const input = { destinationId, basedOn };
    const answer = await world.call('admin.approveDestination', input, world.admin);
    expect(codeOf(answer)).to.equal('done');
  };

  it('is suspended before the next payout, once, and the seller gets a mail', async () => {
    const { core } = world.services;
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    const id = await declareEarlier(core, owner, `${randomUUID()}@example.com`);
    const requested = await withdraw(id);
    expect(codeOf(requested)).to.equal('done');
    await world.settled();
    const withdrawalId = String(Object(requested.body).withdrawalId);
    const statusOf = async () =>
      (await core.handler.load(destination, streamOf('destination', id))).state.status;
    world.acquirer.holder = OWN_CPF;
    await world.readBack(withdrawalId);
    expect(await statusOf()).to.equal('APPROVED');
    world.acquirer.holder = OTHERS_CPF;
    await world.readBack(withdrawalId);
    expect(await statusOf()).to.equal('SUSPENDED');
    expect(codeOf(await withdraw(id))).to.equal('destination/not-approved');
    expect(await getDestination(id)).to.include({ status: 'SUSPENDED', cause: 'other-holder' });
    const mails = (await world.list('admin.listMails', world.admin)) as readonly object[];
    const toSeller = mails.filter((mail) => Object(mail).person.id === world.seller.personId);
    expect(toSeller.map((mail) => Object(mail).template)).to.include('suspended-destination');
    for await (const events of world.store.readAll({}))
      for (const { data } of events) expect(data).not.to.include('11144477735');
    await approve(id);
    await world.readBack(withdrawalId);
    expect(await statusOf(), 'staff have decided on this payout').to.equal('APPROVED');
    delete world.acquirer.holder;
  });
});
