import { mock } from 'node:test';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { sweepSessions } from './ended-sessions.ts';

describe('A session of before a block that died before it ended sessions', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(() => Promise.all(['admin' as const, 'master' as const].map(world.cookieOf)));
  afterEach(() => mock.reset());

  const cases: readonly {
    readonly what: string;
    readonly block: string;
    readonly restore: string;
    readonly as: 'admin' | 'master';
    /** Makes the person, and names what is blocked. */
    readonly make: () => Promise<readonly [NewPerson, object]>;
  }[] = [
    {
      what: 'a functionary',
      block: 'admin.blockFunctionary',
      restore: 'admin.restoreFunctionary',
      as: 'admin',
      make: async () => {
        const person = await world.newFunctionary([]);
        return [person, { staffId: person.personId }];
      },
    },
    {
      what: 'a seller',
      block: 'admin.blockSeller',
      restore: 'admin.restoreSeller',
      as: 'admin',
      make: async () => {
        const person = await world.newSeller();
        return [person, { sellerId: person.personId }];
      },
    },
    {
      what: 'a manager',
      block: 'admin.blockManager',
      restore: 'admin.restoreManager',
      as: 'admin',
      make: async () => {
        const person = await world.newManager();
        return [person, { managerId: person.personId }];
      },
    },
    {
      what: 'an administrator',
      block: 'master.blockAdministrator',
      restore: 'master.restoreAdministrator',
      as: 'master',
      make: async () => {
        const person = await world.newAdmin();
        return [person, { staffId: person.personId }];
      },
    },
    {
      what: 'a master',
      block: 'master.blockMaster',
      restore: 'master.restoreMaster',
      as: 'master',
      make: async () => {
        const person = await world.newMaster();
        return [person, { masterId: person.personId }];
      },
    },
    {
      what: 'a seller of a blocked platform',
      block: 'master.blockPlatform',
      restore: 'master.restorePlatform',
      as: 'master',
      make: async () => {
        const platformId = await world.newPlatform();
        return [await world.newSeller(platformId), { platformId }];
      },
    },
  ];

  for (const { what, block, restore, as, make } of cases)
    it(`is over once the block is taken back: ${what}`, async () => {
      const [person, named] = await make();
      const headers = { cookie: await world.cookieOf(person) };
      const isSignedIn = async () =>
        (await world.get('/api/session.get', { headers })).body !== null;
      expect(await isSignedIn()).to.equal(true);
      const { memberships } = world.services.sessions;
      const dies = () => Promise.reject(new Error('the process dies'));
      mock.method(memberships, 'endAccess', dies);
      mock.method(memberships, 'endAccessAt', dies);
      const change = (name: string, basedOn: number) =>
        world.post(`/api/${name}`, { ...named, basedOn }, { as });
      expect((await change(block, 0)).status).to.equal(500);
      mock.reset();
      await sweepSessions(world.services, (error) => expect.fail(String(error)));
      const restored = await change(restore, 1);
      expect(restored.status, restored.text).to.equal(200);
      expect(await isSignedIn()).to.equal(false);
    });
});
