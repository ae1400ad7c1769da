import { expect } from 'chai';
import { sharedValue } from './stored-value.ts';

/** A `localStorage` with the methods that we use. */
const withStorage = (entries: Record<string, string>, work: () => void): void => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
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
    work();
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
  }
};

describe('a value that tabs share', () => {
  it('is there for the other tab until it is forgotten', () => {
    withStorage({}, () => {
      sharedValue<string>('shared', 1_000).keep('kept');
      expect(sharedValue<string>('shared', 1_000).read()).to.equal('kept');
      sharedValue<string>('shared', 1_000).forget();
      expect(sharedValue<string>('shared', 1_000).read()).to.equal(undefined);
    });
  });

  it('goes when its time is over, with all others whose time is, and nobody else’s', () => {
    const entries = { theirs: 'not json' };
    withStorage(entries, () => {
      sharedValue('old', -1).keep('a buyer');
      sharedValue('other', -1).keep('another buyer');
      expect(sharedValue('old', 1_000).read()).to.equal(undefined);
      expect(Object.keys(entries)).to.deep.equal(['theirs']);
    });
  });

  it('lives in the page where the browser refuses to keep it', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    const refuse = (): never => {
      throw new Error('SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true });
    sharedValue<string>('refused', 1_000).keep('kept');
    expect(sharedValue<string>('refused', 1_000).read()).to.equal('kept');
    sharedValue<string>('refused', 1_000).forget();
    expect(sharedValue<string>('refused', 1_000).read()).to.equal(undefined);
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
  });
});
