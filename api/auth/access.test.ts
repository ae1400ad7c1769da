import { createCommandHandler } from '#/ledger/handle-command.ts';
import { RECORD_AGE_MS } from '#/ledger/states/record-cache.ts';
import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { personNames } from '#/api/testing/people.ts';
import { staff } from '#/domain/staff/staff.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { actions } from '#/web/features/session/access.ts';
import { gatingFlags, presets } from '#/web/features/staff/flags.ts';
import { access, exportNames, requireAccess, type AccessName } from './access.ts';
import type { StaffCaller } from './caller.ts';
import { callAny } from './testing/call-any.ts';
import { callers, mayCall } from './testing/may-call.ts';

const names: readonly AccessName[] = [...procedureNames, ...exportNames];

const counted = { roles: 0, flags: 0 };

const staffWith = (permissions: readonly PermissionFlag[]): StaffCaller => ({
  role: 'FUNCTIONARY',
  permissions,
  staffId: 'staff-1',
  staffRevision: 0,
  lacksSecondFactor: false,
  platformId: 'demo',
  actor: 'admin:staff-1',
  email: 'staff@example.com',
  name: 'Staff',
  expiresAt: 0,
});

const passes = (name: AccessName, caller: StaffCaller): boolean => {
  counted.flags += 1;
  try {
    requireAccess(name, caller);
    return true;
  } catch (error) {
    if (error instanceof Rejected && error.code === 'session/forbidden') return false;
    throw error;
  }
};

describe('Permission flags of procedures', () => {
  for (const name of names) {
    const needed = access[name];
    if (typeof needed === 'string') continue;
    it(`requires ${needed.staff.join(' and ')} for ${name}, and no other flag`, () => {
      expect(passes(name, staffWith(needed.staff))).to.equal(true);
      for (const flag of needed.staff) {
        const others = permissionFlags.filter((each) => each !== flag);
        expect(passes(name, staffWith(others)), `without ${flag}`).to.equal(false);
      }
    });
  }

  it('the back office shows its actions by the same flags', () => {
    for (const [name, flags] of Object.entries(actions)) {
      expect(access).to.have.deep.nested.property(`${name.replace('.', '\\.')}.staff`, flags);
    }
  });
});

describe('Permission flags on offer', () => {
  it('are offered as gating flags exactly when a procedure requires them', () => {
    const required = names.flatMap((name) => {
      const needed = access[name];
      return typeof needed === 'string' ? [] : needed.staff;
    });
    expect(gatingFlags).to.have.members([...new Set(required)]);
  });

  it('of the read-only preset allow no mutation', () => {
    const reader = staffWith(presets.find(({ name }) => name === 'readOnly')?.flags ?? []);
    const changes = procedureNames.filter((name) => {
      const isOfStaff = typeof access[name] !== 'string';
      return isOfStaff && contract[name].kind === 'mutation' && passes(name, reader);
    });
    expect(changes).to.deep.equal([]);
  });
});

describe('Access to procedures by role', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(async () => {
    await world.close();
    const { roles, flags } = counted;
    process.stdout.write(
      `  ${names.length} procedures, ${callers.length} callers: asked ${roles} times by role, ${flags} by single flags\n`,
    );
  });

  // Renews the step-ups, which a case before may have ended by a change of password or rights.
  beforeEach(() => world.services.database.query('UPDATE auth.session SET "provenAt" = now()'));

  for (const name of names) {
    it(`lets only the permitted roles call ${name}`, async () => {
      const allowed = mayCall[name];
      counted.roles += callers.length;
      const anonymous = await callAny(world, name, undefined);
      if (allowed === 'anyone') expect(anonymous.status).to.not.be.oneOf([401, 403]);
      else expect(anonymous.status).to.equal(401);
      for (const person of personNames) {
        const { status, text } = await callAny(world, name, person);
        const isAllowed = allowed === 'anyone' || allowed.includes(person);
        if (isAllowed) expect(status, `${person}: ${text}`).to.not.be.oneOf([401, 403, 500]);
        else expect(status, `${person}: ${text}`).to.equal(403);
      }
    });
  }

  it('no longer recognises a member of staff whom another process has archived, once a tenth of a second has passed', async () => {
    const { callers: callerLookup, core } = world.services;
    const headers = new Headers({ cookie: await world.cookieOf('clerk') });
    expect((await callerLookup.find(headers))?.role).to.equal('FUNCTIONARY');
    const otherProcess = createCommandHandler({ store: world.store });
    await otherProcess.handle(
      staff,
      'staff-clerk-1',
      { type: 'Archive', now: core.now() },
      { commandId: 'dismiss', platform: 'demo', actor: 'system', correlation: 'clerk-1' },
    );
    await core.machine.pause(RECORD_AGE_MS);
    expect(await callerLookup.find(headers)).to.equal(undefined);
  });
});
