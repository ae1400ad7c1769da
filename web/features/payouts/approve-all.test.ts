import { expect } from 'chai';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { approveAll, type Outcomes } from './approve-all.ts';

const refused = (code: string): ProblemError =>
  new ProblemError({
    type: 'about:blank',
    title: code,
    status: 409,
    code,
    detail: { pt: code, en: code },
    requestId: 'r-1',
  });

const kindsIn = (outcomes: Outcomes): Readonly<Record<string, string>> =>
  Object.fromEntries([...outcomes].map(([id, { kind }]) => [id, kind]));

/**
 * Approves withdrawals; `w-2` then still needs one person more. @returns the outcomes, the ids whose approval was requested (`asked`),
 * and how many outcomes each report of progress had (`seen`)
 */
const run = async (
  ids: readonly string[],
  failures: Readonly<Record<string, Error>> = {},
  isStopped: (asked: readonly string[]) => boolean = () => false,
) => {
  const asked: string[] = [];
  const seen: number[] = [];
  const outcomes = await approveAll(ids, {
    approve: async (id) => {
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

describe('Approval of several withdrawals', () => {
  it('requests each, one after the other, and says which still wait for another person', async () => {
    const { outcomes, asked, seen } = await run(['w-1', 'w-2', 'w-3']);
    expect(asked).to.deep.equal(['w-1', 'w-2', 'w-3']);
    expect(seen).to.deep.equal([0, 1, 2]);
    expect(outcomes.get('w-1')).to.deep.equal({ kind: 'approved', missing: 0 });
    expect(outcomes.get('w-2')).to.deep.equal({ kind: 'approved', missing: 1 });
  });

  it('goes on after one that fails because another person has decided it, and reports why', async () => {
    const failure = refused('withdrawal/not-waiting');
    const { outcomes } = await run(['w-1', 'w-2', 'w-3'], { 'w-2': failure });
    expect(kindsIn(outcomes)).to.deep.equal({
      'w-1': 'approved',
      'w-2': 'failed',
      'w-3': 'approved',
    });
    expect(outcomes.get('w-2')).to.deep.equal({ kind: 'failed', failure });
  });

  it('tries no further withdrawal after a failure that all others would have too', async () => {
    for (const failure of [
      refused('session/step-up-required'),
      refused('session/required'),
      new ConnectionLost('offline'),
    ]) {
      const { outcomes, asked } = await run(['w-1', 'w-2', 'w-3'], { 'w-2': failure });
      expect(asked).to.deep.equal(['w-1', 'w-2']);
      expect(kindsIn(outcomes)).to.deep.equal({
        'w-1': 'approved',
        'w-2': 'failed',
        'w-3': 'notTried',
      });
    }
  });

  it('stops after the withdrawal under way when the user stops it', async () => {
    const { outcomes, asked } = await run(['w-1', 'w-2', 'w-3'], {}, (done) => done.length === 1);
    expect(asked).to.deep.equal(['w-1']);
    expect(kindsIn(outcomes)).to.deep.equal({
      'w-1': 'approved',
      'w-2': 'notTried',
      'w-3': 'notTried',
    });
  });
});
