import { expect } from 'chai';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { problem } from '#/api/contract/procedure.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { positiveCents } from '#/domain/values/money.ts';

const LIMITS = { approvalAbove: positiveCents.parse(300_00) };

/** Returns the cents of a cell; the file writes amounts without thousands separators. */
const centsOf = (cell: string | undefined): number => Number((cell ?? '').replace(',', ''));

describe('Export of paid withdrawals', () => {
  let world: PayoutWorld;
  let destinationId: string;
  let approved: string;

  before(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy(LIMITS);
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
    for (const amount of [50_00, 123_45]) await withdraw(amount);
    approved = await withdraw(400_00);
    await world.call('admin.approveWithdrawal', { withdrawalId: approved }, world.admin);
    // This one waits for approval, so it is not paid.
    await withdraw(500_00);
    await world.settled();
  });
  after(() => world.close());

  const withdraw = async (amount: number): Promise<string> => {
    const { body } = await world.call(
      'seller.requestWithdrawal',
      { amount, destinationId },
      world.seller,
    );
    await world.settled();
    return String(Object(body).withdrawalId);
  };

  const listPaid = (query = '') =>
    world.list('admin.listPaidWithdrawals', world.admin, query) as Promise<
      readonly PaidWithdrawal[]
    >;

  /**
   * Cells by index: 4 is the withdrawal, 7 to 9 are amount, fee and net, 12 the PIX key, 13 the end-to-end id, 14 who approved, 15 to 20 the
   * mark (state, day, time, author, amount, reference), 21 the day on which it came back.
   */
  const rowsOf = async (query = '', as: NewPerson = world.admin) => {
    // Reads the list first, because it waits for the read model and the export does not.
    await listPaid();
    const { status, text, headers } = await world.get(`/api/export.withdrawals?${query}`, { as });
    expect(status, text).to.equal(200);
    const [heading = '', ...lines] = text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
    return { heading, headers, rows: lines.map((line) => line.split(';')) };
  };

  it('has what was paid, the first payout first, with the same sums as the list and its totals', async () => {
    const { heading, headers, rows } = await rowsOf();
    expect(headers.get('content-disposition')).to.match(
      /^attachment; filename="razao-saques-2\d{3}-\d\d-\d\d\.csv"$/,
    );
    expect(heading).to.match(/^Pago em;Hora \(Brasília, UTC-3\);Pedido em;Pedido às;Saque;/);
    const items = await listPaid();
    expect(rows.map((cells) => cells[4])).to.deep.equal(
      items.map(({ withdrawalId }) => withdrawalId).toReversed(),
    );
    const { body } = await world.get('/api/admin.getPaidTotals', { as: world.admin });
    for (const [index, name] of [
      [7, 'amount'],
      [8, 'fee'],
      [9, 'net'],
    ] as const) {
      const sum = rows.reduce((total, cells) => total + centsOf(cells[index]), 0);
      expect(sum, name).to.equal(items.reduce((total, item) => total + item[name], 0));
      expect(Object(body)[name], name).to.equal(sum);
    }
    expect(Object(body).lines).to.equal(3);
  });

  it('says who approved what, with the end-to-end id, and masks the key', async () => {
    const { rows } = await rowsOf();
    const [cells] = rows.filter((each) => each[4] === approved);
    expect(cells?.[13]).to.equal(`E-${approved}`);
    expect(cells?.[14]).to.equal(world.admin.email);
    expect(cells?.[12]).to.include('*');
    expect(rows.find((each) => each[4] !== approved)?.[14]).to.equal('');
  });

  it('has the days and the seller that the list is filtered by, and is written in English on request', async () => {
    const { sellerId = '' } = (await listPaid())[0] ?? {};
    expect((await rowsOf(`sellerId=${sellerId}`)).rows).to.have.length(3);
    expect((await rowsOf('sellerId=no-one')).rows).to.deep.equal([]);
    expect((await rowsOf('from=2020-01-01&to=2020-01-02')).rows).to.deep.equal([]);
    expect((await rowsOf('from=2020-01-01&language=en')).heading).to.match(/^Paid on,Time/);
    for (const query of ['from=2026-11-30&to=2026-11-01', 'status=PENDING']) {
      const { status, body } = await world.get(`/api/export.withdrawals?${query}`, {
        as: world.admin,
      });
      expect([status, problem.parse(body).code]).to.deep.equal([400, 'request/invalid-input']);
    }
  });

  it('is recorded, and contains only withdrawals of the caller’s own platform', async () => {
    await rowsOf('', world.deputy);
    const log = (await Array.fromAsync(world.services.core.store.readAll({}))).flat();
    const opened = log
      .filter(({ type }) => type === 'PersonalDataOpened')
      .map(({ data }) => JSON.parse(data));
    expect(
      opened.some(
        (each) => each.opened === 'WITHDRAWALS_EXPORT' && each.personId === world.deputy.personId,
      ),
    ).to.equal(true);
    const stranger = await world.newAdmin(await world.newPlatform());
    expect((await rowsOf('', stranger)).rows).to.deep.equal([]);
  });

  it('is refused, like its totals, to callers without the flag', async () => {
    const clerk = await world.newFunctionary(['isWithdrawsRequestUsersAvailable']);
    const payer = await world.newFunctionary(['isWithdrawsAvailable']);
    for (const name of ['export.withdrawals', 'admin.getPaidTotals']) {
      expect((await world.get(`/api/${name}`, { as: clerk })).status, name).to.equal(403);
      expect((await world.get(`/api/${name}`, { as: payer })).status, name).to.equal(200);
      expect((await world.get(`/api/${name}`, { as: world.seller })).status, name).to.equal(403);
    }
  });

  // Last: afterwards one withdrawal has come back.
  it('says what was found on the bank’s statement, by whom and with which amount, and has the filter of the list', async () => {
    const [marked, returned] = await listPaid();
    if (!marked || !returned) return expect.fail('two withdrawals are paid');
    const reconcile = ({ withdrawalId, net }: PaidWithdrawal, reference: string) =>
      world.call('admin.reconcileWithdrawal', { withdrawalId, net, reference }, world.deputy);
    await reconcile(marked, 'EXT-11/42');
    await reconcile(returned, 'EXT-11/43');
    world.acquirer.returned.add(returned.withdrawalId);
    await world.readBack(returned.withdrawalId);
    const stateIn = async (query: string) => {
      const { rows } = await rowsOf(query);
      return rows.map((cells) => [cells[4], cells[15], cells[18], centsOf(cells[19]), cells[20]]);
    };
    const { email } = world.deputy;
    const ofMarked = [marked.withdrawalId, 'Conciliado', email, marked.net, 'EXT-11/42'];
    expect(await stateIn('reconciliation=RECONCILED')).to.deep.equal([ofMarked]);
    const { rows: others } = await rowsOf('reconciliation=NOT_RECONCILED');
    expect(others.map((cells) => [cells[15], cells.slice(16).join('')])).to.deep.equal([
      ['A conciliar', ''],
    ]);
    const { rows: back } = await rowsOf('reconciliation=RETURNED');
    expect(back.map((cells) => [cells[4], cells[15], cells[20]])).to.deep.equal([
      [returned.withdrawalId, 'Devolvido depois da conciliação', 'EXT-11/43'],
    ]);
    expect(back[0]?.[21]).to.match(/^\d\d\/\d\d\/2\d{3}$/);
    expect((await rowsOf('')).rows).to.have.length(2);
  });
});
