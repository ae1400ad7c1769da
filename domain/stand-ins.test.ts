import { expect } from 'chai';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import { givenDocument, givenPhone } from './stand-ins.ts';

const name = 'Jane Doe';
const email = 'jane@example.com';
const generated = syntheticCpf(email);

describe('a document or phone that stands in for a buyer’s', () => {
  it('is not given, whatever number it is', () => {
    expect(givenDocument({ name, document: '52998224725', synthetic: true }, email)).to.equal(
      undefined,
    );
    expect(givenPhone({ email })).to.equal(undefined);
  });

  it('does not make a real one stand in, though it looks the same', () => {
    expect(givenDocument({ name, document: generated, synthetic: false }, email)).to.equal(
      generated,
    );
    expect(givenPhone({ email, phone: '11987654321' })).to.equal('11987654321');
  });

  it('is known in old purchases that did not mark it', () => {
    expect(givenDocument({ name, document: generated }, email)).to.equal(undefined);
    expect(givenDocument({ name, document: generated }, 'other@example.com')).to.equal(generated);
    expect(givenDocument({ name, document: '52998224725' }, email)).to.equal('52998224725');
    expect(givenPhone({ email, phone: SYNTHETIC_PHONE })).to.equal(undefined);
  });

  it('is known in those even when the e-mail was erased', () => {
    expect(givenDocument({ name, document: generated }, undefined)).to.equal(undefined);
    expect(givenDocument({ name, document: '52998224725' }, undefined)).to.equal('52998224725');
    expect(givenDocument({ name, document: '00012345000199' }, undefined)).to.equal(
      '00012345000199',
    );
  });
});
