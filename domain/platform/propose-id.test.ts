import { expect } from 'chai';
import fc from 'fast-check';
import { aggregateId } from '#/domain/values/ids.ts';
import { isPlatformId, proposeId } from './propose-id.ts';

describe('Id of a platform', () => {
  it('is proposed from the name, without accents and signs', () => {
    expect(proposeId('Loja Azul & Cia. São Paulo')).to.equal('loja-azul-cia-sao-paulo');
    expect(proposeId('  ---  ')).to.equal('');
    expect(proposeId('a'.repeat(63) + ' b')).to.equal('a'.repeat(63));
  });

  it('is a valid id or empty when it is proposed, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (name) => {
        const id = proposeId(name);
        return id === '' || (isPlatformId(id) && aggregateId.safeParse(id).success);
      }),
    );
  });

  it('has the shape of every other id, UUIDs among them', () => {
    const texts = ['demo', crypto.randomUUID(), 'a', '-a', 'a-', 'A', 'a b', '', 'a'.repeat(65)];
    for (const text of texts)
      expect(isPlatformId(text), text).to.equal(aggregateId.safeParse(text).success);
  });
});
