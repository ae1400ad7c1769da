import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { createCaller, type Caller } from '#/scripts/load/answered.ts';
import { freePort, startProduct } from '#/scripts/load/product.ts';
import { PASSWORD, people, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { openLiveSocket } from './live-socket.ts';
import { withProduct } from './market.ts';
import { median, roundTo, type Measure } from './measure.ts';

const ROUNDS = 10;
const THRESHOLD_MS = 1_000;
const GIVEN_UP_MS = 10_000;
const EVERY_MS = 5;
/** Requests after the first refusal, all of which must be refused. */
const FURTHER = 20;

const { accountant, admin } = people;
const page = `/api/admin.listSales?limit=1`;
const flags = ['isSalesAvailable'] as const;

const ofStaff = z.object({ items: z.array(z.object({ staffId: z.string(), revision: z.int() })) });

/** One process of the product. */
interface Place {
  readonly url: string;
  readonly caller: Caller;
}

const ask = async (
  { caller }: Place,
  path: string,
  cookie: string,
  body?: object,
): Promise<string> => {
  const headers = { cookie, 'idempotency-key': randomUUID() };
  const answer = await caller.askUntilAnswered({ path, headers, body });
  if (answer.status === 200) return answer.text;
  throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
};

const signIn = async ({ caller }: Place, email: string, password: string): Promise<string> => {
  const body = { email, password };
  const { status, text, cookies } = await caller.askUntilAnswered({
    path: '/api/auth/sign-in/email',
    body,
  });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${text}`);
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
};

const isLetIn = async ({ caller }: Place, cookie: string): Promise<boolean> =>
  (await caller.askUntilAnswered({ path: page, headers: { cookie } })).status === 200;

/** @returns the time (`performance.now`) from which requests were refused; Infinity = never @throws when one is answered again */
const findRefusal = async (place: Place, cookie: string): Promise<number> => {
  const deadline = performance.now() + GIVEN_UP_MS;
  while (await isLetIn(place, cookie)) {
    if (performance.now() > deadline) return Infinity;
    await delay(EVERY_MS);
  }
  const at = performance.now();
  for (let nth = 0; nth < FURTHER; nth += 1)
    if (await isLetIn(place, cookie)) throw new Error('a refused session was let in again');
  return at;
};

/** Opens a live page of a person at one process. `lostAt` resolves to the time (`performance.now`) at which topic or socket ended. */
const openPage = async ({ url }: Place, cookie: string) => {
  const lost = Promise.withResolvers<number>();
  const { close } = await openLiveSocket({
    url,
    cookie,
    topic: `balance:${SELLER_ID}`,
    onDelta: () => undefined,
    onTrouble: () => lost.resolve(performance.now()),
  });
  const lostAt = Promise.race([lost.promise, delay(GIVEN_UP_MS, Infinity, { ref: false })]);
  return { lostAt, close };
};

/**
 * Measures from the answer of the call that takes the rights away.
 * @returns milliseconds until each process refuses requests and has ended the topic, the longest
 */
const timeOf = async (
  places: readonly Place[],
  cookie: string,
  revoke: () => Promise<unknown>,
): Promise<number> => {
  for (const place of places) {
    const isOpen = async () => (await isLetIn(place, cookie)) || undefined;
    const opened = await waitUntil(isOpen, { timeoutMs: GIVEN_UP_MS });
    if (opened === undefined) throw new Error('the person is not let in');
  }
  const pages = await Promise.all(places.map((place) => openPage(place, cookie)));
  const refused = places.map((place) => findRefusal(place, cookie));
  await revoke();
  const revokedAt = performance.now();
  const ends = await Promise.all([...refused, ...pages.map(({ lostAt }) => lostAt)]);
  for (const { close } of pages) close();
  return Math.max(0, Math.max(...ends) - revokedAt);
};

/** Changes the accountant's record as an administrator does. */
const createAdministration = (place: Place, cookie: string) => {
  const { staffId } = accountant;
  const revisionNow = async (state: string): Promise<number> => {
    const revision = await waitUntil(
      async () => {
        const text = await ask(place, `/api/admin.listStaff?state=${state}`, cookie);
        const { items } = ofStaff.parse(JSON.parse(text));
        return items.find((each) => each.staffId === staffId)?.revision;
      },
      { timeoutMs: GIVEN_UP_MS },
    );
    if (revision === undefined) throw new Error(`the accountant is not among ${state}`);
    return revision;
  };
  const change = async (name: string, state: string, more: object = {}): Promise<void> => {
    const basedOn = await revisionNow(state);
    const body = { staffId, basedOn, ...more };
    // Read models may be behind the record.
    const outcome = await waitUntil(
      () => ask(place, `/api/admin.${name}`, cookie, body).catch(() => undefined),
      { timeoutMs: GIVEN_UP_MS },
    );
    if (outcome === undefined) throw new Error(`${name} did not succeed`);
  };
  return {
    block: () => change('blockFunctionary', 'CURRENT'),
    restore: () => change('restoreFunctionary', 'BLOCKED'),
    giveFlags: (permissions: readonly string[]) =>
      change('reviseFunctionary', 'CURRENT', { permissions }),
  };
};

/** Plays all rounds at two processes: the rights are taken away at the first one. */
const measureAt = async (places: readonly [Place, Place]) => {
  const [first] = places;
  const staff = createAdministration(first, await signIn(first, admin.email, PASSWORD));
  const taken: Record<'blocked' | 'flag' | 'password', number[]> = {
    blocked: [],
    flag: [],
    password: [],
  };
  let password: string = PASSWORD;
  const comeIn = (): Promise<string> => signIn(first, accountant.email, password);
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.blocked.push(await timeOf(places, await comeIn(), staff.block));
    await staff.restore();
    taken.flag.push(await timeOf(places, await comeIn(), () => staff.giveFlags([])));
    await staff.giveFlags(flags);
    const session = await comeIn();
    const next = `cavalo bateria grampo ${round}`;
    const change = () => ask(first, '/api/person.changePassword', session, { password: next });
    taken.password.push(await timeOf(places, await comeIn(), change));
    password = next;
  }
  return taken;
};

/** Measures how long a person who lost their rights is still let in somewhere. */
export const benchLostRights = (): Promise<readonly Measure[]> =>
  withProduct(async ({ url }, dataDir) => {
    const port = await freePort();
    const second = await startProduct({ dataDir, port, demoWeeks: 0, log: 'second.log' });
    const at = (address: string): Place => ({ url: address, caller: createCaller(address) });
    const places = [at(url), at(second.url)] as const;
    try {
      const taken = await measureAt(places);
      const longest = roundTo(Math.max(...Object.values(taken).flat()), 0);
      return [
        {
          name: 'blocked, without a flag, or with a new password → refused by both processes, sockets ended, longest',
          value: longest,
          unit: 'ms',
          threshold: `≤ ${THRESHOLD_MS}`,
          ok: longest <= THRESHOLD_MS,
          details: {
            rounds: ROUNDS,
            ...Object.fromEntries(
              Object.entries(taken).flatMap(([what, each]) => [
                [`${what}P50Ms`, roundTo(median(each), 0)],
                [`${what}MaximumMs`, roundTo(Math.max(...each), 0)],
              ]),
            ),
          },
        },
      ];
    } finally {
      for (const { caller } of places) await caller.close();
      await second.stop();
    }
  });
