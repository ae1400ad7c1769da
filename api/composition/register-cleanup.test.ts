import { expect } from 'chai';
import { createRegisterCleanup } from './register-cleanup.ts';

describe('createRegisterCleanup', () => {
  it('disposes of resources newest first, and continues when one fails', async () => {
    const events: string[] = [];
    const stack = new AsyncDisposableStack();
    const registerCleanup = createRegisterCleanup(stack, (what, error) =>
      events.push(`${what}: ${String(error)}`),
    );
    registerCleanup('the first', () => void events.push('first'));
    registerCleanup('the second', () => Promise.reject(new Error('no')));
    registerCleanup('the third', () => {
      throw new Error('never');
    });
    registerCleanup('the fourth', () => void events.push('fourth'));
    await stack.disposeAsync();
    expect(events).to.deep.equal([
      'fourth',
      'the third: Error: never',
      'the second: Error: no',
      'first',
    ]);
  });

  it('abandons resources that hang on disposal, and disposes of the rest', async () => {
    const events: string[] = [];
    const stack = new AsyncDisposableStack();
    const registerCleanup = createRegisterCleanup(
      stack,
      (what) => events.push(`${what} hangs`),
      20,
    );
    registerCleanup('the first', () => void events.push('first'));
    for (const what of ['the second', 'the third'])
      registerCleanup(what, () => new Promise(() => undefined));
    await stack.disposeAsync();
    expect(events).to.deep.equal(['the third hangs', 'the second hangs', 'first']);
  });

  it('keeps the original error when disposal fails as well', async () => {
    const failingWork = async (): Promise<never> => {
      await using stack = new AsyncDisposableStack();
      const registerCleanup = createRegisterCleanup(stack, () => undefined);
      registerCleanup('what fails', () => Promise.reject(new Error('while giving back')));
      throw new Error('the cause');
    };
    const failure = await failingWork().catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: the cause');
  });
});
