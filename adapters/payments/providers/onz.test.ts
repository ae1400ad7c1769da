import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { account } from '#/adapters/payments/evidence/bacen-pix-cases.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { requireSupport } from '#/domain/workflows/provider-outcome.ts';
import { onz, onzByClients } from './onz.ts';

const HERE = 'http://127.0.0.1:9';

const loginOf = (definition: typeof onz | typeof onzByClients) => {
  const own = { ...account(HERE), cashOutClientId: 'out', cashOutClientSecret: 'hidden' };
  const { cashOut } = (definition as typeof onz).channels(own);
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

  it('rejects a charge look-up when the account has no certificate', async () => {
    const { certCashInUrl: _, certCashOutUrl: __, ...bare } = account(HERE);
    const provider = openHere(onz, onz.account.parse(bare));
    const reading = await failureOf(provider.getTransaction?.({ transactionId: 'x' }));
    expect(reading).to.include({ kind: 'invalid', text: 'Method not implemented.' });
  });
});
