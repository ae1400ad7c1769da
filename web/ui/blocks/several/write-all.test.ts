import { expect } from 'chai';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { writeAll, type Outcomes } from './write-all.ts';

const refused = (code: string): ProblemError =>
  new ProblemError({
    type: 'about:blank',
    title: code,
    status: 409,
    code,
    detail: { pt: code, en: code },
    requestId: 'r-1',
  });

const kindsIn = (outcomes: Outcomes<number>): Readonly<Record<string, string>> =>
  Object.fromEntries([...outcomes].map(([id, { kind }]) => [id, kind]));

/**
 * The answer is 1 for `w-2`, and 0 for others. @returns the outcomes, the ids whose write was requested (`asked`), and how many outcomes
 * each report of progress had (`seen`)
 */
const run = async (
  ids: readonly string[],
  failures: Readonly<Record<string, Error>> = {},
  isStopped: (asked: readonly string[]) => boolean = () => false,
) => {
  const asked: string[] = [];
  const seen: number[] = [];
  const inputs = new Map(ids.map((id) => [id, id]));
  const outcomes = await writeAll(inputs, {
    write: async (id) => {
      asked.push(id);
      const failure = failures[id];
      if (failure !== undefined) throw failure;
      return id === 'w-2' ? 1 : 0;
    },
    onProgress: (soFar) => seen.push(soFar.size),
    isStopped: () => isStopped(asked),
  });
  return { outcomes, asked, seen };
};

describe('Several writes', () => {
  it('are requested one after the other, each with its own answer', async () => {
    const { outcomes, asked, seen } = await run(['w-1', 'w-2', 'w-3']);
    expect(asked).to.deep.equal(['w-1', 'w-2', 'w-3']);
    expect(seen).to.deep.equal([0, 1, 2]);
    expect(outcomes.get('w-1')).to.deep.equal({ kind: 'done', answer: 0 });
    expect(outcomes.get('w-2')).to.deep.equal({ kind: 'done', answer: 1 });
  });

  it('go on after one that is refused, for example because another person has decided, and report why', async () => {
    const failure = refused('withdrawal/not-waiting');
    const { outcomes } = await run(['w-1', 'w-2', 'w-3'], { 'w-2': failure });
    expect(kindsIn(outcomes)).to.deep.equal({
      'w-1': 'done',
      'w-2': 'failed',
      'w-3': 'done',
    });
    expect(outcomes.get('w-2')).to.deep.equal({ kind: 'failed', failure });
  });

  it('end after a failure that all later ones would have too', async () => {
    for (const failure of [
      refused('session/step-up-required'),
      refused('session/required'),
      new ConnectionLost('offline'),
    ]) {
      const { outcomes, asked } = await run(['w-1', 'w-2', 'w-3'], { 'w-2': failure });
      expect(asked).to.deep.equal(['w-1', 'w-2']);
      expect(kindsIn(outcomes)).to.deep.equal({
        'w-1': 'done',
        'w-2': 'failed',
        'w-3': 'notTried',
      });
    }
  });

  it('end after the one under way when the user stops them', async () => {
    const { outcomes, asked } = await run(['w-1', 'w-2', 'w-3'], {}, (done) => done.length === 1);
    expect(asked).to.deep.equal(['w-1']);
    expect(kindsIn(outcomes)).to.deep.equal({
      'w-1': 'done',
      'w-2': 'notTried',
      'w-3': 'notTried',
    });
  });
});
