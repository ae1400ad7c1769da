import { isValidCnpj as oracleCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf as oracleCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { expect } from 'chai';
import fc from 'fast-check';

import {
  documentType,
  formatDocument,
  isValidCnpj,
  isValidCpf,
  kindOfDocument,
  normaliseDocument,
  syntheticCpf,
} from './document.ts';

const validCpfs = [
  '52998224725',
  '11144477735',
  '12345678909',
  '93095135270',
  '01234567890',
  '67178678097',
  '26224451990',
];
const invalidCpfs = ['11111111111', '52998224726', '00000000000', '1234567890', ''];
// The alphanumeric one is SERPRO's own example.
const validCnpjs = [
  '12ABC34501DE35',
  '11222333000181',
  '00000000000191',
  '11444777000161',
  '38313108000107',
  '12345678000195',
];
const invalidCnpjs = [
  '01602606113708',
  '12ABC34501DE36',
  '12ABC34501DEA5',
  '00000000000000',
  '11222333000180',
];

describe('Document', () => {
  it('accepts CPFs and CNPJs whose check digits are right, letters included', () => {
    for (const cpf of validCpfs) expect(documentType(cpf), cpf).to.equal('CPF');
    for (const cnpj of validCnpjs) expect(documentType(cnpj), cnpj).to.equal('CNPJ');
  });

  it('rejects wrong check digits, repeated digits and wrong lengths', () => {
    for (const document of [...invalidCpfs, ...invalidCnpjs]) {
      expect(documentType(document), document).to.equal(undefined);
    }
  });

  it('reads any mask and any case', () => {
    expect(documentType(' 529.982.247-25 ')).to.equal('CPF');
    expect(documentType('12.abc.345/01de-35')).to.equal('CNPJ');
    expect(normaliseDocument('12.abc.345/01de-35')).to.equal('12ABC34501DE35');
  });

  it('formats documents in the official masks, and leaves other text unchanged', () => {
    expect(formatDocument('52998224725')).to.equal('529.982.247-25');
    expect(formatDocument('12abc34501de35')).to.equal('12.ABC.345/01DE-35');
    expect(formatDocument('12-3')).to.equal('12-3');
  });

  it('tells a valid CPF from a valid CNPJ, letters included', () => {
    expect(['52998224725', '12ABC34501DE35'].map(kindOfDocument)).to.deep.equal(['CPF', 'CNPJ']);
  });

  it('agrees with an independent implementation on generated CPFs', () => {
    const digits = fc.integer({ min: 0, max: 99_999_999_999 });
    const near = fc.nat(validCpfs.length - 1).map((index) => Number(validCpfs[index]));
    fc.assert(
      fc.property(fc.oneof(digits, near), fc.nat(3), (number, step) => {
        const text = String(number + step).padStart(11, '0');
        return isValidCpf(text) === oracleCpf(text);
      }),
    );
  });

  it('agrees with an independent implementation on generated CNPJs, letters included', () => {
    const base = fc.stringMatching(/^[0-9A-Z]{12}$/);
    fc.assert(
      fc.property(base, fc.nat(99), (characters, digits) => {
        const text = characters + String(digits).padStart(2, '0');
        return isValidCnpj(text) === oracleCnpj(text, { version: 2 });
      }),
      { numRuns: 2_000 },
    );
  });

  it('makes a valid synthetic CPF that starts with 000 and is always the same for a seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const cpf = syntheticCpf(seed);
        expect(isValidCpf(cpf)).to.equal(true);
        expect(cpf.startsWith('000')).to.equal(true);
        expect(syntheticCpf(seed)).to.equal(cpf);
      }),
    );
    const seeds = Array.from({ length: 100 }, (_, index) => syntheticCpf(`payment-${index}`));
    expect(new Set(seeds).size).to.equal(100);
  });
});
