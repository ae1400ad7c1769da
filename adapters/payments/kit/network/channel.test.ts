import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { packedCertificates } from '#/adapters/payments/evidence/packed-certificates.ts';
import { bearer, clientCredentials, clientForm } from './auth.ts';
import { openChannel, type Channel } from './channel.ts';
import { internet } from './network.ts';

const onLine = { reach: 'public-or-loopback', network: internet } as const;

const listening = async (server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};

/** @param days how long the certificate is valid */
const certificateOf = async (name: string, from = new Date(), days = 30) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: from,
    notAfterDate: new Date(from.getTime() + days * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { cert, key };
};

describe('Channel with mutual TLS', () => {
  const defaultCas = getCACertificates('default');
  let clock = Date.now();
  /** The certificate file at its URL; undefined = 404. */
  let served: string | Buffer | undefined;
  let downloads = 0;
  const clientNames: (string | undefined)[] = [];
  let bank: ReturnType<typeof createTlsServer>;
  let files: Server;
  let channel: Channel;
  let first: Awaited<ReturnType<typeof certificateOf>>;
  let second: Awaited<ReturnType<typeof certificateOf>>;

  const open = (changes: Partial<Channel> = {}) =>
    openChannel('probe', { ...channel, ...changes }, { now: () => clock, ...onLine });
  const createCharge = (opened: ReturnType<typeof open>) =>
    opened.send({ method: 'POST', path: '/cob', json: {} });
  const pem = ({ cert, key }: typeof first): string => `${cert}\n${key}`;

  before(async () => {
    const bankCertificate = await certificateOf('bank');
    first = await certificateOf('first');
    second = await certificateOf('second');
    const mutual = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
    bank = createTlsServer(
      { ...bankCertificate, ...mutual, ca: [first.cert, second.cert] },
      (request, response) => {
        clientNames.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
        response.end('{}');
      },
    );
    files = createHttpServer((_request, response) => {
      downloads += 1;
      response.writeHead(served === undefined ? 404 : 200).end(served);
    });
    setDefaultCACertificates([...defaultCas, bankCertificate.cert]);
    const [bankPort, filesPort] = [await listening(bank), await listening(files)];
    channel = {
      baseUrl: `https://127.0.0.1:${bankPort}`,
      auth: bearer('secret-for-tests'),
      certificate: { url: `http://127.0.0.1:${filesPort}/client.pem` },
    };
  });
  beforeEach(() => {
    served = pem(first);
    clientNames.length = 0;
    downloads = 0;
  });
  after(() => {
    setDefaultCACertificates(defaultCas);
    bank.closeAllConnections();
    files.closeAllConnections();
    bank.close();
    files.close();
  });

  it('presents the platform’s certificate, and downloads it only once', async () => {
    const opened = open();
    const replies = await Promise.all([
      createCharge(opened),
      createCharge(opened),
      createCharge(opened),
    ]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect([new Set(clientNames), downloads]).to.deep.equal([new Set(['first']), 1]);
  });

  it('presents a replaced certificate within an hour', async () => {
    const opened = open();
    await createCharge(opened);
    served = pem(second);
    clock += 59 * 60_000;
    await createCharge(opened);
    clock += 60_000;
    await createCharge(opened);
    expect(clientNames).to.deep.equal(['first', 'first', 'second']);
  });

  it('sends nothing without a certificate, or with an invalid or expired one', async () => {
    const missing = await failureOf(createCharge(open({ certificate: { url: undefined } })));
    expect(missing).to.include({
      kind: 'unauthorized',
      mayHaveHappened: false,
      text: 'Unauthorized.',
    });
    const past = new Date(Date.now() - 60 * 86_400_000);
    for (const bad of [undefined, 'no certificate', pem(await certificateOf('old', past))]) {
      served = bad;
      const failure = await failureOf(createCharge(open()));
      expect(failure, String(bad)).to.include({ kind: 'unavailable', mayHaveHappened: false });
    }
    expect(clientNames).to.deep.equal([]);
  });

  it('explains a wrong passphrase and an outdated format of a PKCS #12 certificate', async () => {
    const { url } = channel.certificate ?? {};
    const failing = async (packed: keyof typeof packedCertificates, passphrase?: string) => {
      served = Buffer.from(packedCertificates[packed], 'base64');
      const { kind, mayHaveHappened, text } = await failureOf(
        createCharge(open({ certificate: { url, passphrase } })),
      );
      return { kind, mayHaveHappened, text };
    };
    const certain = { kind: 'invalid', mayHaveHappened: false } as const;
    const wrong = { ...certain, text: 'A senha do certificado está errada.' };
    expect(await failing('modern', 'wrong')).to.deep.equal(wrong);
    expect(await failing('modern')).to.deep.equal(wrong);
    const legacy = await failing('legacy', 'secret');
    expect(legacy).to.include(certain);
    expect(legacy.text).to.match(/PKCS #12 antigo.*openssl pkcs12 -legacy/);
    // The passphrase is right; the bank does not know the certificate.
    expect((await failing('modern', 'secret')).kind).to.equal('unavailable');
  });

  it('explains a wrong passphrase and a missing certificate when a token request needs it', async () => {
    served = Buffer.from(packedCertificates.modern, 'base64');
    const auth = clientForm('/oauth/token', 'id-for-tests', 'secret-for-tests');
    const { url } = channel.certificate ?? {};
    const wrong = await failureOf(
      createCharge(open({ auth, certificate: { url, passphrase: 'wrong' } })),
    );
    expect(wrong).to.include({ kind: 'invalid', text: 'A senha do certificado está errada.' });
    const missing = await failureOf(createCharge(open({ auth, certificate: { url: undefined } })));
    expect(missing).to.include({ kind: 'unauthorized', text: 'Unauthorized.' });
  });
});

describe('Channel with a token', () => {
  let server: Server;
  let channel: Channel;
  const seen: string[] = [];
  let issued = 0;
  let acceptedToken = ''; // The newest token, unless a test sets another text. `never` = none.

  before(async () => {
    server = createHttpServer((request, response) => {
      const { url = '', headers } = request;
      seen.push(`${url} ${headers.authorization ?? '-'}`);
      request.resume();
      if (url === '/oauth/token') {
        issued += 1;
        if (acceptedToken !== 'never') acceptedToken = `token-${issued}`;
        response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 300 }));
        return;
      }
      const isAccepted = headers.authorization === `Bearer ${acceptedToken}`;
      response.writeHead(isAccepted ? 200 : 401).end('{}');
    });
    const port = await listening(server);
    channel = {
      baseUrl: `http://127.0.0.1:${port}`,
      auth: clientCredentials({
        path: '/oauth/token',
        headers: { authorization: 'Basic aWQ6c2VjcmV0' },
        body: { json: { grant_type: 'client_credentials' } },
        secrets: ['secret'],
      }),
    };
  });
  beforeEach(() => {
    seen.length = 0;
    issued = 0;
    acceptedToken = '';
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('fetches a token first, and another one when the provider rejects it', async () => {
    const opened = openChannel('probe', channel, { now: Date.now, ...onLine });
    await opened.send({ method: 'GET', path: '/a' });
    acceptedToken = 'another';
    const reply = await opened.send({ method: 'POST', path: '/b', json: {} });
    expect(reply.status).to.equal(200);
    expect(seen).to.deep.equal([
      '/oauth/token Basic aWQ6c2VjcmV0',
      '/a Bearer token-1',
      '/b Bearer token-1',
      '/oauth/token Basic aWQ6c2VjcmV0',
      '/b Bearer token-2',
    ]);
    expect(opened.secrets()).to.include('token-2');
  });

  it('reports a request as not done when its token could not be fetched', async () => {
    const hangsUp = createHttpServer((request) => request.socket.destroy());
    const nowhere = await listening(hangsUp);
    const broken = { ...channel, baseUrl: `http://127.0.0.1:${nowhere}` };
    const opened = openChannel('probe', broken, { now: Date.now, ...onLine });
    const failure = await failureOf(opened.send({ method: 'POST', path: '/payouts', json: {} }));
    expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
    hangsUp.close();
  });

  it('returns the 401 after one retry with a new token', async () => {
    acceptedToken = 'never';
    const opened = openChannel('probe', channel, { now: Date.now, ...onLine });
    expect((await opened.send({ method: 'POST', path: '/b', json: {} })).status).to.equal(401);
    expect(seen.filter((line) => line.startsWith('/b'))).to.have.length(2);
  });
});

describe('Closed channel', () => {
  it('finishes its pending request, closes its connections, and reconnects for a later request', async () => {
    let answer = (): void => undefined;
    const server = createHttpServer((_request, response) => {
      answer = () => response.end('{}');
      server.emit('asked');
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const plain = { baseUrl, auth: bearer('secret') };
    const opened = openChannel('probe', plain, { now: Date.now, ...onLine });
    const connected = once(server, 'connection') as Promise<[Socket]>;
    /** Sends a request, and waits until the server has it. The reply is in an object, so that it is not awaited here. */
    const startRequest = async () => {
      const arrival = once(server, 'asked');
      const reply = opened.send({ method: 'POST', path: '/b', json: {} });
      await arrival;
      return { reply };
    };
    const { reply } = await startRequest();
    const [socket] = await connected;
    const socketClosed = once(socket, 'close');
    const closed = opened.close();
    answer();
    expect((await reply).status).to.equal(200);
    await Promise.all([closed, socketClosed]);

    const secondRequest = await startRequest();
    answer();
    expect((await secondRequest.reply).status).to.equal(200);
    await opened.close();
    server.close();
  });
});

describe('Channel through a proxy', () => {
  it('reaches the provider through the proxy only', async () => {
    const provider = createHttpServer((_request, response) => response.end('{"by":"proxy"}'));
    const port = await listening(provider);
    const connectTargets: string[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', ({ url = '' }, client) => {
      connectTargets.push(url);
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;
    const channel = { baseUrl: 'http://provider.invalid', auth: bearer('secret'), proxyUrl };
    const opened = openChannel('probe', channel, { now: Date.now, ...onLine });
    const { text } = await opened.send({ method: 'GET', path: '/qrcodes' });
    expect([text, connectTargets]).to.deep.equal(['{"by":"proxy"}', ['provider.invalid:80']]);
    for (const server of [provider, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  });
});
