import { expect } from 'chai';
import { ProblemError } from './rpc.ts';
import { stepUpQuestion, withStepUp } from './step-up.ts';

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

/** A write that the server refuses until the user is proven (`isProven`); `sent` counts its requests. */
const guardedWrite = () => {
  const world = { isProven: false, sent: 0 };
  const send = async (): Promise<string> => {
    world.sent += 1;
    if (!world.isProven) throw refusal('session/step-up-required');
    return 'done';
  };
  return { it: world, send };
};

/** A refused write has asked by then. */
const untilAsked = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Writes that need a step-up', () => {
  it('are sent again after the user has shown who they are', async () => {
    const { it: world, send } = guardedWrite();
    const done = withStepUp(send);
    await untilAsked();
    expect([stepUpQuestion.asks(), world.sent]).to.deep.equal(['password', 1]);
    world.isProven = true;
    stepUpQuestion.answer(true);
    expect(await done).to.equal('done');
    expect([stepUpQuestion.asks(), world.sent]).to.deep.equal([undefined, 2]);
  });

  it('share one question', async () => {
    const worlds = [guardedWrite(), guardedWrite()];
    let questions = 0;
    const stop = stepUpQuestion.onChange(
      () => (questions += Number(stepUpQuestion.asks() !== undefined)),
    );
    const done = Promise.all(worlds.map(({ send }) => withStepUp(send)));
    await untilAsked();
    for (const world of worlds) world.it.isProven = true;
    stepUpQuestion.answer(true);
    expect(await done).to.deep.equal(['done', 'done']);
    stop();
    expect(questions).to.equal(1);
  });

  it('fail with the server’s refusal when the user cancels', async () => {
    const { it: world, send } = guardedWrite();
    const done = withStepUp(send).catch((failure: unknown) => failure);
    await untilAsked();
    stepUpQuestion.answer(false);
    expect(await done).to.be.instanceOf(ProblemError);
    expect([stepUpQuestion.asks(), world.sent]).to.deep.equal([undefined, 1]);
  });

  it('ask for a code where there is a second factor', async () => {
    const done = withStepUp(async () => {
      throw refusal('session/step-up-required', { asks: 'code' });
    }).catch((failure: unknown) => failure);
    await untilAsked();
    expect(stepUpQuestion.asks()).to.equal('code');
    stepUpQuestion.answer(false);
    expect(await done).to.be.instanceOf(ProblemError);
  });

  it('ask nothing when they are refused for another reason', async () => {
    const failed = await withStepUp(async () => {
      throw refusal('session/forbidden');
    }).catch((failure: unknown) => failure);
    expect(failed).to.be.instanceOf(ProblemError);
    expect(stepUpQuestion.asks()).to.equal(undefined);
  });
});
