import { expect } from 'chai';
import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import { problem } from '#/api/contract/procedure.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { writeReceipt } from './receipt-pdf.ts';
import { pdfText } from './testing/pdf-text.ts';

const receipt: WithdrawalReceipt = {
  withdrawalId: 'w-1',
  platformName: 'Razão Demo',
  payeeName: 'Zoë Łukasz Ação',
  payeeDocument: '***.982.247-**',
  pixType: 'CPF',
  pixKey: '***.982.247-**',
  hasOtherHolder: false,
  amount: 1_500_00,
  fee: 1_99,
  net: 1_498_01,
  endToEndId: 'E123',
  requestedAt: '2026-11-30T12:00:00.000Z',
  paidAt: '2026-11-30T12:00:05.000Z',
  signed: { statement: '{"amount":149801}', keyId: 'ab'.repeat(32), signature: 'cd'.repeat(64) },
  position: '',
};

describe('The receipt of a withdrawal as a PDF', () => {
  it('says in both languages what the page says, with the signed statement that verifies offline', async () => {
    const pt = pdfText(await writeReceipt(receipt, 'pt'));
    for (const line of ['Comprovante de saque', 'R$ 1.498,01', 'E123', '30/11/2026 09:00:05'])
      expect(pt).to.include(line);
    expect(pt).to.include('{"amount":149801}').and.include('ab'.repeat(32));
    const en = pdfText(await writeReceipt(receipt, 'en'));
    expect(en).to.include('Receipt of a withdrawal').and.include('11/30/2026 09:00:05');
  });

  it('writes letters that its fonts lack without their accents, or as a question mark', async () => {
    expect(pdfText(await writeReceipt(receipt, 'pt'))).to.include('Zoë ?ukasz Ação');
    const other = { ...receipt, payeeName: 'Ḿaria Ş' };
    expect(pdfText(await writeReceipt(other, 'pt'))).to.include('Maria S');
  });

  it('says in both languages that the acquirer named another holder of the account', async () => {
    const other = { ...receipt, hasOtherHolder: true };
    expect(pdfText(await writeReceipt(receipt, 'pt'))).to.not.include('outro titular');
    expect(pdfText(await writeReceipt(other, 'pt'))).to.include('outro titular');
    expect(pdfText(await writeReceipt(other, 'en'))).to.include('another holder');
  });

  it('has the same bytes each time', async () => {
    const [first, second] = [await writeReceipt(receipt, 'pt'), await writeReceipt(receipt, 'pt')];
    expect(first.equals(second)).to.equal(true);
    expect(first.toString('latin1')).to.include('D:20261130120005Z');
  });

  it('says what was erased, and that an old payout is not signed', async () => {
    const erased = { ...receipt, payeeName: null, payeeDocument: null, pixKey: null, signed: null };
    const text = pdfText(await writeReceipt(erased, 'en'));
    expect(text).to.include('Erased').and.not.include('Ed25519');
  });
});

describe('Taking the receipt of a withdrawal', () => {
  let world: PayoutWorld;
  let withdrawalId: string;

  before(async () => {
    world = await payoutWorld(10_000_00);
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const input = { amount: 150_00, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    ({ withdrawalId } = Object(answer.body));
    await world.settled();
  });
  after(() => world.close());

  const take = async (
    name: 'seller.takeReceipt' | 'admin.takeReceipt',
    as: NewPerson,
    id = withdrawalId,
  ) => {
    const after = (await world.store.head()) ?? '';
    return world.call(name, { withdrawalId: id, language: 'en', after }, as);
  };

  it('is allowed to staff and to the seller who was paid, and each of them is on record', async () => {
    for (const [name, as] of [
      ['seller.takeReceipt', world.seller],
      ['admin.takeReceipt', world.admin],
    ] as const) {
      const { status, body, text } = await take(name, as);
      expect(status, text).to.equal(200);
      const { fileName, pdf } = Object(body);
      expect(fileName).to.match(/^withdrawal-receipt-\d{4}-\d{2}-\d{2}-/);
      expect(pdfText(Buffer.from(pdf, 'base64'))).to.include(withdrawalId);
    }
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const taken = log
      .filter(({ type }) => type === 'PersonalDataOpened')
      .map(({ data }) => JSON.parse(data))
      .filter(
        ({ opened, recordId }) => opened === 'WITHDRAWAL_RECEIPT' && recordId === withdrawalId,
      );
    const { seller, admin } = world;
    expect(taken.map(({ personId }) => personId)).to.deep.equal([seller.personId, admin.personId]);
  });

  it('is closed to other sellers and other platforms', async () => {
    const other = await world.newSeller(world.platformId);
    const stranger = await world.newAdmin(await world.newPlatform());
    for (const answer of [
      await take('seller.takeReceipt', other),
      await take('admin.takeReceipt', stranger),
      await take('admin.takeReceipt', world.admin, 'unknown'),
    ])
      expect(problem.parse(answer.body).code).to.equal('resource/not-found');
  });
});
