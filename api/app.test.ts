import { expect } from 'chai';
import { contract } from './contract/contract.ts';
import { csvIn } from './exports/csv.ts';
import { errorTexts } from './http/error-texts.ts';
import { pathPattern } from './operations/observation.ts';
import { apiWorld, type ApiWorld } from './testing/api-world.ts';

describe('HTTP API', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ limits: { general: { points: 200, seconds: 600 } } });
  });
  after(() => world.close());

  it('answers /healthz and /readyz', async () => {
    expect((await world.get('/healthz')).body).to.deep.equal({ status: 'ok' });
    const { status, body } = await world.get('/readyz');
    expect([status, body]).to.deep.equal([200, { status: 'ready', checks: { database: true } }]);
  });

  it('shows counts of requests by procedure at /metrics, to local callers only', async () => {
    await world.get('/api/session.get');
    const { text } = await world.get('/metrics');
    expect(text).to.match(
      /razao_http_request_seconds_count\{route="session.get",status="200"\} \d/,
    );
    const proxied = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await world.get('/metrics', proxied)).status).to.equal(404);
  });

  it('documents every procedure and every error, in OpenAPI and in HTML', async () => {
    const { body } = await world.get('/api/openapi.json');
    const { openapi, paths, components } = Object(body);
    expect(openapi).to.equal('3.1.0');
    for (const [name, { kind }] of Object.entries(contract)) {
      expect(paths[`/api/${name}`]).to.have.all.keys(kind === 'query' ? 'get' : 'post');
    }
    expect(components.schemas.Problem.properties.code.enum).to.have.members(
      Object.keys(errorTexts),
    );
    const { description } = paths['/api/export.sales'].get.responses[200];
    for (const [language, { line, money, day }] of Object.entries(csvIn)) {
      const example = line([money(123_456), day('2026-12-31')]).trimEnd();
      expect(description).to.include(`\`${example}\` with \`language=${language}\``);
    }
    const { text, headers } = await world.get('/api/docs');
    for (const name of [...Object.keys(contract), ...Object.keys(errorTexts)]) {
      expect(text).to.include(`id="${name}"`);
    }
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(nonce).to.have.length.above(20);
    expect(text).to.include(`<style nonce="${nonce}">`);
  });

  it('documents each search, whose text may be personal data, as POST', async () => {
    const { paths } = Object((await world.get('/api/openapi.json')).body);
    const { text } = await world.get('/api/docs');
    const searches = Object.keys(contract).filter((name) => /\.(?:find|search)/.test(name));
    expect(searches).to.include.members(['admin.searchSales', 'seller.find']);
    for (const name of searches) {
      expect(paths[`/api/${name}`], name).to.have.all.keys('post');
      expect(text).to.include(`<h3>POST /api/${name}</h3>`);
    }
  });

  it('allows only its own scripts in the content security policy', async () => {
    const { headers } = await world.get('/api/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy)
      .to.match(/default-src 'self'/)
      .and.match(/object-src 'none'/);
    expect(policy).to.match(/script-src 'self' 'nonce-[^']+'(?:;|$)/);
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.has('x-powered-by')).to.equal(false);
  });

  it('answers and logs with the request id that a proxy sent, in one line per request without personal data', async () => {
    const id = 'trace-0123456789';
    const path = '/api/seller.listSales?search=52998224725';
    const { headers } = await world.get(path, { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).to.equal(id);
    const lines = world.logged.filter((line) => line.includes(id));
    expect(lines).to.have.lengthOf(1);
    expect(JSON.parse(lines[0] ?? '')).to.include({ path: '/api/seller.listSales', status: 401 });
    expect(world.logged.join('')).to.not.include('52998224725');
    expect(pathPattern('/checkout/payment/0b8a4d1e-5b0c-4a55')).to.equal('/checkout/payment/:id');
  });

  it('warns of an undeclared proxy at /readyz and once in the log', async () => {
    await world.get('/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await world.get('/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const { body } = await world.get('/readyz');
    expect(Object(body).attention[0]).to.have.property('what', 'proxies');
    expect(world.logged.filter((line) => line.includes('PROXIES is 0'))).to.have.lengthOf(1);
  });

  it('answers 429 beyond the general limit, except at /healthz', async () => {
    let answer = await world.get('/api/session.get');
    for (let requests = 0; requests < 210 && answer.status === 200; requests += 1) {
      answer = await world.get('/api/session.get');
    }
    expect(answer.status).to.equal(429);
    expect(Object(answer.body).code).to.equal('rate/limited');
    expect((await world.get('/healthz')).status).to.equal(200);
  });
});
