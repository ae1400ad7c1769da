import type { Page } from 'playwright-core';
import { appOf, type App } from '#/api/auth/testing/authenticator.ts';

export interface Authenticator extends App {
  /** Takes the next unused recovery code. */
  readonly recoveryCode: () => string;
}

const words = {
  pt: {
    copyKey: 'Copiar a chave',
    code: 'Código do aplicativo',
    confirm: 'Confirmar',
    list: 'Códigos de recuperação',
    saved: 'Guardei os códigos',
  },
  en: {
    copyKey: 'Copy the key',
    code: 'Code of the app',
    confirm: 'Confirm',
    list: 'Recovery codes',
    saved: 'I saved the codes',
  },
} as const;

/** Reads the shown key into an app, confirms its first code, and reads the recovery codes; `look` looks at each step. */
export const addToApp = async (
  page: Page,
  {
    language = 'pt',
    look,
  }: {
    readonly language?: keyof typeof words;
    readonly look?: (step: string) => Promise<void>;
  } = {},
): Promise<Authenticator> => {
  const { copyKey, code: codeLabel, confirm, list, saved } = words[language];
  const key = page.getByRole('button', { name: copyKey }).locator('xpath=preceding-sibling::span');
  const app = appOf(await key.innerText());
  await look?.('set-up');
  await page.getByLabel(codeLabel).fill(app.code());
  await page.getByRole('button', { name: confirm }).click();
  const codes = page.getByRole('list', { name: list }).getByRole('listitem');
  await codes.first().waitFor();
  const unusedCodes = await codes.allInnerTexts();
  await look?.('codes');
  await page.getByRole('button', { name: saved }).click();
  return { ...app, recoveryCode: () => unusedCodes.shift() ?? '' };
};

/** Sets the second factor up at a first sign-in that requires it. */
export const setUpFirst = async (
  page: Page,
  options: Parameters<typeof addToApp>[1] = {},
): Promise<Authenticator> => {
  const start = options.language === 'en' ? 'Start' : 'Começar';
  await page.getByRole('button', { name: start, exact: true }).click();
  return addToApp(page, options);
};

/** Types a recovery code where a sign-in asks for a code. */
export const enterRecoveryCode = async (page: Page, app: Authenticator): Promise<void> => {
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação').fill(app.recoveryCode());
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};
