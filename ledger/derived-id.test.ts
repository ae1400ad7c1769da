import { expect } from 'chai';
import { derivedId, eventId, uuidOf } from './derived-id.ts';

describe('derived ids', () => {
  it('are UUIDs of version 5, as the example of RFC 9562 A.4 shows', () => {
    const dns = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');
    expect(uuidOf(dns, 'www.example.com')).to.equal('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('never change, because a retry of a recorded command finds its events by them', () => {
    expect(derivedId('payment', 'chave', 'ção')).to.equal('3455c6f8-1edd-5ae6-9ce3-ad7ef4af560a');
    expect(eventId('a7a6c8f2-5d0e-4b7c-9a51-7261a7a06c01', 0)).to.equal(
      'ebe1d935-f44a-53e2-ad15-5eef50b74e97',
    );
  });

  it('differ when the same names come in another order', () => {
    expect(derivedId('a', 'b')).to.not.equal(derivedId('b', 'a'));
  });
});
