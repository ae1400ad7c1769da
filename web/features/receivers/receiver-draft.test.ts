import { expect } from 'chai';
import { draftIn, isEmpty, withDraft } from './receiver-draft.ts';
import { receiverValues } from './receiver-form.ts';

const saved = receiverValues(null);

const typed = {
  ...saved,
  address: { ...saved.address, city: 'Santos', number: '10' },
  home: { ...saved.home, city: 'Bauru' },
};

describe('Draft of registration data', () => {
  it('holds the fields that differ from the saved values', () => {
    const draft = draftIn(saved, typed);
    expect(draft).to.deep.equal({
      'address.city': 'Santos',
      'address.number': '10',
      'home.city': 'Bauru',
    });
    expect(isEmpty(draft)).to.equal(false);
    expect(isEmpty(draftIn(typed, typed))).to.equal(true);
  });

  it('holds a field that was emptied, too', () => {
    expect(draftIn(typed, saved)).to.include({ 'address.city': '' });
  });

  it('replaces the saved values of its own fields, and keeps those of the others, even if saved later', () => {
    const savedLater = { ...saved, bank: { ...saved.bank, bankCode: '341' } };
    const restored = withDraft(savedLater, draftIn(saved, typed));
    expect(restored).to.deep.equal({ ...typed, bank: savedLater.bank });
  });

  it('is ignored where it names unknown fields or holds values other than text', () => {
    const foreign = { 'address.planet': 'Marte', 'nowhere.city': 'x', 'address.city': 7 };
    expect(withDraft(saved, foreign as never)).to.deep.equal(saved);
  });
});
