import { expect } from 'chai';
import fc from 'fast-check';

import { scrub } from './scrub.ts';

describe('scrubbing of what may be logged', () => {
  it('leaves no form of a secret: plain, in a URL, in basic authorization', () => {
    const secret = 'sk_live_a+b/c=';
    const basic = Buffer.from(`${secret}:`).toString('base64');
    const text = `key ${secret} at ?api_token=${encodeURIComponent(secret)} as ${basic}`;
    expect(scrub(text, [secret])).to.equal('key [secret] at ?api_token=[secret] as [secret]');
  });

  it('leaves no authorization, even of an unknown token', () => {
    expect(scrub('Authorization: Bearer abc.def', [])).to.equal('Authorization: Bearer [secret]');
  });

  it('leaves no card, document, phone or e-mail, however it is punctuated', () => {
    const texts = [
      '4111 1111 1111 1111',
      '4111111111111111',
      '529.982.247-25',
      '11.222.333/0001-81',
      '+55 (11) 91234-5678',
      'fulano@example.com',
    ];
    for (const text of texts) {
      expect(scrub(`{"value":"${text}"}`, []), text).to.match(/^\{"value":"\[[a-z-]+\]"\}$/);
    }
  });

  it('leaves no security code of a card', () => {
    expect(scrub('{"cvv":"123","securityCode": 1234}', [])).to.equal(
      '{"cvv":"[number]","securityCode": [number]}',
    );
  });

  it('keeps what a reader needs: codes, ids and short numbers', () => {
    const text = '422 invalid_request: tr_0a1b2c3d4e5f60718293a4b5c6d7e8f9 at 12:49:00';
    expect(scrub(text, ['short'])).to.equal(text);
  });

  it('leaves no secret whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const secret = 'sk_test_0123456789abcdef';
        return !scrub(before + secret + after, [secret]).includes(secret);
      }),
    );
  });
});
