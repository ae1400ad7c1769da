import { expect } from 'chai';
import { readEndToEndId } from './end-to-end-id.ts';

describe('End-to-end id of a PIX', () => {
  it('is the same however it was copied', () => {
    const id = 'e00416968202501110034kojecgjksiz';
    expect(readEndToEndId(' E00416968202501110034KOJECGjkSiZ\n')).to.equal(id);
    expect(readEndToEndId(id)).to.equal(id);
  });

  for (const text of [
    'PIX',
    'tx-1',
    'D00416968202501110034KOJECGjkSiZ',
    'E00416968202501110034KOJECGjkSi',
    'E00416968999901110034KOJECGjkSiZ',
  ])
    it(`is not ${text}`, () => {
      expect(readEndToEndId(text)).to.equal(undefined);
    });
});
