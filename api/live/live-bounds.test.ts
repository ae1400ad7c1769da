import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { WebSocket } from 'ws';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { PING_EVERY_MILLISECONDS } from '#/web/lib/live-ping.ts';
import { defaultLiveBounds, OpenSockets } from './live-bounds.ts';

describe('Limits on live sockets', () => {
  let world: ApiWorld;
  const opened: WebSocket[] = [];

  before(async () => {
    world = await apiWorld({
      limits: {
        liveMessage: { points: 25, seconds: 600 },
        subscription: { points: 5, seconds: 600 },
      },
      liveBounds: {
        inAll: 100,
        each: 3,
        beforeFirstMs: 1_000,
        anonymousMs: 1_200,
        signedInMs: 60_000,
      },
    });
  });
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate();
  });
  after(() => world.close());

  const connect = (from: string, cookie?: string) => {
    const seen = { isOpen: false, status: 0, closed: 0, codes: [] as string[] };
    const headers = { ...(cookie !== undefined && { cookie }) };
    // Each test has its own local address.
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/live`, {
      headers,
      localAddress: from,
    });
    opened.push(socket);
    socket.on('open', () => (seen.isOpen = true));
    socket.on(
      'unexpected-response',
      (_request, response) => (seen.status = response.statusCode ?? 0),
    );
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString('utf8'));
      seen.codes.push(String(Object(message).code ?? Object(message).type));
    });
    socket.on('close', (code) => (seen.closed = code));
    socket.on('error', () => undefined);
    return {
      socket,
      seen,
      say: (message: object) => socket.send(JSON.stringify(message)),
      becomes: (isSo: (now: typeof seen) => boolean) =>
        eventually(
          () => isSo(seen) || undefined,
          () => `a socket in the expected state: ${JSON.stringify(seen)}`,
        ),
    };
  };

  it('closes a socket that subscribes to nothing', async () => {
    const { becomes } = connect('127.0.1.1');
    await becomes(({ closed }) => closed === 1008);
  });

  it('closes a silent anonymous socket, and keeps one of a signed-in seller open', async () => {
    const subscribe = { type: 'subscribe', topic: 'balance:seller-1' };
    const cookie = await world.cookieOf('ana');
    const visitor = connect('127.0.1.2');
    const ana = connect('127.0.1.2', cookie);
    await Promise.all([visitor, ana].map(({ becomes }) => becomes(({ isOpen }) => isOpen)));
    visitor.say(subscribe);
    ana.say(subscribe);
    await ana.becomes(({ codes }) => codes.includes('snapshot'));
    await visitor.becomes(({ closed }) => closed === 1008);
    expect(visitor.seen.codes).to.deep.equal(['session/required']);
    expect(ana.seen.closed).to.equal(0);
  });

  it('rejects a fourth socket from one address with 429, until another is closed', async () => {
    const from = '127.0.1.3';
    const cookie = await world.cookieOf('ana');
    const three = [1, 2, 3].map(() => connect(from, cookie));
    for (const { becomes, say } of three) {
      await becomes(({ isOpen }) => isOpen);
      say({ type: 'subscribe', topic: 'balance:seller-1' });
    }
    await connect(from).becomes(({ status }) => status === 429);
    three[0]?.socket.terminate();
    await eventually(async () => {
      const next = connect(from, cookie);
      await next.becomes(({ status, isOpen }) => isOpen || status === 429);
      return next.seen.isOpen || undefined;
    }, 'there is room again');
  });

  it('answers too many subscriptions with `rate/limited`', async () => {
    const { becomes, say, seen } = connect('127.0.1.4', await world.cookieOf('ana'));
    await becomes(({ isOpen }) => isOpen);
    for (let nth = 0; nth < 6; nth += 1) say({ type: 'subscribe', topic: 'balance:seller-1' });
    await becomes(({ codes }) => codes.length === 6);
    expect(seen.codes).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'snapshot'),
      'rate/limited',
    ]);
  });

  it('counts messages per address across its sockets, and closes the socket that exceeds the limit', async () => {
    const cookie = await world.cookieOf('ana');
    const [first, second] = [connect('127.0.1.5', cookie), connect('127.0.1.5', cookie)];
    for (const { becomes, say } of [first, second]) {
      await becomes(({ isOpen }) => isOpen);
      // Each subscribes, because a socket without a subscription is closed as well.
      say({ type: 'subscribe', topic: 'balance:seller-1' });
      await becomes(({ codes }) => codes.includes('snapshot'));
    }
    for (let nth = 0; nth < 14; nth += 1) first.say({ type: 'ping' });
    await first.becomes(({ codes }) => codes.length === 15);
    for (let nth = 0; nth < 14; nth += 1) second.say({ type: 'ping' });
    await second.becomes(({ closed }) => closed === 1008);
    expect(second.seen.codes.at(-1)).to.equal('rate/limited');
    expect(first.seen.closed).to.equal(0);
    expect(first.seen.codes).to.have.lengthOf(15);
  });
});

describe('The usual limits on messages', () => {
  /** Subscriptions of a tab, as the table of `request-limits.ts` says. */
  const TOPICS_A_TAB = 3;
  /** Tabs of one office. */
  const OFFICE = 50;
  const { liveMessage } = defaultLimits;
  const { each, inAll } = defaultLiveBounds;
  const pings = (liveMessage.seconds * 1_000) / PING_EVERY_MILLISECONDS;

  for (const { whose, sockets, allowed } of [
    { whose: 'all that one address may open', sockets: each, allowed: liveMessage.points },
    { whose: 'all that may be open', sockets: inAll, allowed: liveMessage.crowd.inAll },
    { whose: 'an office in a crowd, a tab each', sockets: OFFICE, allowed: liveMessage.crowd.each },
  ])
    it(`let sockets ping and subscribe: ${whose}`, () => {
      expect(allowed).to.be.at.least(sockets * (pings + TOPICS_A_TAB));
    });
});

describe('OpenSockets', () => {
  it('closes a socket of the address with the most sockets, when full, to admit one of another address', () => {
    const sockets = new OpenSockets({ inAll: 6, each: 5 });
    const open = (address: string) => {
      const socket = new PassThrough();
      return { socket, isIn: sockets.admit(socket, address) };
    };
    const greedy = Array.from({ length: 5 }, () => open('192.0.2.1'));
    expect(open('192.0.2.1').isIn, 'a sixth of one address').to.equal(false);
    expect(open('192.0.2.2').isIn).to.equal(true);
    expect(open('192.0.2.3').isIn, 'all places are taken').to.equal(true);
    expect(greedy.map(({ socket }) => socket.destroyed)).to.deep.equal([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(open('192.0.2.4').isIn).to.equal(true);
    expect(open('192.0.2.5').isIn).to.equal(true);
    expect(open('192.0.2.6').isIn).to.equal(true);
    expect(open('192.0.2.7').isIn, 'nobody has more than one to give up').to.equal(false);
  });

  it('closes no socket of an address that has only one more than the newcomer’s', () => {
    const sockets = new OpenSockets({ inAll: 5, each: 5 });
    const open = (address: string) => sockets.admit(new PassThrough(), address);
    for (let nth = 0; nth < 3; nth += 1) expect(open('192.0.2.1')).to.equal(true);
    for (let nth = 0; nth < 2; nth += 1) expect(open('192.0.2.2')).to.equal(true);
    expect(open('192.0.2.2'), 'it would only change places').to.equal(false);
    expect(open('192.0.2.3')).to.equal(true);
  });
});
