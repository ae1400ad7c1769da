import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { z } from 'zod';
import { casesOfPlatform } from '#/api/testing/cases.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { queryText } from '#/api/testing/valid-inputs.ts';
import { streamOf } from '#/domain/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import { decode } from '#/ledger/codec.ts';

const codeOf = z.looseObject({ code: z.string() });

describe('Open cases that two people decide', () => {
  const cases = casesOfPlatform();

  it('end by two people, who are both in the record, and the sale is approved', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    expect((await cases.listed({ proposed: 'yes' })).items).to.have.length(1);
    const own = await cases.confirm(id, proposalId, cases.admin);
    expect([own.status, codeOf.parse(own.body).code]).to.deep.equal([
      403,
      'investigation/same-person',
    ]);
    const { proposal } = await cases.opened(id, cases.deputy);
    expect(proposal).to.include({ isOwn: false, evidence: 'Consta no extrato do adquirente' });
    expect((await cases.confirm(id, proposalId, cases.deputy)).status).to.equal(200);
    expect((await cases.confirm(id, proposalId, cases.deputy)).status).to.equal(200);
    expect((await cases.opened(id)).asked.status).to.equal('APPROVED');
    expect((await cases.listed()).items).to.deep.equal([]);
    const stream = await cases.world.store.readStream(`payment-${id}`);
    const events = stream.slice(-2).map(decode);
    expect(events.map(({ type }) => type)).to.deep.equal(['PaymentResolved', 'PaymentApproved']);
    expect(events[0]?.data).to.include({
      proposedBy: `admin:${cases.admin.personId}`,
      confirmedBy: `admin:${cases.deputy.personId}`,
    });
  });

  it('are decided by no one who is the seller too', async () => {
    const id = await cases.unresolved();
    const cookie = await signInAsBoth(cases.world, cases.seller, cases.admin);
    const headers = { cookie };
    const proposed = await cases.world.post('/api/admin.proposeResolution', cases.proposing(id), {
      headers,
    });
    expect([proposed.status, codeOf.parse(proposed.body).code]).to.deep.equal([
      403,
      'investigation/own',
    ]);
    const input = { kind: 'PAYMENT', id, proposalId: await cases.propose(id, cases.deputy) };
    const confirmed = await cases.world.post('/api/admin.confirmResolution', input, { headers });
    expect(codeOf.parse(confirmed.body).code).to.equal('investigation/own');
    expect((await cases.opened(id, cases.deputy)).asked.status).to.equal('PENDING');
  });

  it('end by no one person with two records', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const cookie = await signInAsBoth(cases.world, cases.admin, cases.deputy);
    const input = { kind: 'PAYMENT', id, proposalId };
    const path = `/api/admin.getInvestigation?${queryText({ kind: 'PAYMENT', id })}`;
    const seen = Object((await cases.world.get(path, { headers: { cookie } })).body);
    expect(seen.proposal).to.include({ isOwn: true });
    const { status, body } = await cases.world.post('/api/admin.confirmResolution', input, {
      headers: { cookie },
    });
    expect([status, codeOf.parse(body).code]).to.deep.equal([403, 'investigation/same-person']);
    const third = await cases.world.newAdmin(cases.seller.platformId);
    expect((await cases.confirm(id, proposalId, third)).status).to.equal(200);
  });

  it('wait for another proposal once the person who proposed is blocked', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const { handler, machine, now } = cases.world.services.core;
    const archive = { type: 'Archive', now: now() } as const;
    await handler.handle(staff, streamOf('staff', cases.admin.personId), archive, {
      commandId: machine.uuid(),
      platform: cases.seller.platformId,
      actor: 'system',
      correlation: cases.admin.personId,
    });
    const { status, body } = await cases.confirm(id, proposalId, cases.deputy);
    expect([status, codeOf.parse(body).code]).to.deep.equal([409, 'investigation/proposer-left']);
    const rejection = { kind: 'PAYMENT', id, proposalId, reason: 'Quem propôs saiu' };
    await cases.world.post('/api/admin.rejectResolution', rejection, { as: cases.deputy });
    const third = await cases.world.newAdmin(cases.seller.platformId);
    expect((await cases.confirm(id, await cases.propose(id, cases.deputy), third)).status).to.equal(
      200,
    );
  });

  it('are confirmed by no clock that is wrong: what it approves would be released by it', async () => {
    const id = await cases.unresolved();
    const proposalId = await cases.propose(id);
    const headers = { 'idempotency-key': randomUUID() };
    const { ports } = cases.world.services.core;
    const { isClockTrue } = ports;
    const confirmBy = async (isTrue: boolean) => {
      Object.assign(ports, { isClockTrue: () => isTrue });
      const input = { kind: 'PAYMENT', id, proposalId };
      return cases.world
        .post('/api/admin.confirmResolution', input, { as: cases.deputy, headers })
        .finally(() => Object.assign(ports, { isClockTrue }));
    };
    const { status, body } = await confirmBy(false);
    expect([status, codeOf.parse(body).code]).to.deep.equal([503, 'service/unavailable']);
    expect((await confirmBy(true)).status).to.equal(200);
    expect((await confirmBy(false)).status).to.equal(200);
  });

  it('are not confirmed by who saw another proposal', async () => {
    const id = await cases.unresolved();
    const first = await cases.propose(id);
    const rejection = { kind: 'PAYMENT', id, proposalId: first, reason: 'Não confere' };
    const rejected = await cases.world.post('/api/admin.rejectResolution', rejection, {
      as: cases.deputy,
    });
    expect(rejected.status).to.equal(200);
    await cases.propose(id, cases.admin, { resolution: 'DID_NOT_HAPPEN' });
    const late = await cases.confirm(id, first, cases.deputy);
    expect([late.status, codeOf.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/changed',
    ]);
  });
});
