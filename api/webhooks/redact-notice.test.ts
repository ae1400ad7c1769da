import { expect } from 'chai';
import fc from 'fast-check';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { isValidCpf } from '#/domain/brazil/document.ts';
import { redactDelivery } from './redact-notice.ts';

const redacted = (value: unknown) =>
  redactDelivery({ headers: {}, body: typeof value === 'string' ? value : JSON.stringify(value) });

const person = {
  name: 'Zuleica Xaxim Quixadá',
  email: 'zuleica@example.com',
  cpf: '11144477735',
  masked: '111.444.777-35',
  cnpj: '11444777000161',
  phone: '+55 (21) 98765-0123',
  bare: '21987650123',
  pixKey: '123e4567-e89b-12d3-a456-426614174000',
  card: '4111111111111111',
  cvv: '123',
  address: 'Rua das Laranjeiras 100',
  birth: '1980-02-29',
  secret: 'whsec_abcdef123456',
};

const firstCpfFrom = (number: number): number =>
  isValidCpf(String(number).padStart(11, '0')) ? number : firstCpfFrom(number + 1);

describe('redactDelivery', () => {
  it('keeps the details of the charge, and replaces personal data by its kind and length', () => {
    const { body } = redacted({
      id: 'ch_9K2mX',
      event: 'charge.paid',
      data: {
        status: 'paid',
        amount: 9_700,
        paid: true,
        refused: null,
        paidAt: '2026-11-20T12:00:00.000Z',
        end_to_end_id: 'E1234567820261120120012345678901',
        externalRef: '0f6b1f0c-6d0e-4d3a-9a53-2b1a5f3f9c11',
        customer: { id: 77, name: person.name, active: true },
        card: { lastDigits: '1111', number: 4111111111111111 },
        cpf: 11144477735,
        remark: person.name,
        total: 52998224725,
        since: person.birth,
      },
    });
    expect(body).to.deep.equal({
      id: 'ch_9K2mX',
      event: 'charge.paid',
      data: {
        status: 'paid',
        amount: 9_700,
        paid: true,
        refused: null,
        paidAt: '2026-11-20T12:00:00.000Z',
        end_to_end_id: 'E1234567820261120120012345678901',
        externalRef: '0f6b1f0c-6d0e-4d3a-9a53-2b1a5f3f9c11',
        customer: { id: '[number 2]', name: '[text 21]', active: true },
        card: { lastDigits: '[digits 4]', number: '[number 16]' },
        cpf: '[number 11]',
        remark: '[text 21]',
        total: '[number 11]',
        since: '[digits 10]',
      },
    });
  });

  it('removes personal data and secrets, under any key and at any depth', () => {
    const keys = [
      'id',
      'status',
      'reference',
      'type',
      'data',
      'external_id',
      'chave',
      'x',
      'amount',
    ];
    const values = [person.name, person.email, person.cpf, person.masked, person.cnpj]
      .concat(person.phone, person.bare, person.card, person.address, person.birth)
      .flatMap((text) => (/^\d+$/.test(text) ? [text, Number(text)] : [text]));
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (value, path, isInArray) => {
          const inner: unknown = isInArray ? [value] : value;
          const body = path.reduceRight<unknown>((within, key) => ({ [key]: within }), inner);
          expect(JSON.stringify(redacted(body))).to.not.include(String(value));
        },
      ),
    );
    for (const key of [
      'chave',
      'pixKey',
      'token',
      'confirmHash',
      'authorization',
      'cvv',
      'signature',
    ])
      for (const value of [person.pixKey, person.secret, person.cvv])
        expect(JSON.stringify(redacted({ data: { [key]: value } })), key).to.not.include(value);
    expect(JSON.stringify(redacted({ [person.email]: 1, [person.cpf]: 2 }))).to.not.match(
      /zuleica|111444/,
    );
  });

  it('replaces a CPF that lost its leading zeros, because it was sent as a number', () => {
    for (const cpf of [191, 12345, 1234500].map((number) => firstCpfFrom(number)))
      expect(redacted({ total: cpf }).body).to.deep.equal({
        total: `[number ${String(cpf).length}]`,
      });
    expect(redacted({ total: 97.5, amount: 9_700, installments: 12 }).body).to.deep.equal({
      total: 97.5,
      amount: 9_700,
      installments: 12,
    });
  });

  it('redacts a form like JSON, and keeps only the length of other content', () => {
    expect(
      redacted('event=invoice.status_changed&data%5Bid%5D=E33604A9&data%5Bname%5D=Zuleica'),
    ).to.deep.include({
      format: 'form',
      body: { event: 'invoice.status_changed', 'data.id': 'E33604A9', 'data.name': '[text 7]' },
    });
    expect(redacted('<html>Zuleica</html>')).to.deep.include({
      format: 'other',
      body: '[text 20]',
    });
    expect(redacted('')).to.deep.include({ format: 'empty', body: null, bytes: 0 });
  });

  it('cuts overlong and deeply nested bodies, and marks them as cut', () => {
    const long = redacted({
      items: Array.from({ length: 5_000 }, (_, id) => ({ id, status: 'paid' })),
    });
    expect(long.isCut).to.equal(true);
    expect(JSON.stringify(long.body).length).to.be.within(8_000, 24_000);
    expect(redacted(`${'['.repeat(50_000)}${']'.repeat(50_000)}`).isCut).to.equal(true);
    expect(redacted({ id: 'ch_9K2mX' }).isCut).to.equal(false);
  });

  it('keeps the media type, the name of the sending program and all header names, but no other header values', () => {
    const headers = {
      'content-type': 'application/json; charset=utf-8; zuleica',
      'user-agent': 'PagarmeHub/2.1 (zuleica@example.com)',
      authorization: 'Basic c2VjcmV0',
      'x-signature': 'abc',
    };
    const { contentType, userAgent, headerNames } = redactDelivery({ headers, body: '' });
    expect({ contentType, userAgent }).to.deep.equal({
      contentType: 'application/json',
      userAgent: 'PagarmeHub/2.1',
    });
    expect(headerNames).to.deep.equal(Object.keys(headers));
  });

  it('returns only printable ASCII for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (body) => {
        const text = JSON.stringify(redacted(body));
        expect(text).to.match(/^[\x20-\x7e]*$/);
      }),
    );
  });

  it('keeps a readable value of every acquirer’s sample notice, and no personal data', async () => {
    for (const { provider, notices } of await loadProviderCases()) {
      for (const { body, says, name } of notices) {
        if (typeof says === 'string' || says.length === 0) continue;
        const text = JSON.stringify(redacted(body).body);
        expect(text, `${provider.id}: ${name}`).to.match(/"[^"[\]]+":"[A-Za-z][\w.:-]*"/);
        expect(text).to.not.match(/Fulano|52998224725|@example/);
      }
    }
  });
});
