import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import { expect } from 'chai';
import fc from 'fast-check';

import { detectPixKeyType, normalisePixKey, findPixKeyError } from './pix-key.ts';

describe('PIX key', () => {
  const examples = [
    ['529.982.247-25', 'CPF', '52998224725'],
    ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
    ['11.222.333/0001-81', 'CNPJ', '11222333000181'],
    ['Fulano@Example.com ', 'EMAIL', 'fulano@example.com'],
    ['123E4567-E12B-12D1-A456-426655440000', 'RANDOM', '123e4567-e12b-12d1-a456-426655440000'],
    ['(11) 91234-5678', 'PHONE', '+5511912345678'],
    ['+55 11 91234-5678', 'PHONE', '+5511912345678'],
  ] as const;

  for (const [text, type, key] of examples) {
    it(`reads ${text.trim()} as ${type} and stores it as DICT does`, () => {
      expect(detectPixKeyType(text)).to.equal(type);
      expect(normalisePixKey(type, text)).to.equal(key);
      expect(getPixKeyInfo(text)?.value).to.equal(key);
    });
  }

  it('reads digits valid as both CPF and mobile as a CPF, but as a phone after a plus', () => {
    expect(detectPixKeyType('51998259765')).to.equal('CPF');
    expect(detectPixKeyType('+5551998259765')).to.equal('PHONE');
  });

  it('reads an e-mail that begins with a document as an e-mail', () => {
    expect(detectPixKeyType('529.982.247-25@mail.com')).to.equal('EMAIL');
    expect(detectPixKeyType('12abc345@01.de35')).to.equal('EMAIL');
  });

  it('accepts a random key of any UUID version, as DICT does', () => {
    for (const version of '12345678') {
      const key = `0190f3b2-7c1e-${version}cc2-98c4-dc0c0c07398f`;
      expect(detectPixKeyType(key), version).to.equal('RANDOM');
      expect(normalisePixKey('RANDOM', key.toUpperCase())).to.equal(key);
    }
  });

  it('stores any phone of 9 to 15 digits, with Brazil’s prefix unless it has another', () => {
    const stored = (text: string) => [detectPixKeyType(text), normalisePixKey('PHONE', text)];
    expect(stored('912345678')).to.deep.equal(['PHONE', '+55912345678']);
    expect(stored('1012345678')).to.deep.equal(['PHONE', '+551012345678']);
    expect(stored('5511912345678')).to.deep.equal(['PHONE', '+5511912345678']);
    expect(stored('+351 912 345 678')).to.deep.equal(['PHONE', '+351912345678']);
    expect(stored('123456789012345')).to.deep.equal(['PHONE', '+123456789012345']);
    expect(stored('12345678')).to.deep.equal([undefined, undefined]);
  });

  it('treats 11 or 14 digits that are no Brazilian phone as a mistyped CPF or CNPJ', () => {
    expect(findPixKeyError('529.982.247-26')).to.equal('CPF');
    expect(findPixKeyError('11111111111')).to.equal('CPF');
    expect(findPixKeyError('11.222.333/0001-82')).to.equal('CNPJ');
    expect(findPixKeyError('11912345678')).to.equal(undefined);
    expect(findPixKeyError('+11222333000182')).to.equal(undefined);
    expect(findPixKeyError('52998224725')).to.equal(undefined);
    expect(findPixKeyError('fulano')).to.equal('UNKNOWN');
    expect(normalisePixKey('PHONE', '52998224726')).to.equal(undefined);
  });

  it('recognises no type in other text, or in a key that is too short or too long', () => {
    for (const text of ['', 'fulano', 'a b@c.com', '12345678', '1'.repeat(16)]) {
      expect(detectPixKeyType(text), text).to.equal(undefined);
    }
    expect(detectPixKeyType(`${'a'.repeat(80)}@example.com`)).to.equal(undefined);
  });

  it('rejects a key of another type than the stated one, and a phone of eight digits', () => {
    expect(normalisePixKey('CPF', '11222333000181')).to.equal(undefined);
    expect(normalisePixKey('EMAIL', '52998224725')).to.equal(undefined);
    expect(normalisePixKey('PHONE', '91234567')).to.equal(undefined);
  });

  it('normalises a normalised key to itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), ([text, type]) => {
        const once = normalisePixKey(type, text) ?? '';
        return normalisePixKey(type, once) === once && detectPixKeyType(once) === type;
      }),
    );
  });
});
