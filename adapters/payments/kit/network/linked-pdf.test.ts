import { expect } from 'chai';
import { z } from 'zod';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { startCaseServer, type CaseServer } from '#/adapters/payments/evidence/case-server.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { bearer, headers } from './auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { fetchLinkedPdf } from './linked-pdf.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

const BOLETO = Buffer.from('%PDF-1.4 a boleto');

/** A provider of which the charge's id is the link to its PDF. */
const linking = defineProvider({
  id: 'linking',
  label: 'Linking',
  evidence: 'spec',
  account: z.object({ baseUrl: z.url(), slipsBaseUrl: z.url(), secretKey: z.string() }),
  channels: ({ baseUrl, slipsBaseUrl, secretKey }) => ({
    main: { baseUrl, auth: bearer(secretKey) },
    boletos: { baseUrl: slipsBaseUrl, auth: headers({}) },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>({}, { otherwise: 'PENDING' }),
  operations: {
    getBoletoPdf: ({ transactionId: link }, context) => fetchLinkedPdf(link, context, 'boletos'),
  },
});

describe('fetchLinkedPdf', () => {
  let boletos: CaseServer;
  let elsewhere: CaseServer;

  before(async () => {
    [boletos, elsewhere] = await Promise.all([startCaseServer(), startCaseServer()]);
    elsewhere.answerWith((_seen, response) => void response.end(BOLETO));
  });
  beforeEach(() => {
    boletos.seen.length = 0;
    boletos.answerWith((_seen, response) => void response.end(BOLETO));
  });
  afterEach(() => expect(elsewhere.seen, 'another host').to.have.length(0));
  after(() => Promise.all([boletos.close(), elsewhere.close()]));

  const fetchBy = async (link: string): Promise<Uint8Array | undefined> => {
    const account = {
      baseUrl: elsewhere.url,
      slipsBaseUrl: boletos.url,
      secretKey: 'sk_for_tests',
    };
    const timeouts = { headers: 1_000, body: 1_000, total: 2_000 };
    return openHere(linking, account, { timeouts }).getBoletoPdf?.({ transactionId: link });
  };

  it('fetches the PDF from the configured boleto host, without a key, whatever host the link names', async () => {
    expect(await fetchBy(`${elsewhere.url}/boleto/7.pdf?signature=a%2Bb&lang=pt`)).to.deep.equal(
      BOLETO,
    );
    const [request] = boletos.seen;
    expect(request).to.deep.include({
      path: '/boleto/7.pdf',
      query: { signature: 'a+b', lang: 'pt' },
    });
    expect(request?.headers).to.include({ accept: 'application/pdf' });
    expect(request?.headers['authorization']).to.equal(undefined);
  });

  it('does not follow a redirect to another host', async () => {
    boletos.answerWith((_seen, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/boleto.pdf` }).end(),
    );
    expect((await failureOf(fetchBy(`${boletos.url}/boleto.pdf`))).kind).to.equal('unreadable');
  });

  it('rejects a download that does not start like a PDF, whatever its content type', async () => {
    boletos.answerWith((_seen, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('<html>%PDF-'),
    );
    expect((await failureOf(fetchBy(`${boletos.url}/boleto.pdf`))).kind).to.equal('unreadable');
  });

  it('rejects a PDF that is too large or takes too long', async () => {
    boletos.answerWith((_seen, response) => void response.end(Buffer.alloc(2_000_000, BOLETO)));
    expect((await failureOf(fetchBy(`${boletos.url}/boleto.pdf`))).kind).to.equal('unreadable');
    boletos.answerWith(() => undefined);
    expect((await failureOf(fetchBy(`${boletos.url}/boleto.pdf`))).kind).to.equal('unavailable');
  });

  it('keeps the signature of a link out of the failure message', async () => {
    boletos.answerWith((_seen, response) => response.writeHead(403).end());
    const { message } = await failureOf(fetchBy(`${boletos.url}/boleto.pdf?signature=do-not-show`));
    expect(message).to.include('/boleto.pdf').and.not.include('do-not-show');
  });

  it('returns undefined for a missing link, an invalid link and a 404', async () => {
    expect([await fetchBy(''), await fetchBy('no link')]).to.deep.equal([undefined, undefined]);
    expect(boletos.seen).to.have.length(0);
    boletos.answerWith((_seen, response) => response.writeHead(404).end());
    expect(await fetchBy(`${boletos.url}/boleto.pdf`)).to.equal(undefined);
  });
});
