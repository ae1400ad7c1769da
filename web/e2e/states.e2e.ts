import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Problem } from '#/api/contract/procedure.ts';
import { people } from '#/scripts/testing/product.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { accept, invitationLink } from './testing/functionary.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';
import { DOORS, LANGUAGES, SCREENS, type Screen, type Texts } from './testing/states.ts';

const WIDTHS = [PHONE, DESKTOP];

const inAllStates = <Route>(routes: readonly Route[]) =>
  routes.flatMap((route) =>
    (['empty', 'error', 'forbidden'] as const).flatMap((state) =>
      LANGUAGES.flatMap((language) =>
        WIDTHS.map((viewport) => ({ route, state, language, viewport })),
      ),
    ),
  );

const FAILED: Texts = {
  pt: 'O serviço está fora do ar. Tente de novo em instantes.',
  en: 'The service is down. Try again in a moment.',
};

const PROBLEM: Problem = {
  type: 'about:blank',
  title: 'unavailable',
  status: 503,
  code: 'service/unavailable',
  detail: FAILED,
  requestId: 'no-such-request',
};

/** The page where the journey begins, before the server's answers are made to fail. */
const BEFORE = {
  admin: '/admin-root/dashboard',
  master: '/master-root/installation',
  manager: '/manager-root/manager-users?open=nothing-here',
} as const satisfies Record<Screen['area'], string>;

const FORBIDDEN: Texts = {
  pt: 'Você não tem acesso a esta página',
  en: 'You have no access to this page',
};
const RETRY: Texts = { pt: 'Tentar de novo', en: 'Try again' };
const SUBMIT = /^(?:Entrar|Sign in|Enviar link|Send link)$/;

/** The home of a person who may see sales alone. */
const HOME_OF_ACCOUNTANT = '/admin-root/manage-sales';

/** Answers requests to the API with `PROBLEM` until the returned function is called. */
const failAll = async (page: Page): Promise<() => Promise<void>> => {
  const calls = /\/api\/(?:admin|master|manager|session|auth)[./]/;
  await page.route(calls, (route) =>
    route.fulfill({
      status: PROBLEM.status,
      contentType: 'application/problem+json',
      body: JSON.stringify(PROBLEM),
    }),
  );
  return () => page.unroute(calls);
};

/** Goes to a page as a link does: a new document would contain its data, and no request would be sent. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({}, '', to), path);

const untilShown = (page: Page, text: string): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

const submitForm = async ({ page }: Person): Promise<void> => {
  await page.getByLabel('E-mail').fill('ninguem@example.com');
  const password = page.getByLabel(/^(?:Senha|Password)$/);
  if ((await password.count()) > 0) await password.fill('cavalo bateria grampo');
  await page.getByRole('button', { name: SUBMIT }).click();
};

describe('Pages with nothing to show, no answer or no permission', function () {
  this.timeout(180_000);
  let stage: Stage;
  /** Id of a platform without people. */
  let bare: string;
  /** Session cookies of the first administrator of an empty platform (Vera), a manager without sellers (Nino), and people of the demo. */
  let cookiesOf: Readonly<
    Record<'vera' | 'nino' | 'admin' | 'manager' | 'master' | 'accountant', Cookies>
  >;

  type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

  const cookiesIn = async ({ page }: Person): Promise<Cookies> => {
    const cookies = await page.context().cookies();
    await page.context().close();
    return cookies;
  };

  const signedIn = async (
    signInPage: string,
    who: 'admin' | 'manager' | 'master' | 'accountant',
  ) => {
    const person = await stage.person();
    await person.signIn(signInPage, people[who].email);
    return cookiesIn(person);
  };

  before(async () => {
    stage = await openStage();
    const { product } = stage;
    const callerOf = async (email: string) => ({
      cookie: await product.signIn(email),
      key: randomUUID(),
    });
    const master = await product.signIn(people.master.email);
    const platforms = ['vazia', 'nua'].map((name) => `${name}-${randomUUID().slice(0, 8)}`);
    const [vazia = '', nua = ''] = platforms;
    for (const platformId of platforms) {
      const platform = { platformId, name: 'Praça Vazia' };
      await product.ask('master.createPlatform', platform, { cookie: master, key: randomUUID() });
    }
    bare = nua;
    const vera = { platformId: vazia, email: `vera@${vazia}.example` };
    await product.ask('master.inviteAdministrator', vera, { cookie: master, key: randomUUID() });
    const nino = { email: `nino@${vazia}.example` };
    await product.ask('admin.inviteManager', nino, await callerOf(people.admin.email));
    const acceptInvitation = async (email: string, name: string) =>
      cookiesIn(await accept(stage, await invitationLink(stage, email), name));
    cookiesOf = {
      vera: await acceptInvitation(vera.email, 'Vera Vazia'),
      nino: await acceptInvitation(nino.email, 'Nino Novo'),
      admin: await signedIn('/admin-root-login', 'admin'),
      accountant: await signedIn('/admin-root-login', 'accountant'),
      master: await signedIn('/master-root-login', 'master'),
      manager: await signedIn('/manager-login', 'manager'),
    };
  });

  const openAs = async (
    who: keyof typeof cookiesOf | undefined,
    language: keyof Texts,
    viewport: typeof PHONE | typeof DESKTOP,
  ): Promise<Person> => {
    const person = await stage.person(viewport);
    if (who !== undefined) await person.page.context().addCookies(cookiesOf[who]);
    await person.page.addInitScript(`localStorage.setItem('razao.language', '${language}');`);
    return person;
  };

  const lookAt = async ({ page, look }: Person, name: string): Promise<void> => {
    await look(name.replaceAll(/[^a-z0-9]+/gi, '-'));
    const { width = 0 } = page.viewportSize() ?? {};
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).to.equal(width);
    await page.context().close();
  };

  const showEmpty = async (
    { path, area, emptyAt = path, empty, tab }: Screen,
    {
      language,
      viewport,
    }: { readonly language: keyof Texts; readonly viewport: typeof PHONE | typeof DESKTOP },
  ): Promise<Person> => {
    const who = { admin: 'vera', master: 'master', manager: 'nino' } as const;
    const person = await openAs(who[area], language, viewport);
    await person.goto(emptyAt.replace('{bare}', bare));
    if (tab) await person.page.getByRole('tab', { name: tab[language] }).click();
    await untilShown(person.page, empty[language]);
    return person;
  };

  const showError = async (
    { path, area }: Screen,
    {
      language,
      viewport,
    }: { readonly language: keyof Texts; readonly viewport: typeof PHONE | typeof DESKTOP },
  ): Promise<Person> => {
    const person = await openAs(area, language, viewport);
    const { page, goto } = person;
    await goto(BEFORE[area]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const recover = await failAll(page);
    await follow(page, path.replace('{bare}', bare));
    const failure = page.getByRole('alert').filter({ hasText: FAILED[language] }).first();
    await failure.waitFor();
    await recover();
    return person;
  };

  for (const { route, state, language, viewport } of sample(inAllStates(SCREENS), 5)) {
    const { path } = route;
    const { width } = viewport;
    it(`${path} in ${language}, ${width} px: ${state}`, async () => {
      const name = `state-${path}-${state}-${language}-${width}`;
      if (state === 'empty') return lookAt(await showEmpty(route, { language, viewport }), name);
      if (state === 'error') {
        const person = await showError(route, { language, viewport });
        const { page } = person;
        const retry = page.getByRole('alert').getByRole('button', { name: RETRY[language] });
        await person.look(name.replaceAll(/[^a-z0-9]+/gi, '-'));
        while ((await retry.count()) > 0) await retry.first().click();
        await page.getByText(FAILED[language]).waitFor({ state: 'detached' });
        return lookAt(person, `${name}-recovered`);
      }
      const person = await openAs('accountant', language, viewport);
      await person.goto(path.replace('{bare}', bare));
      if (route.area === 'admin')
        await person.page.getByRole('heading', { level: 1, name: FORBIDDEN[language] }).waitFor();
      else await person.page.waitForURL((url) => url.pathname === HOME_OF_ACCOUNTANT);
      return lookAt(person, name);
    });
  }

  for (const { route, state, language, viewport } of sample(inAllStates(DOORS), 3)) {
    const { path, empty, forbidden, forbiddenAt } = route;
    const { width } = viewport;
    it(`${path} in ${language}, ${width} px: ${state}`, async () => {
      const person = await openAs(undefined, language, viewport);
      const { page, goto } = person;
      await goto(state === 'forbidden' ? (forbiddenAt ?? path) : path);
      await page.waitForLoadState('networkidle');
      if (state === 'error') await failAll(page);
      if (state === 'empty') await page.getByRole('button', { name: SUBMIT }).click();
      else if (state === 'error' || forbiddenAt === undefined) await submitForm(person);
      const expected = { empty, error: FAILED, forbidden }[state];
      await untilShown(page, expected[language]);
      await lookAt(person, `state-${path}-${state}-${language}-${width}`);
    });
  }
});
