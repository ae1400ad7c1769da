import { expect } from 'chai';
import { z } from 'zod';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

const balance = z.looseObject({ available: z.number() });

/** Returns the answers embedded in the page, by the text of their query. */
const answersIn = (html: string): Readonly<Record<string, unknown>> => {
  const json = /id="first-answers">([^<]*)</.exec(html)?.[1] ?? 'none';
  return z.record(z.string(), z.unknown()).parse(JSON.parse(json));
};

describe('Back-office page', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });

  after(() => world.close());

  const pageFor = async (path: string, as?: 'ana' | 'admin') =>
    world.get(path, { ...(as && { as }) });

  it('embeds the answers that the seller’s page asks for first, and must not be cached', async () => {
    const { text, headers } = await pageFor('/platform/financial', 'ana');
    expect(text).to.include('"/assets/financial.js"');
    const answers = answersIn(text);
    const statement = Object.keys(answers).find((query) => query.startsWith('seller.getStatement'));
    expect(statement).to.match(/^seller\.getStatement\?month=\d{4}-\d{2}$/);
    expect(balance.safeParse(answers['seller.getBalance']).success).to.equal(true);
    expect(headers.get('cache-control'), 'what is somebody’s is kept by nobody').to.equal(
      'no-store',
    );
  });

  it('embeds only an empty session for an anonymous visitor', async () => {
    const { text } = await pageFor('/platform/financial');
    expect(answersIn(text)).to.deep.equal({ 'session.get': null });
  });

  it('embeds no answers when it is the sign-in page', async () => {
    expect(answersIn((await pageFor('/login')).text)).to.deep.equal({});
  });

  it('embeds no seller data when staff open a seller’s page', async () => {
    const { text } = await pageFor('/platform/financial', 'admin');
    expect(Object.keys(answersIn(text))).to.deep.equal(['session.get']);
  });

  it('embeds only the session when the address has a filter, and nothing at an unknown address', async () => {
    const filtered = await pageFor('/platform/financial?month=2026-01', 'ana');
    expect(Object.keys(answersIn(filtered.text))).to.deep.equal(['session.get']);
    const unknown = await pageFor('/platform/nothing-here', 'ana');
    expect(answersIn(unknown.text)).to.deep.equal({});
  });

  it('is rendered on the server for the signed-in seller, and names its modules without loading them first', async () => {
    const { text } = await pageFor('/platform/financial', 'ana');
    expect(text).to.match(
      /<div id="root" data-page="\/platform\/financial"><h1>.*@.* has 3 answers<\/h1><\/div><script nonce="[^"{]+">/,
    );
    expect(text).to.not.include('rel="modulepreload"').and.not.include('<script type="module"');
    expect(text).to.include('"/assets/app.js"').and.include('"/assets/financial.js"');
  });

  it('is rendered in the browser for anonymous visitors and for addresses with a filter', async () => {
    for (const { text } of [
      await pageFor('/platform/financial'),
      await pageFor('/platform/financial?month=2026-01', 'ana'),
    ]) {
      expect(text).to.include('<div id="root"></div>').and.include('<script type="module"');
      expect(text).to.include('<link rel="modulepreload" href="/assets/financial.js">');
    }
  });

  it('is left to the browser when rendering on the server fails, which is logged', async () => {
    const { status, text } = await pageFor('/platform/dashboard', 'ana');
    expect(status).to.equal(200);
    expect(text).to.include('<div id="root"></div>').and.include('<script type="module"');
    expect(world.logged.join('\n')).to.include('a page could not be drawn');
  });

  it('is rendered once for all visitors when it is the sign-in page', async () => {
    const texts = [(await pageFor('/login')).text, (await pageFor('/login?next=/x', 'ana')).text];
    for (const text of texts) expect(text).to.include('<h1>Door 1</h1>');
  });
});
