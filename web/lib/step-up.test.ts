import { expect } from 'chai';
import { ProblemError } from './rpc.ts';
import { stepUpAsked, withStepUp } from './step-up.ts';

const refusal = (code: string, details?: Record<string, unknown>): ProblemError =>
  new ProblemError({
    type: '',
    title: '',
    status: 403,
    code,
    detail: { pt: '', en: '' },
    requestId: '1',
    ...(details && { details }),
  });

const guardedWrite = () => {
  const it = { isProven: false, sent: 0 };
  const send = async (): Promise<string> => {
    it.sent += 1;
    if (!it.isProven) throw refusal('session/step-up-required');
    return 'done';
  };
  return { it, send };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Writes that need a step-up', () => {
  it('are sent again after the user has shown who they are', async () => {
    const { it: world, send } = guardedWrite();
    const done = withStepUp(send);
    await turn();
    expect([stepUpAsked.asks(), world.sent]).to.deep.equal(['password', 1]);
    world.isProven = true;
    stepUpAsked.answer(true);
    expect(await done).to.equal('done');
    expect([stepUpAsked.asks(), world.sent]).to.deep.equal([undefined, 2]);
  });

  it('share one question', async () => {
    const worlds = [guardedWrite(), guardedWrite()];
    let asked = 0;
    const stop = stepUpAsked.onChange(() => (asked += Number(stepUpAsked.asks() !== undefined)));
    const done = Promise.all(worlds.map(({ send }) => withStepUp(send)));
    await turn();
    for (const world of worlds) world.it.isProven = true;
    stepUpAsked.answer(true);
    expect(await done).to.deep.equal(['done', 'done']);
    stop();
    expect(asked).to.equal(1);
  });

  it('fail as they were refused when the user gives up', async () => {
    const { it: world, send } = guardedWrite();
    const done = withStepUp(send).catch((failure: unknown) => failure);
    await turn();
    stepUpAsked.answer(false);
    expect(await done).to.be.instanceOf(ProblemError);
    expect([stepUpAsked.asks(), world.sent]).to.deep.equal([undefined, 1]);
  });

  it('ask for a code where there is a second factor', async () => {
    const done = withStepUp(async () => {
      throw refusal('session/step-up-required', { asks: 'code' });
    }).catch((failure: unknown) => failure);
    await turn();
    expect(stepUpAsked.asks()).to.equal('code');
    stepUpAsked.answer(false);
    expect(await done).to.be.instanceOf(ProblemError);
  });

  it('ask nothing when they are refused for another reason', async () => {
    const failed = await withStepUp(async () => {
      throw refusal('session/forbidden');
    }).catch((failure: unknown) => failure);
    expect(failed).to.be.instanceOf(ProblemError);
    expect(stepUpAsked.asks()).to.equal(undefined);
  });
});
