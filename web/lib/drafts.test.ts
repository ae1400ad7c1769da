import { expect } from 'chai';
import { draftOf, forgetDrafts, forgetOthersDrafts } from './drafts.ts';

const ana = 'ana';
const bia = 'bia';

/** Runs `work` with a `sessionStorage` that has the methods that we use; `Object.keys` lists what it stores. */
const withStorage = (work: (stored: Map<string, string>) => void): void => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  const stored = new Map<string, string>();
  const storage = new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  try {
    work(stored);
  } finally {
    if (original) Object.defineProperty(globalThis, 'sessionStorage', original);
    else Reflect.deleteProperty(globalThis, 'sessionStorage');
  }
};

describe('Drafts of forms', () => {
  it('are of one owner and of one form', () => {
    withStorage(() => {
      draftOf(ana, 'receiver').keep({ 'address.city': 'Santos' });
      expect(draftOf(ana, 'receiver').read()).to.deep.equal({ 'address.city': 'Santos' });
      expect(draftOf(bia, 'receiver').read()).to.equal(undefined);
      expect(draftOf(ana, 'another').read()).to.equal(undefined);
    });
  });

  it('are removed at a sign-out, and those of others at a sign-in', () => {
    withStorage((stored) => {
      stored.set('razao:another:1', '"kept"');
      draftOf(ana, 'receiver').keep({ 'address.city': 'Santos' });
      draftOf(bia, 'receiver').keep({ 'address.city': 'Bauru' });
      forgetOthersDrafts(bia);
      expect(draftOf(ana, 'receiver').read()).to.equal(undefined);
      expect(draftOf(bia, 'receiver').read()).to.deep.equal({ 'address.city': 'Bauru' });
      forgetDrafts();
      expect(draftOf(bia, 'receiver').read()).to.equal(undefined);
      expect([...stored.keys()]).to.deep.equal(['razao:another:1']);
    });
  });

  it('are stored in the page alone where the browser stores nothing, and removed from there too', () => {
    draftOf(ana, 'receiver').keep({ 'address.city': 'Santos' });
    expect(draftOf(ana, 'receiver').read()).to.deep.equal({ 'address.city': 'Santos' });
    forgetDrafts();
    expect(draftOf(ana, 'receiver').read()).to.equal(undefined);
  });
});
