import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { account } from '#/adapters/payments/evidence/bacen-pix-cases.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { pixCharge } from '#/adapters/payments/evidence/samples.ts';
import { makeCertificates } from '#/adapters/payments/simulators/certificates.ts';
import { NO_DEFAULTS } from '#/domain/ports/platform-defaults.ts';
import { requireSupport } from '#/domain/workflows/provider-outcome.ts';
import { onz, onzByClients } from './onz.ts';

const HERE = 'http://127.0.0.1:9';

const loginOf = (definition: typeof onz | typeof onzByClients) => {
  const fullAccount = { ...account(HERE), cashOutClientId: 'out', cashOutClientSecret: 'hidden' };
  const { cashOut } = (definition as typeof onz).channels(fullAccount, NO_DEFAULTS);
  return cashOut?.auth.kind === 'client-credentials' ? cashOut.auth.body : undefined;
};

describe('ONZ', () => {
  it('requests its payout token with grant type, client id and secret as form fields (acquirers.82)', () => {
    expect(loginOf(onz)).to.deep.equal({
      form: { grant_type: 'client_credentials', client_id: 'out', client_secret: 'hidden' },
    });
  });

  it('requests its payout token as ONZ’s SDK does where the account chooses the clients’ API', () => {
    expect(loginOf(onzByClients)).to.deep.equal({
      json: {
        clientId: 'out',
        clientSecret: 'hidden',
        grantType: 'client_credentials',
        scope: 'pix.read pix.write',
      },
    });
  });

  it('reports receivers and saved cards as not implemented, but offers to look up payouts', async () => {
    const provider = openHere(onz, account(HERE));
    const { createReceiver, getReceiver, createCardToken, createCardId } = provider;
    for (const operation of [createReceiver, getReceiver, createCardToken, createCardId]) {
      expect(() => requireSupport<unknown>(operation)).to.throw('Method not implemented.');
    }
    expect(provider.getWithdraw).to.be.a('function');
    expect(provider.findWithdraw).to.be.a('function');
  });

  it('gives a finished return another notice id than a pending one, and a duplicate the same id', async () => {
    const { readNotices } = openHere(onz, account(HERE));
    const noticeIdOf = async (status: string) => {
      const devolucoes = [{ id: '123ABC', valor: '10.00', status }];
      const pix = [{ endToEndId: 'E12345678202009091221abcdef12345', txid: 'tx-1', devolucoes }];
      const [notice] = (await readNotices?.({ headers: {}, body: JSON.stringify({ pix }) })) ?? [];
      return notice?.noticeId;
    };
    const pendingId = await noticeIdOf('EM_PROCESSAMENTO');
    expect(await noticeIdOf('DEVOLVIDO'))
      .to.be.a('string')
      .and.not.equal(pendingId);
    expect(await noticeIdOf('EM_PROCESSAMENTO')).to.equal(pendingId);
  });

  it('makes charges to the account’s PIX key, or else to the platform’s, and none without both', async () => {
    const pixKeys: string[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (request.url === '/cob') pixKeys.push(JSON.parse(body).chave);
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify(
            request.url === '/cob'
              ? { txid: 'tx-1', status: 'ATIVA', valor: { original: '97.00' } }
              : { access_token: 'token', expires_in: 300 },
          ),
        );
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port }: AddressInfo = Object(server.address());
    const { pixKey: _, ...withoutKey } = account(`http://127.0.0.1:${port}`);
    const certificate = {
      content: Buffer.from((await makeCertificates()).client).toString('base64'),
    };
    const certificates = { CASH_IN: certificate, CASH_OUT: certificate };
    const { certCashInUrl: __, certCashOutUrl: ___, ...bare } = withoutKey;
    const chargeWith = (own: object, receiver?: string) =>
      openHere(onz, onz.account.parse({ ...bare, ...own }), {
        platform: { receiver, certificates },
      }).createTransaction?.(pixCharge);
    await chargeWith({}, 'platform@example.com');
    await chargeWith({ pixKey: 'own@example.com' }, 'platform@example.com');
    expect(pixKeys).to.deep.equal(['platform@example.com', 'own@example.com']);
    expect(await failureOf(chargeWith({}))).to.include({ kind: 'invalid' });
    server.closeAllConnections();
    server.close();
  });

  it('rejects a charge look-up when the account has no certificate', async () => {
    const { certCashInUrl: _, certCashOutUrl: __, ...bare } = account(HERE);
    const provider = openHere(onz, onz.account.parse(bare));
    const failure = await failureOf(provider.getTransaction?.({ transactionId: 'x' }));
    expect(failure).to.include({ kind: 'invalid', text: 'Method not implemented.' });
  });
});
