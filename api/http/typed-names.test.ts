import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { errorTexts } from '#/api/http/error-texts.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { validInputs } from '#/api/testing/valid-inputs.ts';

const UNSEEN = [0x200b, 0x2060, 0xfeff, 0x3164, 0xe0041].map((code) => String.fromCodePoint(code));

/** Procedures whose input has a name, and the path of that name in the input. */
const typed: readonly {
  readonly name: ProcedureName;
  readonly path: string;
  readonly as?: Person;
}[] = [
  { name: 'master.createPlatform', path: 'name', as: 'master' },
  { name: 'master.renamePlatform', path: 'name', as: 'master' },
  { name: 'admin.revisePlatformTerms', path: 'terms.name', as: 'admin' },
  { name: 'admin.previewPlatformTerms', path: 'terms.name', as: 'admin' },
  { name: 'session.acceptInvitation', path: 'name' },
  { name: 'session.register', path: 'name' },
];

/** @returns the input with the text at this path */
const withText = (
  input: unknown,
  [key = '', ...rest]: readonly string[],
  text: string,
): object => ({
  ...Object(input),
  [key]: rest.length === 0 ? text : withText(Object(input)[key], rest, text),
});

describe('A name that someone types', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  for (const { name, path, as } of typed)
    it(`is refused at its field when no one can see it: ${name}, ${path}`, async () => {
      for (const text of [...UNSEEN, UNSEEN.join(''), `Loja${String.fromCodePoint(0x202e)}Azul`]) {
        const input = withText(validInputs[name], path.split('.'), text);
        const headers = { 'idempotency-key': randomUUID() };
        const answer = await world.post(`/api/${name}`, input, { ...(as && { as }), headers });
        const { code, errors = [] } = problem.parse(answer.body);
        expect([answer.status, code]).to.deep.equal([400, 'request/invalid-input']);
        expect(errors.map((error) => error.path)).to.deep.equal([path]);
        expect(errors[0]?.message).to.equal(errorTexts['record/unreadable-name'].pt);
      }
    });

  it('is taken with joiners and in any script', () => {
    const { input } = contract['master.createPlatform'];
    for (const name of ['Loja Azul', '株式会社', `a${UNSEEN[0]}b`])
      expect(input.safeParse({ platformId: 'loja', name }).success, name).to.equal(true);
  });
});
