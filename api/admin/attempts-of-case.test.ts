import { expect } from 'chai';
import { casesOn, casesStage } from '#/api/testing/cases.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { streamOf } from '#/domain/values/ids.ts';

describe('The page of a case', () => {
  const stage = casesStage();
  const cases = casesOn(stage);

  const record = async (id: string, command: PaymentCommand): Promise<void> => {
    const { handler, machine } = stage.world.services.core;
    const { platformId: platform } = stage.seller;
    const context = { commandId: machine.uuid(), platform, actor: 'system', correlation: id };
    await handler.handle(payment, streamOf('payment', id), command, context);
  };

  /** Records two calls, a minute apart, of which the first got no answer. @returns the ids of both */
  const recordTwoCalls = async (id: string): Promise<readonly [string, string]> => {
    const { machine, now: readTime } = stage.world.services.core;
    const [first, second] = [machine.uuid(), machine.uuid()];
    const now = addSeconds(readTime(), -120);
    const call = { provider: 'sandbox', epoch: 1, merchantAccount: 'our-account', credential: 2 };
    await record(id, { type: 'BeginCharge', ...call, attemptId: first, after: null, now });
    const lost = { provider: 'sandbox', attemptId: first, failure: 'unavailable' };
    await record(id, { type: 'RecordUnanswered', ...lost, now });
    const later = addSeconds(now, 60);
    await record(id, { type: 'BeginCharge', ...call, attemptId: second, after: first, now: later });
    return [first, second];
  };

  it('shows each call to the acquirer as it was recorded before it was made, and how it ended', async () => {
    const id = cases.purchase();
    await stage.world.happen(stage.history);
    const [first, second] = await recordTwoCalls(id);
    const { attempts } = await cases.opened(id);
    expect(attempts.map(({ attemptId }) => attemptId)).to.deep.equal([first, second]);
    const call = {
      operation: 'CHARGE',
      merchantAccount: 'our-account',
      credential: 2,
      reference: id,
      outcome: 'UNKNOWN',
    };
    const [lost, open] = attempts;
    expect(lost).to.include({ ...call, ordinal: 1, cause: 'unavailable' });
    expect(open).to.include({ ...call, ordinal: 2, cause: null, endedAt: null });
    expect(lost && lost.deadline > lost.at).to.equal(true);
    const noLookUps = { times: 0, lastAt: null, lastFailure: null };
    expect([lost?.lookUps, open?.lookUps]).to.deep.equal([noLookUps, noLookUps]);
  });

  it('is shown also while the notes about look-ups cannot be read', async () => {
    const id = cases.purchase();
    await stage.world.happen(stage.history);
    const [first] = await recordTwoCalls(id);
    const { lookUps } = stage.world.services.core;
    const { find } = lookUps;
    const fail = () => Promise.reject(new Error('relation "acquiring.look_up" does not exist'));
    Object.assign(lookUps, { find: fail });
    const { attempts } = await cases.opened(id);
    Object.assign(lookUps, { find });
    expect(attempts[0]).to.include({ attemptId: first, lookUps: null });
  });

  it('shows how often the acquirer was asked since, when, and why it did not answer', async () => {
    const id = cases.purchase();
    await stage.world.happen(stage.history);
    const [first] = await recordTwoCalls(id);
    const { core } = stage.world.services;
    const before = addSeconds(core.now(), -90);
    core.lookUps.note([first], { at: before, failure: null });
    const { state } = await core.handler.load(payment, streamOf('payment', id));
    if (state.status === 'NONE') return expect.fail('no payment');
    await readBackPayment(id, state, 'read-back', core.ports);
    const { attempts } = await cases.opened(id);
    const [lost, open] = attempts.map(({ lookUps }) => lookUps);
    expect([lost?.times, open?.times]).to.deep.equal([2, 1]);
    expect(lost?.lastAt).to.equal(open?.lastAt);
    expect(open?.lastAt && open.lastAt > before).to.equal(true);
    expect(open?.lastFailure).to.deep.equal({ cause: 'unavailable', at: open?.lastAt });
    return undefined;
  });
});
