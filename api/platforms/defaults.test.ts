import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { pixCharge, pixWithdrawal } from '#/adapters/payments/evidence/samples.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { makeCertificates } from '#/adapters/payments/simulators/certificates.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';

const SECRETS = { clientId: 'id', clientSecret: 'secret', secretKey: 'sk' };

describe('Defaults of a platform for all of its accounts at acquirers', () => {
  let world: ApiWorld;
  let bank: Server;
  let baseUrl = '';
  const chargedKeys: string[] = [];

  before(async () => {
    world = await apiWorld();
    bank = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isCharge = request.url === '/cob';
        if (isCharge) chargedKeys.push(JSON.parse(Buffer.concat(chunks).toString()).chave);
        const charge = { txid: 'tx-1', status: 'ATIVA', valor: { original: '97.00' } };
        const token = { access_token: 'token', expires_in: 300 };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(isCharge ? charge : token));
      });
    });
    bank.listen(0, '127.0.0.1');
    await once(bank, 'listening');
    const { port }: AddressInfo = Object(bank.address());
    baseUrl = `http://127.0.0.1:${port}`;
  });
  after(async () => {
    bank.closeAllConnections();
    bank.close();
    await world.close();
  });
  beforeEach(() => {
    chargedKeys.length = 0;
  });

  /** Makes a platform. @returns calls of a master and of its administrator, and its opened acquirer */
  const newPlatform = async () => {
    const platformId = await world.newPlatform();
    const admin = await world.newAdmin(platformId);
    const set = async (name: string, input: object): Promise<void> => {
      const path = `/api/master.getPlatformSetup?platformId=${platformId}`;
      const { revision: basedOn } = Object((await world.get(path, { as: 'master' })).body);
      const request = { platformId, basedOn, ...input };
      const { status, text } = await world.post(`/api/master.${name}`, request, { as: 'master' });
      expect(status, text).to.equal(200);
    };
    const connect = (differences: object = {}): Promise<ApiAnswer> => {
      const account = { baseUrl, cashOutBaseUrl: baseUrl, ...SECRETS, ...differences };
      return world.post('/api/admin.connectAcquirer', { provider: 'onz', account }, { as: admin });
    };
    const open = () => world.services.core.ports.providers('onz', platformId);
    return { set, connect, open };
  };

  const clientCertificate = async (): Promise<string> =>
    Buffer.from((await makeCertificates()).client).toString('base64');

  it('include the PIX key to which charges are paid, so that an account needs none of its own', async () => {
    const { set, connect, open } = await newPlatform();
    const refused = problem.parse((await connect()).body).errors;
    expect(refused).to.deep.equal([{ path: 'account.pixKey', message: 'missing' }]);
    await set('setPlatformCertificate', {
      direction: 'CASH_IN',
      content: await clientCertificate(),
    });
    await set('setPlatformReceiver', { pixKey: 'recebe@loja.example.com' });
    expect((await connect()).status).to.equal(200);
    await (await open()).createTransaction?.(pixCharge);
    expect(chargedKeys).to.deep.equal(['recebe@loja.example.com']);
  });

  it('give way to what an account has of its own', async () => {
    const { set, connect, open } = await newPlatform();
    await set('setPlatformReceiver', { pixKey: 'recebe@loja.example.com' });
    await set('setPlatformCertificate', {
      direction: 'CASH_IN',
      content: await clientCertificate(),
    });
    expect((await connect({ pixKey: 'conta@loja.example.com' })).status).to.equal(200);
    await (await open()).createTransaction?.(pixCharge);
    expect(chargedKeys).to.deep.equal(['conta@loja.example.com']);
  });

  it('include a certificate for charges, which does not serve for payouts', async () => {
    const { set, connect, open } = await newPlatform();
    await set('setPlatformReceiver', { pixKey: 'recebe@loja.example.com' });
    expect((await connect()).status).to.equal(200);
    await set('setPlatformCertificate', {
      direction: 'CASH_IN',
      content: await clientCertificate(),
    });
    const { createTransaction, withdraw } = await open();
    await createTransaction?.(pixCharge);
    expect(chargedKeys).to.have.length(1);
    expect(await failureOf(withdraw?.(pixWithdrawal))).to.include({ text: 'Unauthorized.' });
  });
});
