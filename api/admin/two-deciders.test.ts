import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { z } from 'zod';
import { casesOn, casesStage } from '#/api/testing/cases.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { queryText } from '#/api/testing/valid-inputs.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { staff } from '#/domain/staff/staff.ts';
import { cents } from '#/domain/values/money.ts';
import { decode } from '#/ledger/codec.ts';

const refusal = z.looseObject({ code: z.string() });

describe('Open cases that two people decide', () => {
  const stage = casesStage();
  const cases = casesOn(stage);

  it('end by two people, who are both in the record, and the sale is approved', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    expect((await cases.listed({ proposed: 'yes' })).items).to.have.length(1);
    const byProposer = await cases.confirm(id, proposalId, stage.admin);
    expect([byProposer.status, refusal.parse(byProposer.body).code]).to.deep.equal([
      403,
      'investigation/same-person',
    ]);
    const { proposal } = await cases.opened(id, stage.deputy);
    expect(proposal).to.include({ isOwn: false, evidence: 'Consta no extrato do adquirente' });
    expect((await cases.confirm(id, proposalId, stage.deputy)).status).to.equal(200);
    expect((await cases.confirm(id, proposalId, stage.deputy)).status).to.equal(200);
    expect((await cases.opened(id)).asked.status).to.equal('APPROVED');
    expect((await cases.listed()).items).to.deep.equal([]);
    const stream = await stage.world.store.readStream(`payment-${id}`);
    const events = stream.slice(-2).map(decode);
    expect(events.map(({ type }) => type)).to.deep.equal(['PaymentResolved', 'PaymentApproved']);
    expect(events[0]?.data).to.include({
      proposedBy: `admin:${stage.admin.personId}`,
      confirmedBy: `admin:${stage.deputy.personId}`,
    });
  });

  it('cannot be decided by a person who is also the seller', async () => {
    const id = await cases.unresolved();
    const cookie = await signInAsBoth(stage.world, stage.seller, stage.admin);
    const headers = { cookie };
    const proposed = await stage.world.post('/api/admin.proposeResolution', cases.proposing(id), {
      headers,
    });
    expect([proposed.status, refusal.parse(proposed.body).code]).to.deep.equal([
      403,
      'investigation/own',
    ]);
    const input = { kind: 'PAYMENT', id, proposalId: await cases.propose(id, stage.deputy) };
    const confirmed = await stage.world.post('/api/admin.confirmResolution', input, { headers });
    expect(refusal.parse(confirmed.body).code).to.equal('investigation/own');
    const rejecting = { ...input, reason: 'Não foi assim' };
    const rejected = await stage.world.post('/api/admin.rejectResolution', rejecting, { headers });
    expect(refusal.parse(rejected.body).code).to.equal('investigation/own');
    expect((await cases.opened(id, stage.deputy)).asked.status).to.equal('PENDING');
  });

  it('cannot be decided by one person with two records', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const cookie = await signInAsBoth(stage.world, stage.admin, stage.deputy);
    const input = { kind: 'PAYMENT', id, proposalId };
    const path = `/api/admin.getInvestigation?${queryText({ kind: 'PAYMENT', id })}`;
    const investigation = Object((await stage.world.get(path, { headers: { cookie } })).body);
    expect(investigation.proposal).to.include({ isOwn: true });
    const { status, body } = await stage.world.post('/api/admin.confirmResolution', input, {
      headers: { cookie },
    });
    expect([status, refusal.parse(body).code]).to.deep.equal([403, 'investigation/same-person']);
    const third = await stage.world.newAdmin(stage.seller.platformId);
    expect((await cases.confirm(id, proposalId, third)).status).to.equal(200);
  });

  it('wait for another proposal once the person who proposed is blocked', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const { handler, machine, now } = stage.world.services.core;
    const archive = { type: 'Archive', now: now() } as const;
    await handler.handle(staff, streamOf('staff', stage.admin.personId), archive, {
      commandId: machine.uuid(),
      platform: stage.seller.platformId,
      actor: 'system',
      correlation: stage.admin.personId,
    });
    const { status, body } = await cases.confirm(id, proposalId, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/proposer-left']);
    const rejection = { kind: 'PAYMENT', id, proposalId, reason: 'Quem propôs saiu' };
    await stage.world.post('/api/admin.rejectResolution', rejection, { as: stage.deputy });
    const third = await stage.world.newAdmin(stage.seller.platformId);
    expect((await cases.confirm(id, await cases.propose(id, stage.deputy), third)).status).to.equal(
      200,
    );
  });

  it('wait for another proposal also when the person who proposed was blocked and restored', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const { handler, machine, now } = stage.world.services.core;
    const stream = streamOf('staff', stage.admin.personId);
    const { state } = await handler.load(staff, stream);
    const restore = { type: 'Revise', details: activeDetails(state), now: now() } as const;
    for (const command of [{ type: 'Archive', now: now() } as const, restore])
      await handler.handle(staff, stream, command, {
        commandId: machine.uuid(),
        platform: stage.seller.platformId,
        actor: 'system',
        correlation: stage.admin.personId,
      });
    const { status, body } = await cases.confirm(id, proposalId, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/proposer-left']);
  });

  it('are not confirmed while the clock is wrong, because the approved money would be released by it', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const headers = { 'idempotency-key': randomUUID() };
    const { ports } = stage.world.services.core;
    const { isClockTrue } = ports;
    const confirmBy = async (isTrue: boolean) => {
      Object.assign(ports, { isClockTrue: () => isTrue });
      const input = { kind: 'PAYMENT', id, proposalId };
      return stage.world
        .post('/api/admin.confirmResolution', input, { as: stage.deputy, headers })
        .finally(() => Object.assign(ports, { isClockTrue }));
    };
    const { status, body } = await confirmBy(false);
    expect([status, refusal.parse(body).code]).to.deep.equal([503, 'service/unavailable']);
    expect((await confirmBy(true)).status).to.equal(200);
    expect((await confirmBy(false)).status).to.equal(200);
  });

  /** Makes a sale with a refund that the seller's balance does not cover. @returns the payment's id */
  const makeUncoveredRefund = async (): Promise<string> => {
    const id = cases.purchase();
    stage.history.submit(id);
    stage.history.report(id, 'APPROVED');
    await stage.world.happen(stage.history);
    const { handler, machine, now } = stage.world.services.core;
    const refund = { amount: cents(2_000), mayOverdraw: true, note: 'Comprador desistiu' } as const;
    const commands = [
      { type: 'RequestRefund', refundId: `refund-of-${id}`, ...refund, now: now() },
      { type: 'LeaveUncovered', refundId: `refund-of-${id}`, available: cents(0), now: now() },
    ] as const;
    for (const command of commands)
      await handler.handle(payment, streamOf('payment', id), command, {
        commandId: machine.uuid(),
        platform: stage.seller.platformId,
        actor: 'system',
        correlation: id,
      });
    return id;
  };

  it('need no second person for a refund that is not made, so that it never waits where there is one person only', async () => {
    const id = await makeUncoveredRefund();
    const matter = `uncovered-refund-of-${id}`;
    const [question] = (await cases.opened(id)).matters;
    expect(question).to.deep.include({
      key: matter,
      answers: ['BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN'],
      answersOfOne: ['DID_NOT_HAPPEN'],
    });
    const borne = { matter, resolution: 'BORNE_BY_PLATFORM' };
    const proposalId = await cases.propose(id, stage.admin, borne);
    expect((await cases.opened(id)).proposal, 'making it needs two').to.include({ proposalId });
    const reason = { kind: 'PAYMENT', id, proposalId, reason: 'Não há outra pessoa' };
    await stage.world.post('/api/admin.rejectResolution', reason, { as: stage.admin });
    const headers = { 'idempotency-key': randomUUID() };
    const input = cases.proposing(id, { matter, resolution: 'DID_NOT_HAPPEN' });
    const decide = () =>
      stage.world.post('/api/admin.proposeResolution', input, { as: stage.admin, headers });
    const [first, repeated] = [await decide(), await decide()];
    expect([first.status, repeated.status]).to.deep.equal([200, 200]);
    expect(repeated.body).to.deep.equal(first.body);
    expect((await cases.opened(id)).matters).to.deep.equal([]);
    expect((await cases.listed()).items).to.deep.equal([]);
    const stream = await stage.world.store.readStream(`payment-${id}`);
    expect(stream.slice(-2).map(({ type }) => type)).to.deep.equal([
      'PaymentResolved',
      'PaymentRefundFailed',
    ]);
  });

  it('are not confirmed by a person who saw another proposal', async () => {
    const id = await cases.unresolved();
    const first = await cases.propose(id);
    const rejection = { kind: 'PAYMENT', id, proposalId: first, reason: 'Não confere' };
    const rejected = await stage.world.post('/api/admin.rejectResolution', rejection, {
      as: stage.deputy,
    });
    expect(rejected.status).to.equal(200);
    await cases.propose(id, stage.admin, { resolution: 'DID_NOT_HAPPEN' });
    const late = await cases.confirm(id, first, stage.deputy);
    expect([late.status, refusal.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/changed',
    ]);
  });
});
