import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

/** Hosts of the internal network, and names and numbers that disguise them. */
const INTERNAL_HOSTS = [
  '127.0.0.1',
  'localhost',
  'onz.localhost',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '127.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '１２７.０.０.１',
  '127。0。0。1',
  'postgres',
  'metadata.google.internal',
];

/** URL parsers refuse these. */
const INVALID_HOSTS = ['[fe80::1%25eth0]', '[::1%lo]', '127.0.0.1.1', '1e9.0.0.256'];

describe('Acquirer accounts with addresses on the internal network', () => {
  let world: ApiWorld;
  let internalServer: Server;
  let port: number;
  let connections = 0;

  before(async () => {
    world = await apiWorld({ demo: 'none' });
    await switchOnFactor(world, 'admin');
    internalServer = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    internalServer.listen(0, '127.0.0.1');
    await once(internalServer, 'listening');
    ({ port } = internalServer.address() as { port: number });
  });
  after(async () => {
    await world.close();
    internalServer.close();
  });

  const post = (name: string, input: object) =>
    world.post(`/api/${name}`, input, {
      as: 'admin',
      headers: { 'idempotency-key': randomUUID() },
    });

  const listings = providerListings().filter(({ id }) => id !== 'sandbox');
  /** Each URL field of an account, with the other required fields that the account needs. */
  const fields = listings.flatMap(({ id, apis }) =>
    apis.flatMap(({ api, fields: ofApi }) =>
      ofApi
        .filter(({ kind }) => kind === 'url')
        .map(({ name }) => ({
          provider: id,
          name,
          account: Object.fromEntries([
            ['api', api],
            ...ofApi
              .filter(({ required, kind }) => required && kind !== 'url')
              .map((each) => [each.name, 'x']),
          ]),
        })),
    ),
  );

  it('rejects an internal address in any URL field with 400, names the field and connects to nothing', async () => {
    const hosts = [...INTERNAL_HOSTS, ...INVALID_HOSTS];
    for (const [index, { provider, name, account }] of fields.entries()) {
      // Tries all hosts in the first field, and one host in each other field.
      const triedHosts = index === 0 ? hosts : [hosts[index % hosts.length] ?? ''];
      for (const host of triedHosts) {
        for (const url of [`https://${host}:${port}/`, `http://${host}:${port}/`]) {
          const { status, body } = await post('admin.connectAcquirer', {
            provider,
            account: { ...account, [name]: url },
          });
          const paths = Object(body).errors?.map(({ path }: { path: string }) => path);
          expect([status, paths], `${provider} ${url}`).to.deep.include(400);
          expect(paths, `${provider} ${url}`).to.include(`account.${name}`);
        }
      }
    }
    // The sandbox needs no account.
    expect(await world.services.core.credentials.names('demo')).to.deep.equal([]);
    expect(connections).to.equal(0);
  });

  it('does not connect to the internal addresses of accounts that are already stored', async () => {
    const accounts: Readonly<Record<string, object>> = {
      fairpay: { baseUrl: `http://127.0.0.1:${port}`, secretKey: 'sk' },
      hunterpay: { baseUrl: `http://[::ffff:127.0.0.1]:${port}`, secretKey: 'sk' },
      royalty: { baseUrl: `http://localhost:${port}`, secretKey: 'sk' },
    };
    const outcomes = await Promise.all(
      Object.entries(accounts).map(async ([provider, account]) => {
        await world.services.core.credentials.put('demo', provider, account);
        const { body } = await post('admin.testAcquirer', { provider });
        return Object(body).outcome;
      }),
    );
    expect(outcomes).to.deep.equal(['unavailable', 'unavailable', 'unavailable']);
    expect(connections).to.equal(0);
  });
});
