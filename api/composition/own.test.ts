import { expect } from 'chai';
import { owning } from './own.ts';

describe('what is owned', () => {
  it('is given back newest first, whatever one of them says', async () => {
    const said: string[] = [];
    const stack = new AsyncDisposableStack();
    const own = owning(stack, (what, error) => said.push(`${what}: ${String(error)}`));
    own('the first', () => void said.push('first'));
    own('the second', () => Promise.reject(new Error('no')));
    own('the third', () => {
      throw new Error('never');
    });
    own('the fourth', () => void said.push('fourth'));
    await stack.disposeAsync();
    expect(said).to.deep.equal([
      'fourth',
      'the third: Error: never',
      'the second: Error: no',
      'first',
    ]);
  });

  it('is left behind when it hangs, all within one limit', async () => {
    const said: string[] = [];
    const stack = new AsyncDisposableStack();
    const own = owning(stack, (what) => said.push(`${what} hangs`), 20);
    own('the first', () => void said.push('first'));
    for (const what of ['the second', 'the third']) own(what, () => new Promise(() => undefined));
    await stack.disposeAsync();
    expect(said).to.deep.equal(['the third hangs', 'the second hangs', 'first']);
  });

  it('does not hide why the work failed', async () => {
    const work = async (): Promise<never> => {
      await using stack = new AsyncDisposableStack();
      const own = owning(stack, () => undefined);
      own('what fails', () => Promise.reject(new Error('while giving back')));
      throw new Error('the cause');
    };
    const failure = await work().catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: the cause');
  });
});
