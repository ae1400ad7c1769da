import { expect } from 'chai';
import { keepLooking, lookingOf } from './looking.ts';

const ana = { email: 'ana@loja.example' };
const bia = { email: 'bia@loja.example' };

describe('Search text in the history of a tab', () => {
  it('comes back for the user who typed it, with the page of its results', () => {
    const looking = { text: '529.982.247-25', cursor: 'c-2' };
    expect(lookingOf(ana, keepLooking(ana, looking).looking)).to.deep.equal(looking);
    expect(lookingOf(ana, keepLooking(ana, undefined).looking)).to.equal(undefined);
  });

  it('is not shown to the next user of the tab', () => {
    expect(lookingOf(bia, keepLooking(ana, { text: '529.982.247-25' }).looking)).to.equal(
      undefined,
    );
  });
});
