import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { bearer } from './auth.ts';
import { openChannel, type Channel } from './channel.ts';
import { internet } from './network.ts';
import { mayBeTyped, mayReach, type Reach, type ReachOptions } from './reach.ts';

/** Private, special or unrouted addresses, in spellings that URLs accept. */
const INSIDE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '10.1',
  '[::]',
  '[::7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::808:808]',
  '[64:ff9b:1::a00:1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2001:20::1]',
  '[2002:7f00:1::]',
  '[2002:808:808::]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];
const LOOPBACK = [
  '127.0.0.1',
  '127.1.2.3',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '127.1',
  '[::1]',
];
const PUBLIC = ['8.8.8.8', '200.160.2.3', '[2606:4700::1111]', '[2804:1::1]'];
const INSIDE_NAMES = ['postgres', 'db.internal', 'printer.local', 'router.home.arpa', 'api.local.'];

const reaches: readonly Reach[] = ['public', 'public-or-loopback'];

describe('Addresses of acquirers', () => {
  it('accepts the address of a public host over HTTPS, but not over HTTP or at port 22', () => {
    for (const reach of reaches) {
      for (const host of [...PUBLIC, 'api.pagar.me', 'localhost.com.br']) {
        expect(mayBeTyped(`https://${host}/v1`, reach), host).to.equal(true);
        expect(mayBeTyped(`https://${host}:8443/v1`, reach), host).to.equal(true);
        expect(mayBeTyped(`https://${host}:22/v1`, reach), host).to.equal(false);
        expect(mayBeTyped(`http://${host}/v1`, reach), host).to.equal(false);
      }
    }
  });

  it('rejects the address of an internal or special host in every spelling, even in a demo', () => {
    for (const reach of reaches) {
      for (const host of [...INSIDE, ...INSIDE_NAMES]) {
        expect(mayBeTyped(`https://${host}/v1`, reach), `${host}, ${reach}`).to.equal(false);
      }
    }
  });

  it('accepts a loopback address in a demo only', () => {
    for (const host of [...LOOPBACK, 'localhost', 'onz.localhost', 'localhost.']) {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:4010/v1`;
        expect(mayBeTyped(url, 'public-or-loopback'), url).to.equal(true);
        expect(mayBeTyped(url, 'public'), url).to.equal(false);
      }
    }
  });

  it('rejects a text that is not an IP address', () => {
    for (const text of ['', 'localhost', '1.2.3.4.5', '::g', 'fe80::1%eth0']) {
      for (const reach of reaches) expect(mayReach(text, reach), text).to.equal(false);
    }
  });

  it('marks every address among the account fields of every acquirer as a URL', () => {
    const apis = providerListings().flatMap((listing) => listing.apis);
    const fields = apis.flatMap((each) => each.fields);
    const addresses = fields.filter(({ name }) => /url$/i.test(name));
    expect(addresses.length).to.be.greaterThan(30);
    expect(addresses.filter(({ kind }) => kind !== 'url')).to.deep.equal([]);
  });
});

describe('Connections to acquirers', () => {
  const seen: string[] = [];
  let server: Server;
  let port: number;

  beforeEach(async () => {
    seen.length = 0;
    server = createServer((request, response) => {
      seen.push(`${request.headers.host} ${request.url}`);
      const isMoved = request.url === '/moved';
      response.writeHead(isMoved ? 302 : 200, { location: `http://127.0.0.1:${port}/inside` });
      response.end('{}');
    });
    server.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url}`);
      socket.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Gives the next answer to each look-up, and repeats the last. */
  const answering = (...answers: readonly (readonly string[])[]) => {
    const remaining = [...answers];
    let lookUps = 0;
    const lookUp: ReachOptions['lookUp'] = (_host, _options, done) => {
      lookUps += 1;
      const addresses = (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? [];
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    return { lookUp, lookUps: () => lookUps };
  };

  const call = async (
    channel: Partial<Channel>,
    options: ReachOptions,
    {
      method = 'GET',
      path = '/v1',
    }: { readonly method?: 'GET' | 'POST'; readonly path?: string } = {},
  ) => {
    const wholeChannel = {
      baseUrl: `http://api.example:${port}`,
      auth: bearer('secret'),
      ...channel,
    };
    const opened = openChannel('probe', wholeChannel, {
      ...options,
      now: Date.now,
      network: internet,
    });
    try {
      return await opened.send({ method, path });
    } finally {
      await opened.close();
    }
  };

  it('connects to a host name that resolves to an allowed address', async () => {
    const { lookUp } = answering(['127.0.0.1']);
    expect((await call({}, { reach: 'public-or-loopback', lookUp })).status).to.equal(200);
    expect(seen).to.deep.equal([`api.example:${port} /v1`]);
  });

  for (const [what, address] of [
    ['this machine', '127.0.0.1'],
    ['an IPv4-mapped loopback address', '::ffff:127.0.0.1'],
    ['a private network', '10.0.0.1'],
    ['a cloud metadata service', '169.254.169.254'],
  ] as const) {
    it(`sends nothing to a public name that resolves to ${what}`, async () => {
      const { lookUp } = answering([address]);
      const failure = await failureOf(call({}, { reach: 'public', lookUp }, { method: 'POST' }));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
      expect(seen).to.deep.equal([]);
    });
  }

  it('resolves a name once per connection and uses its allowed addresses only, against DNS rebinding', async () => {
    const { lookUp, lookUps } = answering(['10.0.0.1', '127.0.0.1'], ['10.0.0.1']);
    const options = { reach: 'public-or-loopback', lookUp } as const;
    expect((await call({}, options)).status).to.equal(200);
    expect(lookUps()).to.equal(1);
    expect(await failureOf(call({}, options))).to.include({ kind: 'unavailable' });
    expect(seen).to.deep.equal([`api.example:${port} /v1`]);
  });

  it('rejects a loopback address in the URL, which needs no DNS look-up', async () => {
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:7f00:1]']) {
      const baseUrl = `http://${host}:${port}`;
      const failure = await failureOf(call({ baseUrl }, { reach: 'public' }, { method: 'POST' }));
      expect(failure, host).to.include({ kind: 'unavailable', mayHaveHappened: false });
    }
    expect(seen).to.deep.equal([]);
  });

  it('does not follow a redirect', async () => {
    const { lookUp } = answering(['127.0.0.1']);
    const options = { reach: 'public-or-loopback', lookUp } as const;
    expect((await call({}, options, { path: '/moved' })).status).to.equal(302);
    expect(seen).to.deep.equal([`api.example:${port} /moved`]);
  });

  it('rejects a proxy at an internal address, and uses one at an allowed address', async () => {
    const { lookUp } = answering(['127.0.0.1']);
    const proxied = { baseUrl: 'https://api.example', proxyUrl: `http://proxy.example:${port}` };
    await failureOf(call(proxied, { reach: 'public', lookUp }));
    await failureOf(
      call({ ...proxied, proxyUrl: `http://127.0.0.1:${port}` }, { reach: 'public' }),
    );
    expect(seen).to.deep.equal([]);
    await failureOf(call(proxied, { reach: 'public-or-loopback', lookUp }));
    expect(seen).to.include('CONNECT api.example:443');
  });

  it('rejects a certificate URL at an internal address', async () => {
    const { lookUp } = answering(['127.0.0.1']);
    for (const host of ['certificates.example', '127.0.0.1', 'localhost']) {
      const certificate = { url: `http://${host}:${port}/client.pem` };
      const failure = await failureOf(call({ certificate }, { reach: 'public', lookUp }));
      expect(failure, host).to.include({ kind: 'unavailable', mayHaveHappened: false });
    }
    expect(seen).to.deep.equal([]);
  });
});
