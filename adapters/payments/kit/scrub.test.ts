import { expect } from 'chai';
import fc from 'fast-check';

import { scrub } from './scrub.ts';

describe('scrub', () => {
  it('removes a secret in plain text, in a URL and in basic authorisation', () => {
    const secret = 'sk_live_a+b/c=';
    const basic = Buffer.from(`${secret}:`).toString('base64');
    const text = `key ${secret} at ?api_token=${encodeURIComponent(secret)} as ${basic}`;
    expect(scrub(text, [secret])).to.equal('key [secret] at ?api_token=[secret] as [secret]');
  });

  it('removes the token of an authorization header, even an unknown one', () => {
    expect(scrub('Authorization: Bearer abc.def', [])).to.equal('Authorization: Bearer [secret]');
  });

  it('removes card numbers, documents, phone numbers and e-mail addresses in any punctuation', () => {
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

  it('removes the security code of a card', () => {
    expect(scrub('{"cvv":"123","securityCode": 1234}', [])).to.equal(
      '{"cvv":"[number]","securityCode": [number]}',
    );
  });

  it('keeps codes, ids, times, short numbers, and words that equal a secret of up to five letters', () => {
    const text =
      '422 invalid_request: tr_0a1b2c3d4e5f60718293a4b5c6d7e8f9 at 12:49:00: name too short';
    expect(scrub(text, ['short'])).to.equal(text);
  });

  it('removes a secret whatever text surrounds it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const secret = 'sk_test_0123456789abcdef';
        return !scrub(before + secret + after, [secret]).includes(secret);
      }),
    );
  });
});
