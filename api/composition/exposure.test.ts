import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { readApiEnvironment } from './env.ts';
import { errorTexts } from '#/api/http/error-texts.ts';
import { demoOf, isLoopbackUrl, requireNoVices, type Demo } from './exposure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { sample } from '#/scripts/testing/sampled.ts';

const LOOPBACK = '127.0.0.1';

/** An address of this machine that is not loopback. Calls to it also come from it. */
const externalAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** @returns the status of the API, `open` instead of 200, or `-` without a connection; checks that the live socket has the same */
const probe = async (
  port: string,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const socket = new WebSocket(`ws://${address}:${port}/live`, { headers });
  const opened = once(socket, 'open').then(
    () => 'open',
    (error: unknown) => /\d{3}|ECONNREFUSED/.exec(String(error))?.[0] ?? String(error),
  );
  const apiRequest = request({ host: address, port, path: '/api/session.get', headers }).end();
  const answered = once(apiRequest, 'response').then(
    ([response]) => {
      response.resume();
      return response.statusCode === 200 ? 'open' : String(response.statusCode);
    },
    () => 'ECONNREFUSED',
  );
  const [live, page] = await Promise.all([opened, answered]);
  socket.close();
  expect(live, 'the socket is as open as the API').to.equal(page);
  return page === 'ECONNREFUSED' ? '-' : page;
};

/** '' = the variable is not set. */
const starts = ['', 'http://localhost:8080', 'https://loja.example'].flatMap((publicUrl) =>
  ['', 'true', 'false'].flatMap((demo) =>
    [LOOPBACK, '0.0.0.0'].flatMap((host) =>
      [0, 1].map((proxies) => ({ publicUrl, demo, host, proxies })),
    ),
  ),
);

/**
 * Columns: PUBLIC_URL, DEMO, HOST, PROXIES; the demo (`local` = for this machine alone); then the answers to requests from loopback,
 * through a proxy on this machine, from another address, from that address with a false `X-Forwarded-For`, and from loopback with the
 * name of a site as `Host`. `-` = no connection.
 */
const table = `
unset                 | unset | 127.0.0.1 | 0 | local | open | 403  | -    | -    | 403
unset                 | unset | 127.0.0.1 | 1 | local | open | 403  | -    | -    | 403
unset                 | unset | 0.0.0.0   | 0 | local | open | 403  | 403  | 403  | 403
unset                 | unset | 0.0.0.0   | 1 | local | open | 403  | 403  | 403  | 403
unset                 | true  | 127.0.0.1 | 0 | asked | open | open | -    | -    | open
unset                 | true  | 127.0.0.1 | 1 | asked | open | open | -    | -    | open
unset                 | true  | 0.0.0.0   | 0 | asked | open | open | open | open | open
unset                 | true  | 0.0.0.0   | 1 | asked | open | open | open | open | open
unset                 | false | 127.0.0.1 | 0 | none  | open | open | -    | -    | open
unset                 | false | 127.0.0.1 | 1 | none  | open | open | -    | -    | open
unset                 | false | 0.0.0.0   | 0 | none  | open | open | open | open | open
unset                 | false | 0.0.0.0   | 1 | none  | open | open | open | open | open
http://localhost:8080 | unset | 127.0.0.1 | 0 | local | open | 403  | -    | -    | 403
http://localhost:8080 | unset | 127.0.0.1 | 1 | local | open | 403  | -    | -    | 403
http://localhost:8080 | unset | 0.0.0.0   | 0 | local | open | 403  | 403  | 403  | 403
http://localhost:8080 | unset | 0.0.0.0   | 1 | local | open | 403  | 403  | 403  | 403
http://localhost:8080 | true  | 127.0.0.1 | 0 | asked | open | open | -    | -    | open
http://localhost:8080 | true  | 127.0.0.1 | 1 | asked | open | open | -    | -    | open
http://localhost:8080 | true  | 0.0.0.0   | 0 | asked | open | open | open | open | open
http://localhost:8080 | true  | 0.0.0.0   | 1 | asked | open | open | open | open | open
http://localhost:8080 | false | 127.0.0.1 | 0 | none  | open | open | -    | -    | open
http://localhost:8080 | false | 127.0.0.1 | 1 | none  | open | open | -    | -    | open
http://localhost:8080 | false | 0.0.0.0   | 0 | none  | open | open | open | open | open
http://localhost:8080 | false | 0.0.0.0   | 1 | none  | open | open | open | open | open
https://loja.example  | unset | 127.0.0.1 | 0 | none  | open | open | -    | -    | open
https://loja.example  | unset | 127.0.0.1 | 1 | none  | open | open | -    | -    | open
https://loja.example  | unset | 0.0.0.0   | 0 | none  | open | open | open | open | open
https://loja.example  | unset | 0.0.0.0   | 1 | none  | open | open | open | open | open
https://loja.example  | true  | 127.0.0.1 | 0 | asked | open | open | -    | -    | open
https://loja.example  | true  | 127.0.0.1 | 1 | asked | open | open | -    | -    | open
https://loja.example  | true  | 0.0.0.0   | 0 | asked | open | open | open | open | open
https://loja.example  | true  | 0.0.0.0   | 1 | asked | open | open | open | open | open
https://loja.example  | false | 127.0.0.1 | 0 | none  | open | open | -    | -    | open
https://loja.example  | false | 127.0.0.1 | 1 | none  | open | open | -    | -    | open
https://loja.example  | false | 0.0.0.0   | 0 | none  | open | open | open | open | open
https://loja.example  | false | 0.0.0.0   | 1 | none  | open | open | open | open | open
`;

describe('Exposure of the demo and the API', function () {
  this.timeout(300_000);
  const worlds = new Map<string, Promise<ApiWorld>>();

  after(async () => {
    for (const world of worlds.values()) await (await world).close();
  });

  const worldOf = (demo: Demo, host: string, proxies: number): Promise<ApiWorld> => {
    const name = `${demo} ${host} ${proxies}`;
    const world = worlds.get(name) ?? apiWorld({ demo, host, proxies });
    worlds.set(name, world);
    return world;
  };

  it('follows the table of PUBLIC_URL, DEMO, HOST and PROXIES for callers from this and other machines', async () => {
    if (externalAddress === undefined) throw new Error('this machine has no address but loopback');
    const expected = table.trim().split('\n');
    const cases = starts.map((start, nth) => ({ start, row: expected[nth] ?? '' }));
    for (const { start, row } of sample(cases, 10)) {
      const { publicUrl, demo: demoVariable, host, proxies } = start;
      const env = readApiEnvironment({
        ...(publicUrl && { PUBLIC_URL: publicUrl }),
        ...(demoVariable && { DEMO: demoVariable }),
        HOST: host,
        PROXIES: String(proxies),
      });
      const demo = demoOf({ variable: env.DEMO, publicUrl: env.PUBLIC_URL });
      const world = await worldOf(demo, env.HOST, env.PROXIES);
      const { port } = new URL(world.url);
      const forwarded = { 'x-forwarded-for': '203.0.113.9' };
      const answers = [
        await probe(port, LOOPBACK),
        await probe(port, LOOPBACK, forwarded),
        await probe(port, externalAddress),
        await probe(port, externalAddress, { 'x-forwarded-for': LOOPBACK }),
        await probe(port, LOOPBACK, { host: 'demo.example' }),
      ];
      const startColumns = [publicUrl || 'unset', demoVariable || 'unset', host, proxies, demo];
      expect([...startColumns, ...answers].join(' | ')).to.equal(
        row.trim().split(/ *\| /).join(' | '),
      );
    }
  });

  it('opens the demo to everybody with --demo, and rejects --demo together with DEMO=false', () => {
    const outcomes = ['', 'http://localhost:8080', 'https://loja.example'].flatMap((publicUrl) =>
      [undefined, true, false].map((variable) => {
        try {
          return demoOf({ flag: true, variable, publicUrl: publicUrl || undefined });
        } catch (error) {
          return String(error);
        }
      }),
    );
    const refusal =
      'OperatorError: --demo asks for the demo world and DEMO=false for none: leave one of the two out.';
    const ofEach = ['asked', 'asked', refusal];
    expect(outcomes).to.deep.equal([...ofEach, ...ofEach, ...ofEach]);
  });

  it('refuses an acquirer that misbehaves where others may reach the demo', () => {
    const vices = { seed: 1 };
    expect(() => requireNoVices('asked', vices)).to.throw(/^SANDBOX_VICES is for tests on this/);
    for (const demo of ['local', 'none'] as const) requireNoVices(demo, vices);
    requireNoVices('asked', undefined);
  });

  it('recognises a forwarded request by any header that proxies and tunnels add, and answers 403', async () => {
    const { url } = await worldOf('local', LOOPBACK, 0);
    const port = new URL(url).port;
    const proxyHeaders = [
      'Forwarded',
      'Via',
      'X-Real-IP',
      'X-Forwarded-Host',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'True-Client-IP',
      'Fly-Client-IP',
      'X-Azure-ClientIP',
      'CF-Connecting-IP',
      'CF-Ray',
      'CDN-Loop',
      'X-Envoy-External-Address',
      'X-ProxyUser-Ip',
      'Tailscale-User-Login',
      'Ngrok-Trace-Id',
    ];
    for (const name of proxyHeaders) {
      expect(await probe(port, LOOPBACK, { [name]: '203.0.113.9' }), name).to.equal('403');
    }
  });

  it('answers callers from other machines with an explanation in Portuguese and English', async () => {
    const { url } = await worldOf('local', LOOPBACK, 0);
    const answer = await fetch(`${url}/login`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const { pt, en } = errorTexts['demo/this-machine-only'];
    expect(Object(await answer.json()).detail).to.deep.equal({ pt, en });
  });

  it('recognises every spelling of a loopback address, and no other address', () => {
    const loopbackHosts = [
      'localhost',
      'LOCALHOST:3000',
      'localhost.',
      '127.1',
      '0x7f.2.3.4:80',
      '[::1]:3000',
    ];
    for (const host of [...loopbackHosts, '[::ffff:127.0.0.1]']) {
      expect(isLoopbackUrl(`http://${host}`), host).to.equal(true);
    }
    const others = [
      'localhost.example',
      '128.0.0.1',
      '0.0.0.0',
      '192.168.0.2',
      '[::]',
      '[::2]',
      'a b',
    ];
    for (const host of others) expect(isLoopbackUrl(`http://${host}`), host).to.equal(false);
  });
});
