import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

/** A person whose access `as` blocks and restores by the calls `block` and `restore`, with the input of `about`. */
interface Case {
  readonly name: string;
  readonly person: () => Promise<NewPerson>;
  readonly as: AnyPerson;
  readonly block: string;
  readonly restore: string;
  readonly about: (person: NewPerson) => object;
}

describe('Links for a new password of a person who is blocked', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const linkOf = async ({ email }: NewPerson): Promise<string> => {
    const { recovery } = world.services.sessions;
    const linkId = await recovery.make(email);
    return (await recovery.find(linkId ?? ''))?.url.split('#')[1] ?? '';
  };

  const open = async (token: string): Promise<string> =>
    codeOf(await world.post('/api/session.openInvitation', { token }));

  const accept = async (token: string, { email }: NewPerson): Promise<string> =>
    codeOf(await world.post('/api/session.acceptInvitation', { token, email, password }));

  const cases: readonly Case[] = [
    {
      name: 'a seller',
      person: () => world.newSeller(),
      as: 'admin',
      block: 'admin.blockSeller',
      restore: 'admin.restoreSeller',
      about: ({ personId }) => ({ sellerId: personId }),
    },
    {
      name: 'a functionary',
      person: () => world.newFunctionary(['isSalesAvailable']),
      as: 'admin',
      block: 'admin.blockFunctionary',
      restore: 'admin.restoreFunctionary',
      about: ({ personId }) => ({ staffId: personId }),
    },
    {
      name: 'an administrator',
      person: () => world.newAdmin(),
      as: 'master',
      block: 'master.blockAdministrator',
      restore: 'master.restoreAdministrator',
      about: ({ personId }) => ({ staffId: personId }),
    },
    {
      name: 'a master',
      person: () => world.newMaster(),
      as: 'master',
      block: 'master.blockMaster',
      restore: 'master.restoreMaster',
      about: ({ personId }) => ({ masterId: personId }),
    },
    {
      name: 'an administrator whose platform is blocked',
      person: async () => world.newAdmin(await world.newPlatform()),
      as: 'master',
      block: 'master.blockPlatform',
      restore: 'master.restorePlatform',
      about: ({ platformId }) => ({ platformId }),
    },
  ];

  for (const { name, person: makePerson, as, block, restore, about } of cases) {
    it(`can be neither opened nor used, also once the person is restored: ${name}`, async () => {
      const person = await makePerson();
      const token = await linkOf(person);
      expect(await open(token)).to.equal('done');
      const call = async (procedure: string, basedOn: number): Promise<string> =>
        codeOf(await world.post(`/api/${procedure}`, { ...about(person), basedOn }, { as }));
      expect(await call(block, 0)).to.equal('done');
      expect(await open(token)).to.equal('invitation/not-usable');
      expect(await accept(token, person)).to.equal('invitation/not-usable');
      expect(await call(restore, 1)).to.equal('done');
      expect(await open(token), 'a link of before').to.equal('invitation/not-usable');
      expect(await accept(token, person)).to.equal('invitation/not-usable');
    });
  }

  it('can be neither opened nor used when they were made during the block', async () => {
    const platformId = await world.newPlatform();
    const person = await world.newAdmin(platformId);
    const input = { platformId, basedOn: 0 };
    const blocked = await world.post('/api/master.blockPlatform', input, { as: 'master' });
    expect(codeOf(blocked)).to.equal('done');
    const token = await linkOf(person);
    expect(await open(token)).to.equal('invitation/not-usable');
    expect(await accept(token, person)).to.equal('invitation/not-usable');
  });

  it('can be used by a person of whose memberships only one is blocked, once the person requests a new link', async () => {
    const [{ sessions }, person] = [world.services, await world.newSeller()];
    const otherMembership = { ...person, personId: (await world.newSeller()).personId };
    const user = { email: person.email, name: 'new' };
    await world.services.database.query('DELETE FROM auth.membership WHERE person_id = $1', [
      otherMembership.personId,
    ]);
    await sessions.memberships.join(user, otherMembership);
    const earlierToken = await linkOf(person);
    const input = { sellerId: otherMembership.personId, basedOn: 0 };
    expect(codeOf(await world.post('/api/admin.blockSeller', input, { as: 'admin' }))).to.equal(
      'done',
    );
    expect(await open(earlierToken)).to.equal('invitation/not-usable');
    await world.services.database.query(
      `UPDATE auth.recovery SET requested_at = now() - interval '11 minutes'`,
    );
    const token = await linkOf(person);
    expect(await open(token)).to.equal('done');
    expect(await accept(token, person)).to.equal('done');
  });
});
