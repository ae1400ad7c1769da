import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { openStage, type Stage } from './stage.ts';

describe('Routes of a platform', function journey() {
  this.timeout(60_000);
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  it('changed by two people show the second what the first changed, and keep what the second chose', async () => {
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    const { page } = admin;
    await admin.goto('/admin-root/platform-settings/acquirings');
    const save = page.getByRole('button', { name: 'Salvar rotas' });
    const boleto = page.getByRole('region', { name: 'Boleto' });
    const limitField = page.getByLabel('Tempo mediano acima de (ms)');
    const initialText = await limitField.inputValue();
    await limitField.fill('7000');
    const cookie = await stage.product.signIn(people.admin.email);
    const readAcquiring = () => stage.product.ask('admin.getAcquiring', {}, { cookie });
    const { routes, stepAside, revision: basedOn } = await readAcquiring();
    const changed = { routes: { ...routes, BILLET: [] }, stepAside, basedOn };
    await stage.product.ask('admin.reviseRoutes', changed, { cookie, key: randomUUID() });
    const notice = page.getByRole('alert').filter({ hasText: 'mudaram enquanto você editava' });
    await save.click();
    await notice.getByRole('row', { name: 'Boleto Sandbox 100% Nenhum' }).waitFor();
    expect(await limitField.inputValue()).to.equal('7000');
    await boleto.getByText('Sem adquirente').waitFor();
    await admin.look('acquirings-meanwhile');
    await save.click();
    await page.getByText('Rotas salvas').waitFor();
    await notice.waitFor({ state: 'detached' });
    const saved = await readAcquiring();
    expect([saved.stepAside.slowerThan, saved.routes.BILLET]).to.deep.equal([7_000, []]);
    const initial = { routes, stepAside, basedOn: saved.revision };
    await stage.product.ask('admin.reviseRoutes', initial, { cookie, key: randomUUID() });
    expect(String(stepAside.slowerThan)).to.equal(initialText);
  });
});
