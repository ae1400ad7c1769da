import { expect } from 'chai';
import { storeSearchText, readSearchText } from './search-text.ts';

const ana = { email: 'ana@loja.example' };
const bia = { email: 'bia@loja.example' };

describe('Search text in the history of a tab', () => {
  it('comes back for the user who typed it, with the page of its results', () => {
    const searchText = { text: '529.982.247-25', cursor: 'c-2' };
    expect(readSearchText(ana, storeSearchText(ana, searchText).searchText)).to.deep.equal(
      searchText,
    );
    expect(readSearchText(ana, storeSearchText(ana, undefined).searchText)).to.equal(undefined);
  });

  it('is not shown to the next user of the tab', () => {
    expect(
      readSearchText(bia, storeSearchText(ana, { text: '529.982.247-25' }).searchText),
    ).to.equal(undefined);
  });
});
