import { expect } from 'chai';
import { z } from 'zod';
import { apiWorld, type ApiWorld } from './testing/api-world.ts';

const balance = z.looseObject({ available: z.number() });

/** What the page was given, by the text of its query. */
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
    expect(text).to.include('<link rel="modulepreload" href="/assets/financial.js">');
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
});
