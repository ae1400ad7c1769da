import { expect } from 'chai';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { retentionCauses } from '#/domain/subject/retention.ts';
import { backoffice as english } from './en/backoffice.ts';
import { backoffice as portuguese } from './pt-br/backoffice.ts';

describe('Wording of retained personal data', () => {
  it('covers every retention class and every reason for retention in both languages', () => {
    for (const { privacy } of [portuguese, english]) {
      expect(Object.keys(privacy.class)).to.have.members([...retentionClasses]);
      expect(Object.keys(privacy.cause)).to.have.members([...retentionCauses]);
    }
  });
});
