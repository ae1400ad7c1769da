import { expect } from 'chai';
import { chooseAcquirer, type Candidate } from '#/domain/acquiring/choose.ts';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { fnv1a } from './fnv1a.ts';

describe('FNV-1a', () => {
  it('gives the published values, byte by byte of UTF-8', () => {
    expect(fnv1a('')).to.equal(0x811c9dc5);
    expect(fnv1a('a')).to.equal(0xe40c292c);
    expect(fnv1a('foobar')).to.equal(0xbf9cf968);
    expect(fnv1a('bar', fnv1a('foo'))).to.equal(0xbf9cf968);
    expect(fnv1a('🙂', fnv1a('João '))).to.equal(0x79752e39);
    expect(fnv1a('João 🙂')).to.equal(0x79752e39);
  });

  it('gives the synthetic CPFs that payments on record have', () => {
    expect(syntheticCpf('payment-1')).to.equal('00014605872');
    expect(syntheticCpf('demo-ebook')).to.equal('00051851300');
    expect(syntheticCpf('0198c9f0-7a3e-7c1d-9b1a-2f5e6d7c8b9a')).to.equal('00001125850');
    expect(syntheticCpf('João 🙂')).to.equal('00072471921');
  });

  it('chooses the acquirers that choices on record name', () => {
    const all = Array.from('abcdefghij', (provider, index): Candidate => {
      return { provider, share: index === 0 ? 1 : 11, standing: 'FIT' };
    });
    const chosen = (id: string) => chooseAcquirer(id, all)?.provider;
    const drawn = Array.from({ length: 40 }, (_, index) => chosen(`payment-${index}`));
    expect(drawn.join('')).to.equal('fgedhjfcbegjcfheiegdhbddhdffbbefhjiacici');
    expect(chosen('0198c9f0-7a3e-7c1d-9b1a-2f5e6d7c8b9a')).to.equal('e');
    expect(chosen('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).to.equal('f');
  });
});
