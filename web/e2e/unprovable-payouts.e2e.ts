import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';

const PAGE = '/admin-root/platform-settings/acquirings';
const WHY = 'Este adquirente não entra em novas rotas de saques';

describe('An acquirer that cannot tell how payouts ended', function journey() {
  this.timeout(60_000);
  let stage: Stage;
  let admin: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });

  it('says so before an account is connected', async () => {
    const { page } = admin;
    await admin.goto(PAGE);
    await page.getByRole('tab', { name: 'Adquirentes', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Buscar adquirente' }).fill('pronttus');
    await page.getByRole('heading', { name: 'Cashtime' }).waitFor({ state: 'detached' });
    await page.getByText(WHY).waitFor();
    await admin.look('acquirings-no-payouts');
  });

  it('says on an existing route that its payouts wait for staff, and that it is suspended', async () => {
    const { page } = admin;
    // Saving such a route is refused, so the page gets an answer that names it.
    await page.route('**/api/admin.getAcquiring*', async (route) => {
      const response = await route.fetch();
      const answer = Object(await response.json());
      const seen = { calls: 20, answered: 2, median: 900 };
      const [at, until] = ['2026-11-20T15:00:00.000Z', '2026-11-20T15:10:00.000Z'];
      const aside = { reason: 'FAILING', seen, at, until };
      const health = [{ purpose: 'WITHDRAW', seen, aside }];
      const acquirers = answer.acquirers.map((acquirer: { readonly id: string }) =>
        acquirer.id === 'pronttus' ? { ...acquirer, connected: true, health } : acquirer,
      );
      const WITHDRAW = [{ provider: 'pronttus', share: 100 }];
      await route.fulfill({
        json: {
          ...answer,
          acquirers,
          revision: answer.revision + 1,
          routes: { ...answer.routes, WITHDRAW },
        },
      });
    });
    await admin.goto(PAGE);
    const payouts = page.getByRole('region', { name: 'Saques' });
    // The page has its first data in its HTML, and asks again after ten seconds.
    await payouts.getByText('Saques esperam pela equipe').waitFor({ timeout: 30_000 });
    await payouts.getByText(WHY).waitFor();
    await payouts.getByText('Suspenso até').waitFor();
    for (const [size, name] of [
      [DESKTOP, 'acquirings-payouts-wait'],
      [PHONE, 'acquirings-payouts-wait-phone'],
    ] as const) {
      await page.setViewportSize(size);
      await admin.look(name);
    }
  });
});
