import { expect } from 'chai';
import fc from 'fast-check';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff as english } from '#/web/i18n/en/people/staff.ts';
import { staff as portuguese } from '#/web/i18n/pt-br/people/staff.ts';
import {
  changesBetween,
  chooseOver,
  flagGroups,
  gatingFlags,
  isSameFlags,
  presets,
  withFlag,
  type Preset,
} from './flags.ts';

const someFlags = fc.subarray([...permissionFlags]);

describe('Permissions to choose from', () => {
  it('are all 20, each once, with a name and a line on what it opens in both languages', () => {
    const offered = flagGroups.flatMap(({ flags }) => flags);
    expect(offered).to.have.length(20);
    expect(offered).to.have.members([...permissionFlags]);
    for (const { names, notes } of [portuguese, english]) {
      expect(Object.keys(names)).to.have.members([...permissionFlags]);
      expect(Object.keys(notes)).to.have.members([...permissionFlags]);
      expect(new Set(Object.values(names)).size).to.equal(20);
    }
  });

  it('are never given or taken away by someone who lacks them, whatever they choose', () => {
    fc.assert(
      fc.property(someFlags, someFlags, someFlags, (before, wanted, held) => {
        const chosen = chooseOver(before, wanted, (flag) => held.includes(flag));
        const { given, taken } = changesBetween(before, chosen);
        for (const flag of [...given, ...taken]) expect(held).to.include(flag);
        for (const flag of held) expect(chosen.includes(flag)).to.equal(wanted.includes(flag));
      }),
    );
  });

  it('change one at a time', () => {
    const flags = withFlag(['isSalesAvailable'], 'isDashboardAvailable', true);
    expect(flags).to.deep.equal(['isDashboardAvailable', 'isSalesAvailable']);
    expect(withFlag(flags, 'isSalesAvailable', false)).to.deep.equal(['isDashboardAvailable']);
  });

  it('are the same in any order', () => {
    const flags = ['isDashboardAvailable', 'isSalesAvailable'] as const;
    expect(isSameFlags(flags, flags.toReversed())).to.equal(true);
    expect(isSameFlags(flags, ['isSalesAvailable'])).to.equal(false);
    expect(isSameFlags([], flags)).to.equal(false);
  });
});

describe('Profiles of permissions', () => {
  const flagsOf = (wanted: Preset['name']): readonly PermissionFlag[] =>
    presets.find(({ name }) => name === wanted)?.flags ?? [];

  it('have a name in both languages, and at least one permission, each of which a page or action needs', () => {
    for (const { name, flags } of presets) {
      for (const { preset } of [portuguese, english]) expect(preset[name]).to.not.equal('');
      expect(flags).to.not.deep.equal([]);
      expect(gatingFlags).to.include.members([...flags]);
    }
  });

  it('give the permissions for withdrawals to those who do the finances', () => {
    expect(flagsOf('finance')).to.include.members([
      'isWithdrawsRequestUsersAvailable',
      'isWithdrawsAvailable',
    ]);
  });

  it('give none of the permissions over settings, staff and the data of all users', () => {
    const presetFlags = presets.flatMap(({ flags }) => flags);
    for (const flag of [
      'isConfigAvailable',
      'isFunctionariesAvailable',
      'isManagersAvailable',
      'isExportUsersAvailable',
      'isUsersLoginAvailable',
    ] as const)
      expect(presetFlags).to.not.include(flag);
  });

  it('replace what was chosen before, except what the user lacks', () => {
    const before = ['isConfigAvailable', 'isFunctionariesAvailable'] as const;
    const mayGive = (flag: PermissionFlag): boolean =>
      flag === 'isSalesAvailable' || flag === 'isConfigAvailable';
    expect(chooseOver(before, flagsOf('support'), mayGive)).to.deep.equal([
      'isFunctionariesAvailable',
      'isSalesAvailable',
    ]);
  });
});
