import { expect } from 'chai';
import { participles } from './participles.ts';
import { asyncVerbs } from './verbs.ts';
import type { Rule } from './tree.ts';

/** Name → the rule, the text of a file, and the finding. */
const violations: Readonly<Record<string, readonly [rule: Rule, text: string, finding: RegExp]>> = {
  'a method named by a participle': [
    participles,
    'interface Calls {\n  readonly seen: (of: Acquirer) => Summary;\n}\n',
    /^api\/sales\/a.ts:2: seen is a participle/,
  ],
  'an async method named by a participle': [
    participles,
    'export const createCalls = () => ({\n  ended: async (): Promise<void> => {},\n});\n',
    /^api\/sales\/a.ts:2: ended is a participle/,
  ],
  'an exported async function that begins with no verb': [
    asyncVerbs,
    'export const saleDetail = async (\n  services: Services,\n) => services;\n',
    /^api\/sales\/a.ts:1: saleDetail begins with no verb/,
  ],
  'a private async function that begins with no verb': [
    asyncVerbs,
    'const latestSale = async (database: Queryable) => database;\n',
    /^api\/sales\/a.ts:1: latestSale begins with no verb/,
  ],
  'an exported function that returns a promise and begins with no verb': [
    asyncVerbs,
    'export const latestSales = <Row>(rows: Rows<Row>, on: () => Day): Promise<Row> => rows.at(on());\n',
    /^api\/sales\/a.ts:1: latestSales begins with no verb/,
  ],
};

describe('functions', () => {
  for (const [name, [rule, text, finding]] of Object.entries(violations)) {
    it(`are not: ${name}`, () => {
      const findings = rule(new Map([['api/sales/a.ts', text]]));
      expect(findings).to.have.length(1);
      expect(findings[0]).to.match(finding);
    });
  }

  it('may begin with a verb, ask a question, or name what belongs to its argument', () => {
    const names = ['listSales', 'isPaid', 'inTransaction', 'sellersOf'];
    const text = names.map((name) => `export const ${name} = async () => {};\n`).join('');
    expect(asyncVerbs(new Map([['api/sales/a.ts', text]]))).to.deep.equal([]);
  });
});
