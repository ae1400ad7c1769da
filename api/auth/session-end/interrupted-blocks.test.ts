import { mock } from 'node:test';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { sweepSessions } from './ended-sessions.ts';

describe('A session that began before a block, whose process died before it ended sessions', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(() => Promise.all(['admin' as const, 'master' as const].map(world.cookieOf)));
  afterEach(() => mock.reset());

  /** The person, and the input that names what is blocked. */
  type Blockable = readonly [NewPerson, Readonly<Record<string, string>>];

  const personWithId =
    (id: string, make: () => Promise<NewPerson>) => async (): Promise<Blockable> => {
      const person = await make();
      return [person, { [id]: person.personId }];
    };

  const makeOfPlatform = async (): Promise<Blockable> => {
    const platformId = await world.newPlatform();
    return [await world.newSeller(platformId), { platformId }];
  };

  const cases = [
    {
      as: 'admin',
      noun: 'Functionary',
      make: personWithId('staffId', () => world.newFunctionary([])),
    },
    { as: 'admin', noun: 'Seller', make: personWithId('sellerId', () => world.newSeller()) },
    { as: 'admin', noun: 'Manager', make: personWithId('managerId', () => world.newManager()) },
    { as: 'master', noun: 'Administrator', make: personWithId('staffId', () => world.newAdmin()) },
    { as: 'master', noun: 'Master', make: personWithId('masterId', () => world.newMaster()) },
    { as: 'master', noun: 'Platform', make: makeOfPlatform },
  ] as const;

  /** Signs a person in, and blocks them in a process that dies before it ends the session. */
  const interruptBlock = async ({ as, noun, make }: (typeof cases)[number]) => {
    const [person, idInput] = await make();
    const headers = { cookie: await world.cookieOf(person) };
    const isSignedIn = async () => (await world.get('/api/session.get', { headers })).body !== null;
    expect(await isSignedIn()).to.equal(true);
    const { memberships } = world.services.sessions;
    const dies = () => Promise.reject(new Error('the process dies'));
    mock.method(memberships, 'endAccess', dies);
    mock.method(memberships, 'endAccessAt', dies);
    const change = (name: string, basedOn: number) =>
      world.post(`/api/${name}`, { ...idInput, basedOn }, { as });
    expect((await change(`${as}.block${noun}`, 0)).status).to.equal(500);
    mock.reset();
    return { person, isSignedIn, change };
  };

  const sweep = () => sweepSessions(world.services, (error) => expect.fail(String(error)));

  for (const each of cases)
    it(`is over after the block was taken back: ${each.noun}`, async () => {
      const { isSignedIn, change } = await interruptBlock(each);
      await sweep();
      const restored = await change(`${each.as}.restore${each.noun}`, 1);
      expect(restored.status, restored.text).to.equal(200);
      expect(await isSignedIn()).to.equal(false);
    });

  for (const each of cases)
    it(`is on record as ended by the block: ${each.noun}`, async () => {
      const { person } = await interruptBlock(each);
      await world.services.database.query(
        `UPDATE auth.session SET "expiresAt" = now() WHERE "personId" = $1`,
        [person.personId],
      );
      await sweep();
      const log = (await Array.fromAsync(world.store.readAll({}))).flat();
      const ends = log
        .filter(({ type, data }) => type === 'SignedOut' && data.includes(person.personId))
        .map(({ data }) => JSON.parse(data).cause);
      const cause = each.noun === 'Platform' ? 'PLATFORM_BLOCKED' : 'PERSON_BLOCKED';
      expect(ends).to.deep.equal([cause]);
    });
});
