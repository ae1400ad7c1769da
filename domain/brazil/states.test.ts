import { getStates } from '@brazilian-utils/brazilian-utils/get-states';
import { expect } from 'chai';

import { isStateCode, states, stateNames } from './states.ts';

describe('States', () => {
  it('has the same 27 codes and names as an independent list', () => {
    const names = Object.fromEntries(getStates().map(({ code, name }) => [code, name]));
    expect(stateNames).to.deep.equal(names);
    expect(states).to.have.length(27);
  });

  it('recognises state codes, and rejects other text such as names of object properties', () => {
    expect(isStateCode('SP')).to.equal(true);
    for (const text of ['sp', 'XX', '', 'toString']) expect(isStateCode(text)).to.equal(false);
  });
});
