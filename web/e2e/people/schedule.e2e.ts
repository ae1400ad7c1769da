import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import type { InputOf, MutationName, OutputOf } from '#/api/contract/contract.ts';
import { people } from '#/scripts/testing/product.ts';
import { openStage, type Person, type Stage } from '#/web/e2e/stage.ts';
import { lookBoth } from '#/web/e2e/testing/look-both.ts';

/** The day of the first withdrawal. On a nearer one the product would pay out, and other journeys rely on the balance. */
const firstDay = Temporal.Now.plainDateISO('America/Sao_Paulo').add({ days: 3 });

/** A day that every month has, neither today nor tomorrow, for the same reason. */
const MONTH_DAY = firstDay.day > 14 ? 5 : 20;

/** `segunda-feira` */
const weekdayIn = (locale: string): string => firstDay.toLocaleString(locale, { weekday: 'long' });

/** `seg., 30 de nov.` */
const firstDayText = firstDay.toLocaleString('pt-BR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** `Toda segunda-feira`, `Todo sábado` */
const EVERY = `${firstDay.dayOfWeek > 5 ? 'Todo' : 'Toda'} ${weekdayIn('pt-BR')}`;

/** It asks for the password: with a schedule, a thief in the owner's session could empty the account. */
describe('Automatic withdrawal of a seller', function () {
  this.timeout(120_000);
  let stage: Stage;
  let seller: Person;

  before(async () => {
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });
  after(() => seller.page.context().close());

  const cookieOf = ({ email }: { readonly email: string }) => stage.product.signIn(email);

  const write = async <Name extends MutationName>(
    name: Name,
    input: InputOf<Name>,
    who: { readonly email: string } = people.seller,
  ): Promise<OutputOf<Name>> =>
    stage.product.ask(name, input, { cookie: await cookieOf(who), key: randomUUID() });

  const saved = async (): Promise<OutputOf<'seller.getSchedule'>> =>
    stage.product.ask('seller.getSchedule', {}, { cookie: await cookieOf(people.seller) });

  /** Makes all sessions of the seller an hour old. */
  const ageSessions = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: stage.product.databaseUrl });
    await client.connect();
    await client.query(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = NULL
       WHERE "userId" = (SELECT id FROM auth."user" WHERE email = $1)`,
      [people.seller.email],
    );
    await client.end();
  };

  const card = () => seller.page.getByRole('region', { name: 'Saque automático' });
  const dialog = () => seller.page.getByRole('dialog', { name: 'Saque automático' });
  const save = () => dialog().getByRole('button', { name: 'Salvar saque automático' }).click();
  const choose = async (field: string, option: string): Promise<void> => {
    await dialog().getByLabel(field).click();
    await seller.page.getByRole('option', { name: option, exact: true }).click();
  };

  it('is off at first, and says at each field what it lacks', async () => {
    const { page, goto } = seller;
    await goto('/platform/financial');
    await card().getByText('Desligado', { exact: true }).waitFor();
    await lookBoth(seller, 'schedule-off');
    await card().getByRole('button', { name: 'Configurar saque automático' }).click();
    await choose('Quando', 'Um dia do mês');
    await dialog().getByLabel('Dia do mês').fill('29');
    await save();
    await dialog().getByText('Informe um dia de 1 a 28.').waitFor();
    await dialog().getByText('Informe o valor.').waitFor();
    await dialog().getByLabel('Dia do mês').and(page.locator(':focus')).waitFor();
    await lookBoth(seller, 'schedule-errors');
    await page.keyboard.press('Escape');
    await card().getByText('Desligado', { exact: true }).waitFor();
  });

  it('is set once the password is entered again, and is described with the day on which it pays next', async () => {
    const { page } = seller;
    await card().getByRole('button', { name: 'Configurar saque automático' }).click();
    await choose('Dia da semana', EVERY);
    await dialog().getByLabel('A partir de').fill('100,00');
    const words = new RegExp(`^${EVERY}, a partir de R\\$.100,00, para a chave CNPJ .+\\.$`);
    await dialog().getByText(words).waitFor();
    await lookBoth(seller, 'schedule-form');
    await ageSessions();
    await save();
    const stepUpDialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await stepUpDialog.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await stepUpDialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Saque automático salvo').waitFor();
    await card().getByText(words).waitFor();
    await card().getByText(`${firstDayText}, a partir das 8h`).waitFor();
    await lookBoth(seller, 'schedule-on');
    expect((await saved()).nextOn).to.equal(firstDay.toString());
  });

  it('shows in its dialog how it was changed elsewhere meanwhile, and keeps what was typed', async () => {
    const { page } = seller;
    await card().getByRole('button', { name: 'Mudar' }).click();
    const { schedule, revision: basedOn } = await saved();
    const destinationId = schedule?.destinationId ?? '';
    const every = { unit: 'MONTH', day: MONTH_DAY } as const;
    await write('seller.reviseSchedule', { destinationId, every, minimum: 70_00, basedOn });
    const minimum = dialog().getByLabel('A partir de');
    await minimum.fill('250,00');
    await save();
    const alert = dialog().getByRole('alert');
    await alert.getByText(/^O saque automático mudou enquanto você editava\./).waitFor();
    const changed = new RegExp(
      `Agora está assim: Todo dia ${MONTH_DAY} do mês, a partir de R\\$.70,00`,
    );
    await alert.getByText(changed).waitFor();
    expect(await minimum.inputValue()).to.equal('250,00');
    await lookBoth(seller, 'schedule-changed-elsewhere');
    await save();
    await page.getByText('Saque automático salvo').last().waitFor();
    await card()
      .getByText(new RegExp(`^${EVERY}, a partir de R\\$.250,00`))
      .waitFor();
  });

  it('is described in English too, and is switched off after a confirmation', async () => {
    const { page, goto } = seller;
    await page.evaluate("localStorage.setItem('razao.language', 'en')");
    await goto('/platform/financial');
    const automatic = page.getByRole('region', { name: 'Automatic withdrawal' });
    const words = new RegExp(
      `^Every ${weekdayIn('en')}, from R\\$250\\.00 on, to the CNPJ key .+\\.$`,
    );
    await automatic.getByText(words).waitFor();
    await automatic.getByText(/, from 8 a\.m\. on$/).waitFor();
    await automatic.getByRole('button', { name: 'Switch off' }).click();
    const question = page.getByRole('dialog', { name: 'Switch off the automatic withdrawal?' });
    await lookBoth(seller, 'schedule-end-en');
    await question.getByRole('button', { name: 'Switch off automatic withdrawal' }).click();
    await automatic.getByText('Switched off', { exact: true }).waitFor();
    expect((await saved()).schedule).to.equal(null);
    await page.evaluate("localStorage.setItem('razao.language', 'pt')");
  });

  it('says that nothing is paid once its key is removed, and asks for another one', async () => {
    const pixKey = 'agenda@exemplo.com.br';
    const { destinationId } = await write('seller.declareDestination', { pixKey });
    await write('admin.approveDestination', { destinationId, basedOn: 0 }, people.admin);
    const { revision: basedOn } = await saved();
    const every = { unit: 'MONTH', day: MONTH_DAY } as const;
    await write('seller.reviseSchedule', { destinationId, every, minimum: 70_00, basedOn });
    const { position } = await write('seller.removeDestination', { destinationId });
    const cookie = await cookieOf(people.seller);
    // This read waits until the list has the removal.
    await stage.product.ask('seller.listDestinations', { after: position }, { cookie });
    await seller.goto('/platform/financial');
    await card().getByText('Nada é sacado por enquanto').waitFor();
    await card().getByText('Esta chave foi removida. Escolha outra.').waitFor();
    await lookBoth(seller, 'schedule-key-lost');
    await card().getByRole('button', { name: 'Mudar' }).click();
    await save();
    await dialog().getByText('Escolha uma chave PIX.').waitFor();
    await seller.page.keyboard.press('Escape');
    await write('seller.endSchedule', {});
  });
});
