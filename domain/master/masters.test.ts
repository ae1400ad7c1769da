import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { masters, type MasterAccessCommand } from './masters.ts';

const block = (masterId: string, others: readonly string[]): MasterAccessCommand => ({
  type: 'Block',
  masterId,
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

  it('count again once their access was restored', () => {
    const restore = { type: 'Restore', masterId: 'mara', now } as const;
    const state = after(block('mara', ['nilo']), restore);
    expect(decide(block('nilo', ['mara']), state)).to.have.length(1);
    expect(decide(restore, state)).to.deep.equal([]);
  });
});
