import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiWorld, type ApiAnswer } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { redactDelivery } from './redact-notice.ts';
import { createIntake } from './intake.ts';
import { UNREAD_OF_AN_ACCOUNT } from '#/api/webhooks/store/limits.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';

/** Does not authenticate its notices. */
const UNSIGNED = 'hunterpay';
/** Authenticates its notices by a token in a header. */
const PROVING = 'simpay';

/** Invalid notices allowed in the test's period. */
const BAD = 5;
/** Unauthenticated notices allowed in the test's period. */
const UNPROVED = 10;

describe('Protection of webhooks against abuse', () => {
  let world: ApiWorld;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  let unknownCount = 0;

  before(async () => {
    acquirers = await startAcquirers([UNSIGNED, PROVING]);
    acquirers.host.answerWith((_seen, response) => sendJson(response, 404, {}));
    world = await apiWorld({
      providers: acquirers.providers,
      limits: {
        notice: { points: UNPROVED, seconds: 600 },
        badNotice: { points: BAD, seconds: 600 },
        signIn: { points: 2, seconds: 600 },
      },
    });
  });

  after(async () => {
    await world.close();
    await acquirers.host.close();
  });

  const addressOf = (provider: string): string =>
    new URL(world.services.core.ports.webhookUrl(provider, 'demo')).pathname;

  const noticeOf = (id: string, status = 'paid') => ({ type: 'transaction', data: { id, status } });

  const sendUnsigned = (path = `/api/webhooks/${UNSIGNED}/demo`): Promise<ApiAnswer> => {
    unknownCount += 1;
    return world.post(path, noticeOf(`unknown-${unknownCount}`));
  };

  const sendSigned = (): Promise<ApiAnswer> => {
    const { notices } = acquirers.evidenceOf(PROVING);
    const sample = notices.find(({ says }) => typeof says !== 'string');
    return world.post(`/api/webhooks/${PROVING}/demo`, sample?.body, {
      headers: sample?.headers ?? {},
    });
  };

  const sendInvalid = (): Promise<ApiAnswer> =>
    world.post(`/api/webhooks/${PROVING}/demo`, { forged: true });

  const codeOf = ({ body }: ApiAnswer): unknown => Object(body).code;

  const noticesWithoutTarget = async (): Promise<number> => {
    const { rows } = await world.services.database.query(
      `SELECT FROM webhooks.notice WHERE reference IS NULL`,
    );
    return rows.length;
  };

  it('answers 429 after too many invalid notices, without limiting sign-in or authentic notices', async () => {
    for (let sent = 0; sent < BAD; sent += 1) expect((await sendInvalid()).status).to.equal(401);
    const refused = await sendInvalid();
    expect([refused.status, codeOf(refused)]).to.deep.equal([429, 'rate/limited']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 600);
    expect(await noticesWithoutTarget()).to.equal(BAD);
    const request = { email: emailOf('admin'), password: PASSWORD };
    expect((await world.post('/api/auth/sign-in/email', request)).status).to.equal(200);
    expect((await sendSigned()).status).to.be.oneOf([200, 202]);
  });

  it('answers 429 after too many unauthenticated notices, but not at the secret address that only the acquirer knows', async () => {
    for (let sent = 0; sent < UNPROVED; sent += 1)
      expect((await sendUnsigned()).status).to.equal(202);
    const refused = await sendUnsigned();
    expect([refused.status, codeOf(refused)]).to.deep.equal([429, 'rate/limited']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 600);
    const wrongAddress = addressOf(UNSIGNED).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await sendUnsigned(wrongAddress)).status).to.equal(429);
    const secret = addressOf(PROVING).split('/').at(-1);
    expect((await sendUnsigned(`/api/webhooks/${UNSIGNED}/demo/${secret}`)).status).to.equal(429);
    for (let sent = 0; sent < 2 * UNPROVED; sent += 1)
      expect((await sendUnsigned(addressOf(UNSIGNED))).status).to.equal(202);
    const text = await world.services.metrics.registry.metrics();
    expect(text).to.include(`razao_webhooks_total{provider="${UNSIGNED}",reception="limited"} 3`);
  });

  it('accepts a secret address followed by `/pix`, `/rec` or `/cobr`, but by no other suffix', async () => {
    for (const suffix of ['pix', 'rec', 'cobr']) {
      expect((await sendUnsigned(`${addressOf(UNSIGNED)}/${suffix}`)).status, suffix).to.equal(202);
      // Without the secret, the sender is still a stranger.
      expect((await sendUnsigned(`/api/webhooks/${UNSIGNED}/demo/${suffix}`)).status).to.equal(429);
    }
    expect((await sendUnsigned(`${addressOf(UNSIGNED)}/other`)).status).to.equal(404);
    expect((await sendUnsigned(`${addressOf(UNSIGNED)}/pix/pix`)).status).to.equal(404);
  });

  it('answers a limited notice later than an accepted one, to slow down a sender that loops', async () => {
    await Promise.all(Array.from({ length: UNPROVED }, () => sendUnsigned()));
    const answered: number[] = [];
    const note = ({ status }: ApiAnswer) => answered.push(status);
    await Promise.all([sendUnsigned().then(note), sendUnsigned(addressOf(UNSIGNED)).then(note)]);
    expect(answered).to.deep.equal([202, 429]);
  });

  it('keeps the secret address out of the request log', async () => {
    await sendUnsigned(addressOf(UNSIGNED));
    await sendUnsigned(`${addressOf(UNSIGNED)}/pix`);
    const secret = addressOf(UNSIGNED).split('/').at(-1) ?? '';
    expect(secret).to.match(/^[\w-]{43}$/);
    const lines = await eventually(() => {
      const requestLines = world.logged.filter((line) =>
        line.includes(`/api/webhooks/${UNSIGNED}/demo/:id`),
      );
      return requestLines.length > 1 ? requestLines : undefined;
    }, 'the request is logged');
    expect(lines[0]).to.include('"procedure":"webhook"');
    expect(world.logged.filter((line) => line.includes(secret))).to.deep.equal([]);
  });

  it('stores a limited number of invalid notices and, separately, of ignored ones, dropping the oldest', async () => {
    const { database } = world.services;
    await database.query(
      `INSERT INTO webhooks.notice (notice_id, provider, type, outcome, platform_id)
       SELECT 'old-' || n, $1, 'TRANSACTION', 'UNAUTHORIZED', 'demo' FROM generate_series(1, $2) AS n`,
      [UNSIGNED, UNREAD_OF_AN_ACCOUNT.bad],
    );
    const store = await openPostgresNotices(database);
    const delivery = redactDelivery({ headers: {}, body: '?' });
    const end = { outcome: 'UNREADABLE', failure: 'notice: unexpected body' } as const;
    const dropped = await store.storeUnread(
      { provider: UNSIGNED, platformId: 'demo' },
      end,
      delivery,
    );
    expect(dropped).to.equal(1);
    expect(await noticesWithoutTarget()).to.equal(BAD + UNREAD_OF_AN_ACCOUNT.bad);
    expect(await store.get('old-1'), 'the oldest').to.equal(undefined);
    expect(await store.get('old-2')).to.include({ outcome: 'UNAUTHORIZED' });
    const ignored = { outcome: 'IGNORED', failure: null } as const;
    const account = { provider: UNSIGNED, platformId: 'demo' };
    for (let sent = 0; sent <= UNREAD_OF_AN_ACCOUNT.ignored; sent += 1) {
      const droppedNow = await store.storeUnread(account, ignored, delivery);
      expect(droppedNow).to.equal(sent < UNREAD_OF_AN_ACCOUNT.ignored ? 0 : 1);
    }
    expect(await store.get('old-2'), 'what is ignored pushes out nothing bad').to.be.an('object');
  });
});

describe('createIntake', () => {
  it('rejects concurrent unauthenticated deliveries beyond its limit, and still accepts authenticated ones', async () => {
    const intake = createIntake({ proved: 1, unproved: 2 });
    const waiting = Promise.withResolvers<string>();
    const hold = () => waiting.promise;
    const deliveries = [intake('unproved', hold), intake('unproved', hold)];
    const refusal: unknown = await intake('unproved', hold).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'service/unavailable' });
    expect(await intake('proved', async () => 'taken')).to.equal('taken');
    waiting.resolve('done');
    expect(await Promise.all(deliveries)).to.deep.equal(['done', 'done']);
    expect(await intake('unproved', async () => 'taken')).to.equal('taken');
  });
});
