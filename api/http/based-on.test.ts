import { expect } from 'chai';
import { z } from 'zod';
import { contract } from '#/api/contract/contract.ts';
import { procedureNames } from './procedure-names.ts';

/** Procedures that change a shared record: two people may read the same revision, and both change it. */
const CHANGES = /\.(?:revise|rename|block|restore|set|remove|assign|register)/;

/** Changes that need not name a revision, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'seller.removeReceiverFile': 'a file that is replaced has another id',
  'seller.removeDestination': 'a destination is declared once, and never changed',
  'person.removeSecondFactor': 'a person changes their own access, with a step-up',
  'person.setPreferences': 'each choice is a person’s own, and is set alone',
  'session.blockAccess': 'must work, whatever happened',
  'session.register': 'makes a seller’s record, which no one can have changed before',
};

/** Whether a schema has `basedOn` at any depth. */
const hasBasis = (schema: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes(
    '"basedOn"',
  );

describe('A change of a record', () => {
  const changing = procedureNames.filter(
    (name) => contract[name].kind === 'mutation' && CHANGES.test(name),
  );

  it('names the revision on which it is based, so that the second of two people learns of the first one’s change', () => {
    expect(changing).to.have.lengthOf.at.least(25);
    const missing = changing.filter((name) => !hasBasis(contract[name].input));
    expect(missing).to.have.members(Object.keys(WITHOUT));
  });

  it('cannot leave the revision out', () => {
    for (const name of changing.filter((each) => !(each in WITHOUT))) {
      const { required = [] } = z.toJSONSchema(contract[name].input, {
        io: 'input',
        unrepresentable: 'any',
      });
      // Each seller in the request has a revision of its own.
      if (name === 'admin.assignSellers') continue;
      expect(required, name).to.include('basedOn');
    }
  });
});
