import { expect } from 'chai';
import { sharedValue } from './stored-value.ts';

/** Runs `run` with a `localStorage` that has the methods that we use; `Object.keys` lists what it stores. */
const withStorage = (entries: Record<string, string>, run: () => void): void => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, text: string) => void (entries[key] = text),
    removeItem: (key: string) => Reflect.deleteProperty(entries, key),
  };
  const value = new Proxy(entries, {
    get: (target, name) => Reflect.get(methods, name) ?? Reflect.get(target, name),
  });
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  try {
    run();
  } finally {
    if (original) Object.defineProperty(globalThis, 'localStorage', original);
  }
};

describe('Value shared between tabs', () => {
  it('can be read again through another handle until it is removed', () => {
    withStorage({}, () => {
      sharedValue<string>('shared', 1_000).keep('kept');
      expect(sharedValue<string>('shared', 1_000).read()).to.equal('kept');
      sharedValue<string>('shared', 1_000).forget();
      expect(sharedValue<string>('shared', 1_000).read()).to.equal(undefined);
    });
  });

  it('is removed on expiry, as are all other expired values, but no entries that are not ours', () => {
    const entries = { theirs: 'not json' };
    withStorage(entries, () => {
      sharedValue('old', -1).keep('a buyer');
      sharedValue('other', -1).keep('another buyer');
      expect(sharedValue('old', 1_000).read()).to.equal(undefined);
      expect(Object.keys(entries)).to.deep.equal(['theirs']);
    });
  });

  it('is stored in the page alone when the browser refuses storage', () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    const refuse = (): never => {
      throw new Error('SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true });
    sharedValue<string>('refused', 1_000).keep('kept');
    expect(sharedValue<string>('refused', 1_000).read()).to.equal('kept');
    sharedValue<string>('refused', 1_000).forget();
    expect(sharedValue<string>('refused', 1_000).read()).to.equal(undefined);
    if (original) Object.defineProperty(globalThis, 'localStorage', original);
  });
});
