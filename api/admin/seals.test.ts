import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { readSealKey } from '#/ledger/audit/seal.ts';
import { startSealer, type Sealer } from '#/ledger/audit/sealer.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { verifyProof } from '#/web/features/audit/verify-proof.ts';

type Proof = OutputOf<'admin.getPaymentProof'>;

describe('the seals, as staff see them', () => {
  const key = readSealKey(randomBytes(32).toString('base64'));
  const history = new History();
  let world: ApiWorld;
  let sealer: Sealer | undefined;
  let paymentId: string;

  before(async () => {
    world = await apiWorld();
    for (let index = 0; index < 6; index += 1) history.purchase();
    paymentId = history.purchase();
    history.hear(paymentId, 'APPROVED');
    await world.happen(history);
  });
  after(async () => {
    await sealer?.stop();
    await world.close();
  });

  const state = async (): Promise<OutputOf<'admin.getSealState'>> =>
    Object((await world.get('/api/admin.getSealState', { as: 'accountant' })).body);
  const ask = (id: string, as: Person) =>
    world.get(`/api/admin.getPaymentProof?paymentId=${id}`, { as });
  const prove = async (): Promise<Proof> => Object((await ask(paymentId, 'accountant')).body);

  it('say that nothing is sealed before anything is', async () => {
    const { last, unsealed } = await state();
    expect(last).to.equal(null);
    expect(unsealed).to.be.greaterThan(7);
    const proof = await prove();
    expect(await verifyProof(proof)).to.deep.equal({
      kind: 'not-sealed',
      events: proof.events.length,
    });
  });

  it('prove a payment to the browser, which trusts nobody', async () => {
    const { core, database: pool } = world.parts;
    const onFailure = (error: unknown): void => expect.fail(String(error));
    sealer = await startSealer({ ...core, pool, key, onFailure, eventsPerSeal: 5, everyMs: 5 });
    await eventually(async () => (await state()).unsealed === 0 || undefined, 'all is sealed');
    expect((await state()).last?.keyId).to.equal(key.id);
    const proof = await prove();
    expect(await verifyProof(proof)).to.deep.equal({ kind: 'proved', events: proof.events.length });
  });

  it('prove nothing of what was altered on its way', async () => {
    const proof = await prove();
    const [event, ...others] = proof.events;
    if (event === undefined) throw new Error('no events');
    const altered = { ...event, data: event.data.replace('"amount":', '"amount":1') };
    expect(await verifyProof({ ...proof, events: [altered, ...others] })).to.deep.equal({
      kind: 'unproved',
      place: event.position,
    });
    const seals = proof.seals.map((seal) => ({ ...seal, root: 'ab'.repeat(32) }));
    expect(await verifyProof({ ...proof, seals })).to.deep.equal({
      kind: 'unproved',
      place: `#${seals[0]?.number}`,
    });
    expect(await verifyProof({ ...proof, events: others })).to.deep.include({ kind: 'unproved' });
  });

  it('prove nothing to staff of another platform', async () => {
    expect((await ask(paymentId, 'otherAdmin')).status).to.equal(404);
  });
});
