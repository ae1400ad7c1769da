import { getStates } from '@brazilian-utils/brazilian-utils/get-states';
import { expect } from 'chai';

import { isStateCode, states, stateNames } from './states.ts';

describe('states', () => {
  it('has the 27 codes and names that an independent list has', () => {
    const names = Object.fromEntries(getStates().map(({ code, name }) => [code, name]));
    expect(stateNames).to.deep.equal(names);
    expect(states).to.have.length(27);
  });

  it('tells a code from anything else, property names included', () => {
    expect(isStateCode('SP')).to.equal(true);
    for (const text of ['sp', 'XX', '', 'toString']) expect(isStateCode(text)).to.equal(false);
  });
});
