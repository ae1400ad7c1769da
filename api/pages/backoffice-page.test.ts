import { expect } from 'chai';
import { z } from 'zod';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

const balance = z.looseObject({ available: z.number() });

/** Returns the answers embedded in the page, by the text of their query. */
const answersIn = (html: string): Readonly<Record<string, unknown>> => {
  const json = /id="first-answers">([^<]*)</.exec(html)?.[1] ?? 'none';
  return z.record(z.string(), z.unknown()).parse(JSON.parse(json));
};

describe('a page of the back office', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });

  after(() => world.close());

  const pageFor = async (path: string, as?: 'ana' | 'admin') =>
    world.get(path, { ...(as && { as }) });

  it('comes with its modules and with the answers that its seller would ask for first', async () => {
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

  it('tells nobody anything but that nobody is signed in', async () => {
    const { text } = await pageFor('/platform/financial');
    expect(answersIn(text)).to.deep.equal({ 'session.get': null });
  });

  it('says nothing before somebody signs in, which would be wrong right after', async () => {
    expect(answersIn((await pageFor('/login')).text)).to.deep.equal({});
  });

  it('gives nobody what is a seller’s: a person of the staff asks for the same page', async () => {
    const { text } = await pageFor('/platform/financial', 'admin');
    expect(Object.keys(answersIn(text))).to.deep.equal(['session.get']);
  });

  it('leaves other filters to the page, and other addresses to its router', async () => {
    const filtered = await pageFor('/platform/financial?month=2026-01', 'ana');
    expect(Object.keys(answersIn(filtered.text))).to.deep.equal(['session.get']);
    const unknown = await pageFor('/platform/nothing-here', 'ana');
    expect(answersIn(unknown.text)).to.deep.equal({});
  });

  it('comes with the page drawn for whom it is, and its modules after that', async () => {
    const { text } = await pageFor('/platform/financial', 'ana');
    expect(text).to.match(
      /<div id="root" data-page="\/platform\/financial"><h1>.*@.* has 3 answers<\/h1><\/div><script nonce="[^"{]+">/,
    );
    expect(text).to.not.include('rel="modulepreload"').and.not.include('<script type="module"');
    expect(text).to.include('"/assets/app.js"').and.include('"/assets/financial.js"');
  });

  it('is left to its app where nobody is signed in, or where filters ask for more', async () => {
    for (const { text } of [
      await pageFor('/platform/financial'),
      await pageFor('/platform/financial?month=2026-01', 'ana'),
    ]) {
      expect(text).to.include('<div id="root"></div>').and.include('<script type="module"');
      expect(text).to.include('<link rel="modulepreload" href="/assets/financial.js">');
    }
  });

  it('is there all the same when it cannot be drawn', async () => {
    const { status, text } = await pageFor('/platform/dashboard', 'ana');
    expect(status).to.equal(200);
    expect(text).to.include('<div id="root"></div>').and.include('<script type="module"');
    expect(world.logged.join('\n')).to.include('a page could not be drawn');
  });

  it('before somebody signs in is drawn once for all', async () => {
    const texts = [(await pageFor('/login')).text, (await pageFor('/login?next=/x', 'ana')).text];
    for (const text of texts) expect(text).to.include('<h1>Door 1</h1>');
  });
});
