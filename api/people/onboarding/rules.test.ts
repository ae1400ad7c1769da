import { expect } from 'chai';
import {
  codeIn,
  registeringWorld,
  rules,
  type RegisteringWorld,
} from './testing/registering-world.ts';

describe('How a platform takes in sellers', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  it('is read and changed by staff who may configure, each on their own platform', async () => {
    const admin = await world.newOpenPlatform();
    const { body } = await world.get('/api/admin.getOnboarding', { as: admin });
    expect(body).to.deep.include({ rules, revision: 0 });
    const otherAdmin = await world.newAdmin(await world.newPlatform());
    const other = await world.get('/api/admin.getOnboarding', { as: otherAdmin });
    expect(other.body).to.deep.include({ rules: null, revision: null, changedAt: null });
    expect((await world.revise({ rules, basedOn: null }, otherAdmin)).status).to.equal(200);
  });

  it('is not overwritten by a request based on an earlier revision', async () => {
    const admin = await world.newOpenPlatform();
    await world.revise({ rules: { ...rules, registration: 'CLOSED' }, basedOn: 0 }, admin);
    const late = { rules: { ...rules, termsOfUse: { version: '3', text: 'x' } }, basedOn: 0 };
    expect(codeIn(await world.revise(late, admin))).to.equal('record/changed-meanwhile');
  });

  it('requires a new version name for another text', async () => {
    const admin = await world.newOpenPlatform();
    const { version } = rules.termsOfUse;
    const other = { ...rules, termsOfUse: { version, text: 'Outro texto.' } };
    expect(codeIn(await world.revise({ rules: other, basedOn: 0 }, admin))).to.equal(
      'onboarding/version-taken',
    );
    const newVersion = { ...rules, termsOfUse: { version: '2026-12', text: 'Outro texto.' } };
    expect((await world.revise({ rules: newVersion, basedOn: 0 }, admin)).status).to.equal(200);
  });

  it('never accepts an earlier version name, or one that looks like it, for another text', async () => {
    const admin = await world.newOpenPlatform();
    const rulesWith = (version: string, text: string) => ({
      ...rules,
      termsOfUse: { version, text },
    });
    const { version, text } = rules.termsOfUse;
    await world.revise({ rules: rulesWith('v2', 'Segundo texto.'), basedOn: 0 }, admin);
    for (const taken of [version, 'V2', 'v2\u200b', '\uff36\uff12']) {
      const input = { rules: rulesWith(taken, 'Terceiro texto.'), basedOn: 1 };
      const other = await world.revise(input, admin);
      expect(codeIn(other), taken).to.equal('onboarding/version-taken');
    }
    const back = await world.revise({ rules: rulesWith(version, text), basedOn: 1 }, admin);
    expect(back.status, 'the former text again').to.equal(200);
  });

  it('lists for staff who changed what, with the values before and after, newest first', async () => {
    const admin = await world.newOpenPlatform();
    const changed = {
      registration: 'CLOSED',
      termsOfUse: { version: '2026-12', text: 'Quem vende entrega no prazo.' },
    };
    await world.revise({ rules: changed, basedOn: 0 }, admin);
    const answer = await world.get('/api/admin.listOnboardingChanges', { as: admin });
    const [last, first, ...others] = Object(answer.body).changes;
    expect(last).to.include({ author: 'STAFF', by: admin.email, revision: 1 });
    const { termsOfUse, registration } = rules;
    expect(last.fields).to.deep.equal([
      { path: 'registration', before: registration, after: 'CLOSED' },
      { path: 'termsOfUse.version', before: termsOfUse.version, after: '2026-12' },
      { path: 'termsOfUse.text', before: termsOfUse.text, after: changed.termsOfUse.text },
    ]);
    expect(first.fields).to.deep.include({ path: 'registration', before: null, after: 'OPEN' });
    expect(others).to.deep.equal([]);
    const otherAdmin = await world.newAdmin(await world.newPlatform());
    const other = await world.get('/api/admin.listOnboardingChanges', { as: otherAdmin });
    expect(Object(other.body).changes).to.deep.equal([]);
  });

  it('is set up once when two requests arrive at the same moment, and the other one is refused', async () => {
    const admin = await world.newAdmin(await world.newPlatform());
    const set = (version: string) =>
      world.revise(
        { rules: { ...rules, termsOfUse: { version, text: version } }, basedOn: null },
        admin,
      );
    const answers = await Promise.all([set('a'), set('b')]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).to.deep.equal(
      [200, 409],
    );
  });
});
