import { expect } from 'chai';
import { roleNames, roles, rulesOfKind, type Role } from '#/api/contract/roles.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, people, type Person } from '#/api/testing/people.ts';
import { personKinds } from '#/domain/access/events.ts';
import { reaches, type Caller } from './caller.ts';
import { needsFactor } from './callers.ts';

const personOf = {
  SELLER: 'ana',
  ADMIN: 'admin',
  FUNCTIONARY: 'accountant',
  MASTER: 'master',
  MANAGER: 'manager',
} as const satisfies Record<Role, Person>;

/** Stands for the idle limit of a role that has none. */
const LONG_HOURS = 6 * 24;

describe('The table of roles', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const signIn = async (role: Role): Promise<string> => world.cookieOf(personOf[role]);
  const callerOf = async (role: Role): Promise<Caller | undefined> =>
    world.services.callers.find(new Headers({ cookie: await signIn(role) }));

  const isOpenAfter = async (role: Role, hours: number): Promise<boolean> => {
    const headers = new Headers({ cookie: await signIn(role) });
    await world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - make_interval(hours => $2) FROM auth."user" AS who
       WHERE who.id = "userId" AND who.email = $1`,
      [emailOf(personOf[role]), hours],
    );
    return (await world.services.sessions.findAgain(headers, 'watches')) !== undefined;
  };

  for (const role of roleNames) {
    const { days, idleHours } = roles[role].session;

    it(`says whose data the role ${role} reaches, and whether it needs a second factor`, async () => {
      const caller = await callerOf(role);
      if (caller === undefined) throw new Error(`no ${role}`);
      const { ana, bia, otherSeller } = people;
      const reached = [ana, bia, otherSeller].map((owner) => reaches(caller, owner));
      expect(reached).to.deep.equal(
        {
          'own seller': [true, false, false],
          portfolio: [false, false, false],
          platform: [true, true, false],
          installation: [false, false, false],
        }[roles[role].scope],
      );
      expect(needsFactor(role, 'none')).to.equal(roles[role].secondFactor === 'obligatory');
    });

    it(`says how long a session of the role ${role} lasts, and how long it may be idle`, async () => {
      await signIn(role);
      const { rows } = await world.services.database.query<{ hours: number }>(
        `SELECT DISTINCT round(extract(epoch FROM "expiresAt" - session."createdAt") / 3600)::int AS hours
         FROM auth.session JOIN auth."user" AS who ON who.id = "userId" WHERE who.email = $1`,
        [emailOf(personOf[role])],
      );
      expect(rows).to.deep.equal([{ hours: days * 24 }]);
      expect(await isOpenAfter(role, (idleHours ?? LONG_HOURS) - 1)).to.equal(true);
      expect(await isOpenAfter(role, (idleHours ?? LONG_HOURS) + 1)).to.equal(idleHours === null);
    });
  }

  it('gives the roles of one kind of person one area, sign-in page, home, scope and session', () => {
    for (const role of roleNames) {
      const { flags: _, secondFactor: __, ...shared } = roles[role];
      const kinds = personKinds.filter((kind) => rulesOfKind[kind].area === shared.area);
      expect(kinds).to.have.length(1);
      for (const kind of kinds) expect(rulesOfKind[kind]).to.deep.include(shared);
    }
  });
});
