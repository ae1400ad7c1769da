import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { administrators, type AdministratorCommand } from './administrators.ts';

const idsOf = (staffId: string) => ({ platformId: 'demo', staffId, now });

const block = (staffId: string, others: readonly string[], isIn = true): AdministratorCommand => ({
  ...idsOf(staffId),
  type: 'Block',
  isIn,
  others,
});

describe('Administrators of a platform', () => {
  const { initial, decide, evolve } = administrators;
  const after = (...commands: readonly AdministratorCommand[]) =>
    commands.reduce((state, command) => decide(command, state).reduce(evolve, state), initial);

  it('are blocked only while another one is left who has a password', () => {
    const [blocked] = decide(block('ana', ['bia']), initial);
    const data = { platformId: 'demo', staffId: 'ana', at: now };
    expect(blocked).to.deep.equal({ type: 'AdministratorBlocked', data });
    expect(decide(block('ana', ['bia']), after(block('ana', ['bia'])))).to.deep.equal([]);
  });

  it('who block each other at the same moment leave one who is not blocked', () => {
    const state = after(block('ana', ['bia']));
    expect(() => decide(block('bia', ['ana']), state)).to.throw('staff/last-administrator');
    expect(() => decide(block('ana', []), initial)).to.throw('staff/last-administrator');
  });

  it('can be blocked while they have only been invited, although no other is left', () => {
    expect(decide(block('ana', [], false), initial)).to.have.length(1);
  });

  it('count again once their access was restored', () => {
    const restore = { ...idsOf('ana'), type: 'Restore' } as const;
    const state = after(block('ana', ['bia']), restore);
    expect(decide(block('bia', ['ana']), state)).to.have.length(1);
    expect(decide(restore, state)).to.deep.equal([]);
  });
});
