import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { isSameSite } from '#/api/http/cross-site.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

const REPORTS = '/api/csp-reports';

const reportOf = (
  blocked: string,
  page = 'https://loja.example/checkout/demo-ebook?cpf=52998224725',
) => ({
  'csp-report': {
    'document-uri': page,
    'effective-directive': 'img-src',
    'blocked-uri': blocked,
    'script-sample': 'Zulmira',
  },
});

describe('Security headers', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  it('are the same on pages, API answers and errors', async () => {
    for (const path of [
      '/api/docs',
      '/api/session.get',
      '/api/none',
      '/none',
      '/healthz',
      '/checkout/x',
    ]) {
      const { headers } = await world.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      const directives = policy.split(';');
      expect(directives, path).to.include.members([
        "img-src 'self' data:",
        'report-to csp',
        `report-uri ${REPORTS}`,
      ]);
      expect(headers.get('reporting-endpoints'), path).to.equal(`csp="${REPORTS}"`);
      expect(headers.get('referrer-policy'), path).to.equal('strict-origin');
      const permissions = headers.get('permissions-policy')?.split(', ') ?? [];
      expect(permissions, path).to.include.members([
        'camera=()',
        'geolocation=()',
        'payment=()',
        'clipboard-write=(self)',
      ]);
    }
  });

  it('allow inline scripts on pages only, by a nonce that no two answers share', async () => {
    const nonceOf = async (path: string): Promise<string | undefined> => {
      const { headers } = await world.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      const [, nonce] = /script-src 'self' 'nonce-([^']{20,})'/.exec(policy) ?? [];
      if (nonce === undefined) expect(policy, path).to.include("script-src 'self';");
      return nonce;
    };
    for (const path of ['/api/session.get', '/api/none', '/healthz']) {
      expect(await nonceOf(path), path).to.equal(undefined);
    }
    for (const path of ['/api/docs', '/none']) {
      const nonces = [await nonceOf(path), await nonceOf(path)];
      expect(nonces, path).to.not.include(undefined);
      expect(new Set(nonces), path).to.have.length(2);
    }
  });

  it('/readyz shows its checks to local callers only, and its status to everybody', async () => {
    const near = await world.get('/readyz');
    expect(near.body).to.have.property('checks');
    const far = await world.get('/readyz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([far.status, far.body]).to.deep.equal([200, { status: 'ready' }]);
  });
});

describe('isSameSite', () => {
  const asks = (host: string, origin: string, publicUrl: string): boolean =>
    isSameSite({ headers: { host, origin } }, publicUrl);

  it('accepts an origin only when scheme, host and port all match', () => {
    const publicUrl = 'https://razao.example';
    expect(asks('razao.example', 'https://razao.example', publicUrl)).to.equal(true);
    expect(asks('10.0.0.5:3000', 'https://10.0.0.5:3000', publicUrl)).to.equal(true);
    for (const origin of [
      'http://razao.example',
      'https://razao.example:8443',
      'https://evil.example',
      'https://razao.example.evil.example',
      'http://10.0.0.5:3000',
      'null',
      '',
    ]) {
      expect(asks('razao.example', origin, publicUrl), origin).to.equal(false);
    }
    expect(asks('127.0.0.1:3000', 'http://127.0.0.1:3000', 'http://localhost:3000')).to.equal(true);
    expect(asks('127.0.0.1:3000', 'https://127.0.0.1:3000', 'http://localhost:3000')).to.equal(
      false,
    );
  });
});

describe('Endpoint for content security policy reports', () => {
  let world: ApiWorld;
  const logged = () => world.logged.filter((line) => line.includes('content security policy'));
  const send = (body: unknown, type = 'application/csp-report') =>
    world.send('POST', REPORTS, typeof body === 'string' ? body : JSON.stringify(body), {
      headers: { 'content-type': type },
    });

  beforeEach(async () => {
    world = await apiWorld({ limits: { cspReport: defaultLimits.cspReport } });
  });
  afterEach(() => world.close());

  it('counts reports in both formats of browsers, and logs one line without personal data', async () => {
    const url = 'https://tracker.example/pixel.gif?email=zulmira@example.com';
    expect((await send(reportOf(url))).status).to.equal(204);
    const body = {
      documentURL: 'https://loja.example/checkout/payment/1b2c?nome=Zulmira',
      effectiveDirective: 'img-src',
      blockedURL: url,
    };
    const list = [
      { type: 'csp-violation', url: body.documentURL, body },
      { type: 'deprecation', body: {} },
    ];
    expect((await send(list, 'application/reports+json')).status).to.equal(204);
    expect(logged().map((line) => JSON.parse(line))).to.have.lengthOf(1);
    expect(JSON.parse(logged()[0] ?? '')).to.include({
      directive: 'img-src',
      blocked: 'https://tracker.example',
      page: '/checkout/*',
    });
    expect(logged().join('')).to.not.match(/zulmira|52998224725|1b2c|pixel/i);
    const { text } = await world.get('/metrics');
    expect(text).to.include('razao_csp_violations_total{directive="img-src"} 2');
  });

  it('names each page of the back office', async () => {
    const routes = await readFile('web/backoffice/route-tree.gen.ts', 'utf8');
    const paths = routes.matchAll(/fullPath: '\/([a-z-]+)/g);
    for (const page of new Set(Array.from(paths, ([, first]) => `/${first}`))) {
      const uri = `https://loja.example${page}`;
      await send({ 'csp-report': { 'document-uri': uri, 'effective-directive': 'img-src' } });
      expect(JSON.parse(logged().at(-1) ?? '')).to.include({ page });
    }
  });

  it('counts and logs an unknown directive or page as “other”', async () => {
    await send({
      'csp-report': {
        'effective-directive': 'zulmira',
        'blocked-uri': 'javascript:alert(1)',
        'document-uri': 'https://loja.example/zulmira/52998224725',
      },
    });
    expect(JSON.parse(logged()[0] ?? '')).to.include({
      directive: 'other',
      blocked: 'javascript:',
      page: 'other',
    });
    await send({ 'csp-report': { 'effective-directive': 7, 'blocked-uri': {} } });
    expect((await world.get('/metrics')).text).to.include('{directive="other"} 2');
  });

  it('rejects malformed (400) and overlong (413) reports', async () => {
    for (const body of ['', '{', '[]x', '{}', '"csp-report"', '[{"type":1}]', '\u0000']) {
      expect((await send(body)).status, body).to.equal(400);
    }
    expect((await send(reportOf('x'.repeat(20_000)))).status).to.equal(413);
    expect((await send(reportOf('x'.repeat(5_000)))).status).to.equal(204);
    expect((await world.get(REPORTS)).status).to.equal(405);
  });

  it('limits reports to 30 per address and 200 log lines', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      const list = Array.from({ length: 20 }, (_, nth) => ({
        type: 'csp-violation',
        body: { effectiveDirective: 'img-src', blockedURL: `https://${index}-${nth}.example/` },
      }));
      statuses.push((await send(list)).status);
    }
    expect(statuses.filter((status) => status === 204)).to.have.lengthOf(30);
    expect(statuses.filter((status) => status === 429)).to.have.lengthOf(10);
    expect(logged()).to.have.lengthOf(200);
  });
});

describe('Query parameters of the contract', () => {
  /** Does not match `name`, which queries use for read models and files, not for people. */
  const PERSONAL =
    /^(?:e-?mail|cpf|cnpj|document|phone|telefone|nome|buyer.*|address|cep|pixKey)$/i;

  it('no query has a parameter for personal data, such as email, cpf or phone', () => {
    const fields = Object.entries(contract).flatMap(([name, { kind, input }]) =>
      kind === 'query' ? Object.keys(input.shape).map((field) => `${name} ${field}`) : [],
    );
    expect(fields.length).to.be.greaterThan(50);
    expect(fields.filter((field) => PERSONAL.test(field.split(' ')[1] ?? ''))).to.deep.equal([]);
  });
});
