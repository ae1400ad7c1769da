import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

describe('Routing of pages', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });

  after(() => world.close());

  const load = async (path: string) => {
    const { status, headers, text } = await world.get(path);
    const title = /<title>.*?<\/title>/.exec(text)?.[0];
    return { status, type: headers.get('content-type')?.split(';', 1)[0], title, text };
  };

  it('serves the back office at paths its router knows, with or without a trailing slash', async () => {
    for (const path of ['/', '/login', '/login/', '/LOGIN?next=/x', '/platform/integrations/7']) {
      const { status, title } = await load(path);
      expect({ path, status, title }).to.deep.equal({
        path,
        status: 200,
        title: '<title>Back office</title>',
      });
    }
  });

  it('answers 404 with a page of the back office or the checkout at unknown paths', async () => {
    const nowhere = [
      '/nowhere',
      '/platform/integrations',
      '/platform/integrations/7/8',
      '/login/x',
    ];
    for (const path of nowhere) {
      const { status, title } = await load(path);
      expect({ path, status, title }).to.deep.equal({
        path,
        status: 404,
        title: '<title>Back office</title>',
      });
    }
    for (const path of ['/checkout', '/checkout/', '/checkout/a/b', '/checkout/payment/']) {
      const { status, title } = await load(path);
      expect({ path, status, title }).to.deep.equal({
        path,
        status: 404,
        title: '<title>Nothing here</title>',
      });
    }
  });

  it('answers 404 in plain text at paths that crawlers and scanners ask for', async () => {
    const scanned = [
      '/sitemap.xml',
      '/wp-login.php',
      '/.well-known/security.txt',
      '/.well-known/x',
    ];
    for (const path of scanned) {
      const { status, type, text } = await load(path);
      expect({ path, status, type, text }).to.deep.equal({
        path,
        status: 404,
        type: 'text/plain',
        text: 'Not found\n',
      });
    }
  });

  it('redirects a checkout form that was submitted without JavaScript back to its page', async () => {
    const answer = await fetch(`${world.url}/checkout/ebook?utm_source=ig`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ana' }),
      redirect: 'manual',
    });
    expect(answer.status).to.equal(303);
    expect(answer.headers.get('location')).to.equal('/checkout/ebook?utm_source=ig');
  });
});
