import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info';
import { expect } from 'chai';
import fc from 'fast-check';

import { cents } from '#/domain/values/money.ts';

import { brCode, crc16, parseBrCode } from './br-code.ts';

const EVP = '123e4567-e12b-12d1-a456-426655440000';

// The two examples of the BCB's Manual de Padrões para Iniciação do Pix.
const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const DYNAMIC =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd441' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';

// Pix Automático, journeys 2, 3 and 4 (BCB pix-api 2.9.0, examples of recResponse).
const recurrences = [
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***' +
    '80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002' +
    '630462C9',
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441' +
    '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***' +
    '80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890' +
    '63047741',
  '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/' +
    '1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA' +
    '62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/' +
    '3ffa640fa4f14080adccb949fa2dc0d06304A441',
] as const;

const fulano = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' } as const;

const withChecksum = (payload: string): string => `${payload}6304${crc16(`${payload}6304`)}`;

describe('BR Code', () => {
  it('computes the published check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).to.equal('29B1');
  });

  it('writes the central bank’s static example byte for byte', () => {
    expect(brCode({ ...fulano, key: EVP, reusable: true })).to.equal(STATIC);
  });

  it('writes the central bank’s dynamic example byte for byte', () => {
    const location = 'https://pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(brCode({ ...fulano, location, reusable: false })).to.equal(DYNAMIC);
  });

  it('reads both examples back', () => {
    expect(parseBrCode(STATIC)).to.deep.equal({
      ok: true,
      fields: { ...fulano, key: EVP, reusable: true },
    });
    expect(parseBrCode(DYNAMIC)).to.deep.equal({
      ok: true,
      fields: {
        ...fulano,
        location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
        reusable: false,
      },
    });
  });

  it('reads the recurrence location of Pix Automático codes', () => {
    for (const code of recurrences) {
      const parsed = parseBrCode(code);
      expect(parsed.ok && parsed.fields.recurrenceLocation, code).to.match(/^pix\.example\.com/);
    }
  });

  it('writes codes that our parser and an independent parser read back, for any amount and name', () => {
    const request = fc.record({
      key: fc.constantFrom(EVP, '52998224725', '12ABC34501DE35', '+5511912345678', 'a@b.co'),
      merchantName: fc.string({ unit: 'grapheme' }).map((name) => `Loja ${name}`),
      merchantCity: fc.constantFrom('São Paulo', 'Poços de Caldas', 'BRASILIA'),
      amount: fc.integer({ min: 1, max: 9_999_999_999 }).map(cents),
      txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      reusable: fc.boolean(),
    });
    fc.assert(
      fc.property(request, (codeFields) => {
        const code = brCode(codeFields);
        const parsed = parseBrCode(code);
        const { merchantName: _name, merchantCity: _city, ...exact } = codeFields;
        expect(parsed.ok && parsed.fields).to.include(exact);
        const oracle = getPixPayloadInfo(code);
        expect(oracle?.key).to.equal(codeFields.key);
        expect(oracle?.txid).to.equal(codeFields.txid);
        expect(Math.round((oracle?.amount ?? 0) * 100)).to.equal(codeFields.amount);
      }),
    );
  });

  it('rejects a code with any one character changed, except in case only', () => {
    fc.assert(
      fc.property(fc.nat(STATIC.length - 1), fc.stringMatching(/^[ -~]$/), (at, character) => {
        fc.pre(STATIC[at]?.toLowerCase() !== character.toLowerCase());
        return !parseBrCode(STATIC.slice(0, at) + character + STATIC.slice(at + 1)).ok;
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads accented text whether its length is given in characters or in bytes', () => {
    const codeWithLength = (length: string) =>
      withChecksum(
        `00020126580014br.gov.bcb.pix0136${EVP}520400005303986540510.005802BR` +
          `59${length}Açaí & Cia6009São Paulo62070503***`,
      );
    const inCharacters = parseBrCode(codeWithLength('10'));
    const changed = parseBrCode(codeWithLength('12').replace(/6009São Paulo/, '6010São Paulo'));
    expect(changed.ok, 'its checksum is of other text').to.equal(false);
    const withoutChecksum = codeWithLength('12')
      .slice(0, -8)
      .replace('6009São Paulo', '6010São Paulo');
    const inBytes = parseBrCode(withChecksum(withoutChecksum));
    for (const parsed of [inCharacters, inBytes]) {
      expect(parsed.ok && parsed.fields).to.deep.include({
        key: EVP,
        merchantName: 'Açaí & Cia',
        merchantCity: 'São Paulo',
        amount: 1_000,
      });
    }
  });

  it('names the error in an invalid code', () => {
    const error = (code: string): unknown => {
      const parsed = parseBrCode(code);
      return parsed.ok ? 'none' : parsed.error;
    };
    expect(error('')).to.equal('malformed');
    expect(error('https://example.com')).to.equal('malformed');
    expect(error(STATIC.slice(0, -1))).to.equal('malformed');
    expect(error(STATIC.replace('1D3D', '1D3E'))).to.equal('wrong-checksum');
    expect(error(withChecksum('00020126080004visa52040000530398659014A6001B62070503***'))).to.equal(
      'malformed',
    );
    expect(
      error(withChecksum('00020126080004visa5204000053039865802BR5901A6001B62070503***')),
    ).to.equal('not-pix');
    expect(error(withChecksum(STATIC.slice(0, -8).replace('5303986', '5303840')))).to.equal(
      'not-pix',
    );
    expect(error(withChecksum(STATIC.slice(0, -8).replace('5802', '54041,005802')))).to.equal(
      'malformed',
    );
  });

  it('reads amounts with zero, one or two decimals, but not with three', () => {
    const amountOf = (text: string): unknown => {
      const written = `54${String(text.length).padStart(2, '0')}${text}`;
      const parsed = parseBrCode(
        withChecksum(STATIC.slice(0, -8).replace('5802', `${written}5802`)),
      );
      return parsed.ok ? parsed.fields.amount : undefined;
    };
    expect(['100', '100.5', '100.50', '0.01', '1.234'].map(amountOf)).to.deep.equal([
      10_000,
      10_050,
      10_050,
      1,
      undefined,
    ]);
  });

  it('rejects a name, transaction id, amount or key that the code cannot hold', () => {
    const good = { ...fulano, key: EVP, reusable: true };
    expect(() => brCode({ ...good, merchantName: '日本' })).to.throw(RangeError);
    expect(() => brCode({ ...good, txid: 'with-hyphen' })).to.throw(RangeError);
    expect(() => brCode({ ...good, amount: cents(0) })).to.throw(RangeError);
    expect(() => brCode({ ...good, key: 'k'.repeat(78) })).to.throw(RangeError);
  });
});
