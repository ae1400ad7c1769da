import { expect } from 'chai';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import { findGivenDocument, findGivenPhone } from './stand-ins.ts';

const name = 'Jane Doe';
const email = 'jane@example.com';
const placeholderDocument = syntheticCpf(email);

describe('Placeholder document and phone', () => {
  it('returns no document that is marked as synthetic, and no phone that is missing', () => {
    expect(findGivenDocument({ name, document: '52998224725', synthetic: true }, email)).to.equal(
      undefined,
    );
    expect(findGivenPhone({ email })).to.equal(undefined);
  });

  it('returns a document marked as real even if it equals the placeholder, and a real phone', () => {
    expect(
      findGivenDocument({ name, document: placeholderDocument, synthetic: false }, email),
    ).to.equal(placeholderDocument);
    expect(findGivenPhone({ email, phone: '11987654321' })).to.equal('11987654321');
  });

  it('recognises placeholders in old purchases without the mark', () => {
    expect(findGivenDocument({ name, document: placeholderDocument }, email)).to.equal(undefined);
    expect(
      findGivenDocument({ name, document: placeholderDocument }, 'other@example.com'),
    ).to.equal(placeholderDocument);
    expect(findGivenDocument({ name, document: '52998224725' }, email)).to.equal('52998224725');
    expect(findGivenPhone({ email, phone: SYNTHETIC_PHONE })).to.equal(undefined);
  });

  it('recognises an unmarked placeholder document by its prefix when the e-mail was erased', () => {
    expect(findGivenDocument({ name, document: placeholderDocument }, undefined)).to.equal(
      undefined,
    );
    expect(findGivenDocument({ name, document: '52998224725' }, undefined)).to.equal('52998224725');
    expect(findGivenDocument({ name, document: '00012345000199' }, undefined)).to.equal(
      '00012345000199',
    );
  });
});
