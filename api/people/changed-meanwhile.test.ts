import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { StaffCaller } from '#/api/auth/caller.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, people } from '#/api/testing/people.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { blockFunctionary, restoreFunctionary, reviseFunctionary } from './change-functionary.ts';
import { inviteAgain } from './invite-functionary.ts';

describe('Change of a functionary while another one is made, or after an interruption', () => {
  let world: ApiWorld;
  let staffId: string;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    staffId = (await world.newFunctionary([])).personId;
  });

  const callerOf = (person: 'admin' | 'attendant'): StaffCaller => {
    const { staffId: own, ...rights } = people[person];
    const signedIn = { email: emailOf(person), name: person, expiresAt: Number.POSITIVE_INFINITY };
    return {
      ...signedIn,
      lacksSecondFactor: false,
      ...rights,
      staffId: own,
      staffRevision: 0,
      actor: `admin:${own}`,
    };
  };

  const newContext = () => ({
    commandId: randomUUID(),
    request: 'digest of the request',
    platform: 'demo',
    actor: 'admin:admin-1',
  });

  const load = async () => {
    const { state } = await world.services.core.handler.load(staff, streamOf('staff', staffId));
    if (state.status === 'ABSENT') throw new Error('no such functionary');
    return state;
  };

  const give = async (permissions: StaffDetails['permissions']): Promise<void> => {
    const { revision: basedOn } = await load();
    const change = { staffId, permissions, basedOn };
    await reviseFunctionary(world.services, callerOf('admin'), change, newContext());
  };

  /** `meanwhile` runs once: after the first load of the record and before the command is decided. */
  const servicesWith = (meanwhile: () => Promise<void>) => {
    const { services } = world;
    const { handler } = services.core;
    let isLoaded = false;
    const loadThen: CommandHandler['load'] = async (decider, stream) => {
      const loaded = await handler.load(decider, stream);
      if (!isLoaded) {
        isLoaded = true;
        await meanwhile();
      }
      return loaded;
    };
    return {
      ...services,
      core: { ...services.core, handler: { ...handler, load: loadThen } },
    };
  };

  const refusalOf = async (change: Promise<string>): Promise<Refused> => {
    const error: unknown = await change.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`);
    return error;
  };

  it('removes no flag that the caller lacks, even if it names a revision that is only written meanwhile', async () => {
    const { revision } = await load();
    const meanwhile = servicesWith(() => give(['isConfigAvailable']));
    const change = { staffId, permissions: ['isSalesAvailable' as const], basedOn: revision + 1 };
    const refused = await refusalOf(
      reviseFunctionary(meanwhile, callerOf('attendant'), change, newContext()),
    );
    expect(refused.code).to.equal('staff/changed-meanwhile');
    expect(refused.details).to.deep.include({ permissions: ['isConfigAvailable'] });
    expect((await load()).details.permissions).to.deep.equal(['isConfigAvailable']);
  });

  it('neither blocks nor unblocks if it names a revision that is only written meanwhile', async () => {
    const { revision } = await load();
    const givenMore = servicesWith(() => give(['isConfigAvailable']));
    const block = { staffId, basedOn: revision + 1 };
    const refused = await refusalOf(
      blockFunctionary(givenMore, callerOf('attendant'), block, newContext()),
    );
    expect(refused.code).to.equal('staff/changed-meanwhile');
    expect((await load()).status).to.equal('ACTIVE');
    await blockFunctionary(world.services, callerOf('admin'), block, newContext());
    const restore = { staffId, basedOn: revision + 3 };
    const early = restoreFunctionary(world.services, callerOf('admin'), restore, newContext());
    expect((await refusalOf(early)).code).to.equal('staff/changed-meanwhile');
  });

  it('cancels the invitation of a blocked functionary, even if the first attempt was interrupted before that', async () => {
    const input = { email: `${randomUUID()}@loja.example`, permissions: [] };
    const { body } = await world.post('/api/admin.inviteFunctionary', input, { as: 'admin' });
    const invitedId = String(Object(body).staffId);
    const { services } = world;
    const { invitations } = services.sessions;
    const cancel = () => Promise.reject(new Error('the process is killed'));
    const sessions = { ...services.sessions, invitations: { ...invitations, cancel } };
    const by = newContext();
    const block = (parts: typeof services) =>
      blockFunctionary(parts, callerOf('admin'), { staffId: invitedId, basedOn: 0 }, by);
    expect(await block({ ...services, sessions }).catch(() => 'killed')).to.equal('killed');
    expect((await invitations.endsOf([invitedId])).size, 'open still').to.equal(1);
    await block(services);
    expect((await invitations.endsOf([invitedId])).size).to.equal(0);
  });

  it('leaves no valid link when an invitation is sent again while its person is being blocked', async () => {
    const input = { email: `${randomUUID()}@loja.example`, permissions: [] };
    const { body } = await world.post('/api/admin.inviteFunctionary', input, { as: 'admin' });
    const invitedId = String(Object(body).staffId);
    const { services } = world;
    const caller = callerOf('admin');
    const change = { staffId: invitedId, basedOn: 0 };
    const blocked = servicesWith(async () => {
      await blockFunctionary(services, caller, change, newContext());
    });
    const invitation = inviteAgain(blocked, invitedId, {
      caller,
      language: 'pt',
      by: newContext(),
    });
    expect((await refusalOf(invitation.then(({ position }) => position))).code).to.equal(
      'record/archived',
    );
    const { endsOf } = services.sessions.invitations;
    expect((await endsOf([invitedId])).size).to.equal(0);
    await restoreFunctionary(services, caller, { staffId: invitedId, basedOn: 1 }, newContext());
    expect((await endsOf([invitedId])).size, 'once restored').to.equal(0);
  });
});
