import type { Locator } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';
import type { Person, Stage } from '#/web/e2e/stage.ts';

export const FUNCTIONARIES = '/admin-root/manage-functionaries';

export const PASSWORD = 'cavalo bateria grampo';

export const sendInvitation = async (
  { page }: Person,
  email: string,
  flags: readonly string[],
): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: 'Convidar funcionário' });
  await dialog.getByLabel('E-mail').fill(email);
  for (const name of flags) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  return dialog;
};

export const invite = async (
  by: Person,
  email: string,
  flags: readonly string[],
): Promise<void> => {
  await by.goto(FUNCTIONARIES);
  await by.page.getByRole('button', { name: 'Convidar funcionário' }).click();
  const dialog = await sendInvitation(by, email, flags);
  await dialog.getByText(`O convite para ${email} está na caixa de saída.`).waitFor();
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await by.page.getByText(email).filter({ visible: true }).first().waitFor();
};

/** Returns the newest invitation link mailed to someone, once at least `mails` invitations were mailed. */
export const invitationLink = async (stage: Stage, email: string, mails = 1): Promise<string> => {
  const { page, goto } = await stage.person();
  const items = page.getByRole('listitem').filter({ hasText: email });
  const links = items.getByRole('link', { name: 'Você foi convidado para a equipe' });
  await eventually(async () => {
    await goto('/outbox');
    return (await links.count()) >= mails || undefined;
  }, 'the invitation leaves');
  await links.first().click();
  const url = await page.locator('a[href*="/welcome#"]').getAttribute('href');
  await page.context().close();
  return url ?? '';
};

/** Accepts the invitation as a new person. */
export const accept = async (stage: Stage, link: string, name: string): Promise<Person> => {
  const person = await stage.person();
  const { page } = person;
  await page.goto(link);
  await page.getByRole('heading', { name: 'Você foi convidado' }).waitFor();
  await page.getByLabel('Seu nome', { exact: true }).fill(name);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repita a senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar acesso' }).click();
  await page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();
  return person;
};

export const openMember = async (
  { page, goto }: Person,
  name: string,
  list = FUNCTIONARIES,
): Promise<Locator> => {
  await goto(list);
  await page.getByRole('button', { name: `Abrir ${name}` }).click();
  const details = page.getByRole('dialog', { name, exact: true });
  await details.waitFor();
  return details;
};
