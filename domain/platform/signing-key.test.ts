import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { signingKey, type AdoptKey } from './signing-key.ts';

const { given, facts } = specify(signingKey);

const adopt = (keyId: string, after: string | null): AdoptKey => ({
  type: 'AdoptKey',
  platformId: 'demo',
  keyId: keyId.repeat(64),
  after: after?.repeat(64) ?? null,
  now,
});

describe('The signing key of a platform', () => {
  it('is the first one adopted, of several that would replace the same key', () => {
    given().when(adopt('a', null), adopt('b', null)).yields('SigningKeyAdopted');
    const { state } = given(...facts(adopt('a', null)))
      .when(adopt('b', 'a'), adopt('c', 'a'))
      .yields('SigningKeyAdopted');
    expect(state).to.deep.equal({ current: 'b'.repeat(64), all: ['a'.repeat(64), 'b'.repeat(64)] });
  });
});
