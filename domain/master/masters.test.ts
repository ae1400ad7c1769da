import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { masters, type MasterAccessCommand } from './masters.ts';

const block = (
  masterId: string,
  others: readonly string[],
  by = others[0] ?? 'lia',
): MasterAccessCommand => ({
  type: 'Block',
  masterId,
  by,
  others,
  now,
});

describe('Masters of an installation', () => {
  const { initial, decide, evolve } = masters;
  const after = (...commands: readonly MasterAccessCommand[]) =>
    commands.reduce((state, command) => decide(command, state).reduce(evolve, state), initial);

  it('are blocked only while another one is left', () => {
    const events = decide(block('mara', ['nilo']), initial);
    expect(events).to.deep.equal([{ type: 'MasterBlocked', data: { masterId: 'mara', at: now } }]);
    expect(decide(block('mara', ['nilo']), after(block('mara', ['nilo'])))).to.deep.equal([]);
  });

  it('who block each other at the same moment leave one who is not blocked', () => {
    const state = after(block('mara', ['nilo']));
    expect(() => decide(block('nilo', ['mara']), state)).to.throw('master/last');
    expect(() => decide(block('mara', []), initial)).to.throw('master/last');
  });

  it('who block each other at the same moment leave one of the two, also while a third master is left', () => {
    const state = after(block('mara', ['nilo', 'lia']));
    expect(() => decide(block('nilo', ['mara', 'lia']), state)).to.throw('master/blocked');
    expect(decide(block('nilo', ['lia']), state)).to.have.length(1);
    const restore = { type: 'Restore', masterId: 'mara', now } as const;
    expect(
      decide(block('nilo', ['mara', 'lia']), decide(restore, state).reduce(evolve, state)),
    ).to.have.length(1);
  });

  it('let no one in again once they are blocked themselves', () => {
    const state = after(block('mara', ['nilo', 'lia']), block('nilo', ['lia']));
    const restore = { type: 'Restore', masterId: 'mara', now } as const;
    expect(() => decide({ ...restore, by: 'nilo' }, state)).to.throw('master/blocked');
    expect(decide({ ...restore, by: 'lia' }, state)).to.have.length(1);
  });

  it('count again once their access was restored', () => {
    const restore = { type: 'Restore', masterId: 'mara', now } as const;
    const state = after(block('mara', ['nilo']), restore);
    expect(decide(block('nilo', ['mara']), state)).to.have.length(1);
    expect(decide(restore, state)).to.deep.equal([]);
  });
});
