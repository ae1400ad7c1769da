import { mailTo } from './mail-to.ts';
import type { Person, Stage } from '#/web/e2e/stage.ts';

export const PASSWORD = 'cavalo bateria grampo';

/** Waits for the mail. @returns its link */
export const registrationLink = async (
  stage: Stage,
  email: string,
  subject = 'Continue o seu cadastro de vendedor',
): Promise<string> => {
  const reader = await stage.person();
  const { page } = reader;
  await mailTo(reader, email, subject);
  const url = (await page.locator('a[href*="/register"]').getAttribute('href')) ?? '';
  await page.context().close();
  return url;
};

/** Fills in the registration page, up to the new seller's profile. */
export const register = async (
  { page }: Person,
  link: string,
  { name, document }: { readonly name: string; readonly document: string },
): Promise<void> => {
  await page.goto(link);
  await page.getByLabel('Nome completo').fill(name);
  await page.getByLabel('CPF', { exact: true }).fill(document);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repita a senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Li e aceito os termos de uso').check();
  await page.getByRole('button', { name: 'Criar cadastro' }).click();
  await page.waitForURL('**/platform/my-profile');
};
