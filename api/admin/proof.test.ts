import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { cents } from '#/domain/values/money.ts';
import { readSealKey, signRotation } from '#/ledger/audit/seal.ts';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { startSealer, type Sealer } from '#/ledger/audit/sealer.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { verifyProof } from '#/web/features/audit/verify-proof.ts';

type Proof = OutputOf<'admin.getPaymentProof'>;

describe('Payment proof for staff', () => {
  const key = readSealKey(randomBytes(32).toString('base64'));
  const history = new History();
  let world: ApiWorld;
  let sealer: Sealer | undefined;
  let paymentId: string;

  before(async () => {
    world = await apiWorld();
    for (let index = 0; index < 6; index += 1) history.purchase();
    paymentId = history.purchase();
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    const refundId = history.requestRefund(paymentId, cents(1_000));
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    await world.happen(history);
  });
  after(async () => {
    await sealer?.stop();
    await world.close();
  });

  const unsealed = async (): Promise<number> =>
    (await sealLag(world.store, world.services.seals, new Date())).events;
  const getProof = (id: string, as: Person) =>
    world.get(`/api/admin.getPaymentProof?paymentId=${id}`, { as });
  const prove = async (): Promise<Proof> => Object((await getProof(paymentId, 'accountant')).body);

  const idsOf = ({ events }: Proof): readonly string[] => events.map(({ id }) => id);

  it('counts as not sealed in the browser’s check while no event is sealed', async () => {
    const proof = await prove();
    expect(await verifyProof(proof, idsOf(proof))).to.deep.equal({
      kind: 'not-sealed',
      events: proof.events.length,
    });
  });

  it('passes the browser’s check once all events are sealed', async () => {
    const { core, seals: table } = world.services;
    const onFailure = (error: unknown): void => expect.fail(String(error));
    sealer = await startSealer({ ...core, table, key, onFailure, eventsPerSeal: 5, everyMs: 5 });
    await eventually(async () => (await unsealed()) === 0 || undefined, 'all is sealed');
    const proof = await prove();
    expect(await verifyProof(proof, idsOf(proof))).to.deep.equal({
      kind: 'proved',
      events: proof.events.length,
      firstKeyId: key.id,
    });
  });

  it('covers every event of the audit, including refunds and the seller’s account', async () => {
    const path = `/api/admin.getPaymentAudit?paymentId=${paymentId}`;
    const { body } = await world.get(path, { as: 'accountant' });
    const shownIds = Object(body).events.map(({ id }: { readonly id: string }) => id);
    const proof = await prove();
    const streams = new Set(proof.events.map(({ stream }) => stream.split('-', 1)[0]));
    expect(streams).to.have.all.keys('payment', 'refund', 'account');
    expect(await verifyProof(proof, shownIds)).to.include({
      kind: 'proved',
      events: shownIds.length,
    });
  });

  it('makes the browser’s check name the shown events that it does not cover', async () => {
    const proof = await prove();
    const remaining = proof.events.filter(({ stream }) => !stream.startsWith('account-'));
    const ids = idsOf(proof).filter((id) => !remaining.some((event) => event.id === id));
    expect(ids).to.have.lengthOf(2);
    const outcome = await verifyProof({ ...proof, events: remaining }, idsOf(proof));
    expect(outcome).to.deep.equal({ kind: 'not-covered', ids });
  });

  it('fails the browser’s check when an event, a seal or its key is altered, or an event left out', async () => {
    const proof = await prove();
    const [event, ...others] = proof.events;
    if (event === undefined) throw new Error('no events');
    const altered = { ...event, data: event.data.replace('"amount":', '"amount":1') };
    expect(
      await verifyProof({ ...proof, events: [altered, ...others] }, idsOf(proof)),
    ).to.deep.equal({
      kind: 'unproved',
      place: event.position,
    });
    const seals = proof.seals.map((seal) => ({ ...seal, root: 'ab'.repeat(32) }));
    expect(await verifyProof({ ...proof, seals }, idsOf(proof))).to.deep.equal({
      kind: 'unproved',
      place: `#${seals[0]?.number}`,
    });
    const damaged = proof.seals.map((seal) => ({ ...seal, keyId: 'ab' }));
    expect(await verifyProof({ ...proof, seals: damaged }, idsOf(proof))).to.deep.equal({
      kind: 'unproved',
      place: `#${damaged[0]?.number}`,
    });
    expect(await verifyProof({ ...proof, events: others }, idsOf(proof))).to.deep.include({
      kind: 'unproved',
    });
  });

  it('names the key from which a forged proof begins, and not the published key to which it leads', async () => {
    const proof = await prove();
    const forger = readSealKey(randomBytes(32).toString('base64'));
    const at = new Date().toISOString();
    const change = { number: 1, previous: '0'.repeat(64), at, nextKeyId: key.id };
    const forged = { ...proof, rotations: [signRotation(forger, change)] };
    expect(await verifyProof(forged, idsOf(proof))).to.deep.include({
      kind: 'proved',
      firstKeyId: forger.id,
    });
  });

  it('is answered with 404 to staff of another platform', async () => {
    expect((await getProof(paymentId, 'otherAdmin')).status).to.equal(404);
  });
});
