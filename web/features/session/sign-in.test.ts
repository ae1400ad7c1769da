import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { setGlobalOrigin } from 'undici';
import { acceptInvitation } from './accept-invitation.ts';
import { secondsToWait, signIn, signOut } from './sign-in.ts';

describe('Wait after too many sign-in attempts', () => {
  it('lasts as long as the server says, rounded up to whole seconds', () => {
    expect(secondsToWait(new Headers({ 'X-Retry-After': '12' }))).to.equal(12);
    expect(secondsToWait(new Headers({ 'Retry-After': '1.2' }))).to.equal(2);
  });

  it('lasts a minute when the server gives no number of seconds', () => {
    expect(secondsToWait(new Headers())).to.equal(60);
    expect(secondsToWait(new Headers({ 'Retry-After': 'Fri, 20 Nov 2026 12:00:00 GMT' }))).to.equal(
      60,
    );
  });
});

describe('Other tabs of a browser', () => {
  let server: Server;
  let otherTab: BroadcastChannel;
  /** Statuses of the server's next responses. */
  let statuses: number[];

  beforeEach(async () => {
    server = createServer((_, response) => {
      response.writeHead(statuses.shift() ?? 500).end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    // Node has no page, so URLs need an origin.
    setGlobalOrigin(`http://127.0.0.1:${address.port}`);
    otherTab = new BroadcastChannel('razao.session');
  });

  afterEach(() => {
    otherTab.close();
    setGlobalOrigin(undefined);
    server.close();
    server.closeAllConnections();
  });

  /** Returns the messages to other tabs during `work`. */
  const messagesDuring = async (work: () => Promise<void>): Promise<readonly unknown[]> => {
    const messages: unknown[] = [];
    const { promise: isDone, resolve } = Promise.withResolvers<void>();
    otherTab.onmessage = ({ data }) => {
      if (data === 'done') resolve();
      else messages.push(data);
    };
    await work();
    // Messages arrive in order, so this one is the last.
    const end = new BroadcastChannel('razao.session');
    end.postMessage('done');
    await isDone;
    end.close();
    return messages;
  };

  it('learn of a sign-out that the server confirmed, and not of one that failed', async () => {
    statuses = [503, 200];
    const failed = await messagesDuring(async () => {
      expect(await signOut().catch((error: unknown) => error)).to.be.an('error');
    });
    expect(failed).to.deep.equal([]);
    expect(await messagesDuring(signOut)).to.deep.equal(['signed-out']);
  });

  it('learn of every sign-in, also by a link, and of none that failed', async () => {
    const bia = { email: 'bia@loja.example', password: 'cavalo bateria grampo' };
    const enter = async () => void (await signIn(bia));
    const accept = () =>
      acceptInvitation({ token: 'token', ...bia }).then(
        () => undefined,
        () => undefined,
      );
    // Accepting sends two requests; the second signs in.
    statuses = [401, 200, 404, 200, 200];
    expect(await messagesDuring(enter)).to.deep.equal([]);
    expect(await messagesDuring(enter)).to.deep.equal(['signed-in']);
    expect(await messagesDuring(accept)).to.deep.equal([]);
    expect(await messagesDuring(accept)).to.deep.equal(['signed-in']);
  });
});
