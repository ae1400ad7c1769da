import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { people } from '#/scripts/testing/product.ts';
import { openStage, type Person, type Stage } from '#/web/e2e/stage.ts';
import { lookBoth } from '#/web/e2e/testing/look-both.ts';

const platformId = 'demo';

describe('Signing keys of a platform', function () {
  this.timeout(120_000);
  let stage: Stage;
  let master: Person;

  const cookieOfMaster = () => stage.product.signIn(people.master.email);

  const keys = async (): Promise<OutputOf<'master.getSigningKeys'>> =>
    stage.product.ask('master.getSigningKeys', { platformId }, { cookie: await cookieOfMaster() });

  const rotate = async (after: string | null): Promise<void> => {
    const caller = { cookie: await cookieOfMaster(), key: randomUUID() };
    await stage.product.ask('master.rotateSigningKey', { platformId, after }, caller);
  };

  before(async () => {
    stage = await openStage();
    // A platform without payouts has no key yet.
    if ((await keys()).current === null) await rotate(null);
    master = await stage.person();
    await master.signIn('/master-root-login', people.master.email);
  });
  after(() => master.page.context().close());

  const card = () => master.page.getByRole('region', { name: 'Assinatura dos saques' });

  it('are replaced by a master who reads what follows; if another did so meanwhile, the new key is shown first; former keys stay listed', async () => {
    const { page, goto } = master;
    const { current: first } = await keys();
    await goto(`/master-root/platforms/${platformId}`);
    await card()
      .getByText(first ?? '', { exact: true })
      .waitFor();
    await card().getByRole('button', { name: 'Copiar a chave pública atual' }).waitFor();
    await lookBoth(master, 'signing-keys');
    await card().getByRole('button', { name: 'Substituir chave' }).click();
    const dialog = page.getByRole('dialog', { name: /^Substituir a chave de / });
    await dialog.getByText(/^O que já foi assinado continua válido/).waitFor();
    await dialog.getByText(first ?? '', { exact: true }).waitFor();
    await lookBoth(master, 'signing-keys-replace');
    await rotate(first);
    const { current: second } = await keys();
    await dialog.getByRole('button', { name: 'Substituir chave' }).click();
    await dialog.getByText(/^A chave foi substituída enquanto você decidia\./).waitFor();
    await dialog.getByText(second ?? '', { exact: true }).waitFor();
    await master.look('signing-keys-replaced-meanwhile');
    await dialog.getByRole('button', { name: 'Substituir chave' }).click();
    await page.getByText('Chave substituída', { exact: true }).waitFor();
    const { current: third, former } = await keys();
    expect(former.slice(0, 2)).to.deep.equal([second, first]);
    await card()
      .getByText(third ?? '', { exact: true })
      .waitFor();
    await card().getByRole('button', { name: 'Copiar a chave anterior 2' }).waitFor();
    await lookBoth(master, 'signing-keys-former');
  });

  it('are read in English too', async () => {
    const { page, goto } = master;
    await page.evaluate("localStorage.setItem('razao.language', 'en')");
    await goto(`/master-root/platforms/${platformId}`);
    const signature = page.getByRole('region', { name: 'Signature of payouts' });
    await signature.getByText('Former keys').waitFor();
    await signature.getByRole('button', { name: 'Replace the key' }).click();
    const dialog = page.getByRole('dialog', { name: /^Replace the key of / });
    await dialog.getByText(/^Payouts are signed with a new key from now on\./).waitFor();
    await master.look('signing-keys-replace-en');
  });
});
