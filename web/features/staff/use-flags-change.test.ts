import { expect } from 'chai';
import { createElement } from 'react';
import type { Problem } from '#/api/contract/procedure.ts';
import type { Session } from '#/api/contract/session.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { leavePages, showHook } from '#/web/testing/show-hook.ts';
import { StaffContext } from './staff-context.ts';
import { useFlagsChange } from './use-flags-change.ts';

describe('Form of a functionary’s flags', () => {
  const { fetch } = globalThis;
  afterEach(async () => {
    globalThis.fetch = fetch;
    await leavePages();
  });

  const member: StaffMember = {
    staffId: 'staff-1',
    email: 'bia@example.com',
    name: 'Bia',
    role: 'FUNCTIONARY',
    permissions: ['isSalesAvailable'],
    status: 'ACTIVE',
    expiresAt: null,
    signedInAt: null,
    changedAt: '2026-11-20T15:00:00.000Z',
    changedBy: null,
    revision: 1,
    isChangeable: true,
  };

  const administrator: Pick<Session, 'role' | 'permissions'> = { role: 'ADMIN', permissions: [] };

  const openForm = () =>
    showHook(useFlagsChange, { member, onClose: () => undefined }, (page) => {
      const value = { user: administrator, search: {}, more: () => null };
      return createElement(StaffContext, { value }, page);
    });

  it('keeps a flag that is chosen while a save is under way which is then refused', async () => {
    const answer = Promise.withResolvers<Response>();
    globalThis.fetch = () => answer.promise;
    const { shown, run } = await openForm();
    const choose = (flags: readonly PermissionFlag[]) => run(() => shown().setFlags(flags));
    await choose(['isUsersAvailable', 'isSalesAvailable']);
    await run(() => shown().save({ permissions: shown().flags }));
    await choose(['isUsersAvailable', 'isSalesAvailable', 'isConfigAvailable']);
    const problem: Problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'staff/changed-meanwhile',
      detail: { pt: 'Mudou.', en: 'It changed.' },
      details: { ...member, permissions: ['isDashboardAvailable'], revision: 2 },
      requestId: 'r-1',
    };
    const headers = { 'content-type': 'application/problem+json' };
    answer.resolve(Response.json(problem, { status: 409, headers }));
    await eventually(() => shown().basis.previous, 'the form shows the newer record');
    expect(shown().basis.saved.revision).to.equal(2);
    expect(shown().flags).to.have.members([
      'isUsersAvailable',
      'isSalesAvailable',
      'isConfigAvailable',
    ]);
  });
});
