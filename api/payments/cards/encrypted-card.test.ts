import { expect } from 'chai';
import pg from 'pg';
import { Refused } from '#/domain/errors/refused.ts';
import type { BuyersPart } from '#/domain/workflows/submit-payment.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { MasterKey, MasterKeys } from '#/ledger/vault/master-keys.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { createEncryptedCards } from './encrypted-card.ts';
import type { CardUses } from './card-uses.ts';
import { openPostgresCardUses } from './postgres-card-uses.ts';

const cardData = {
  cardNumber: '4111 1111 1111 1111',
  holderName: 'Érica Müller da Conceição',
  holderDocument: '52998224725',
  expMonth: '12',
  expYear: '2030',
  cvv: '123',
};

const masterKey = (id: string, byte: number): MasterKey => ({ id, bytes: Buffer.alloc(32, byte) });

const START = '2026-11-20T12:00:00.000Z';

describe('Encrypted cards', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let uses: CardUses;
  let now: Timestamp = START;

  const encryptedCards = (...masterKeys: MasterKeys) =>
    createEncryptedCards({ uses, masterKeys, chance: thisMachine, now: () => now });

  before(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
    uses = await openPostgresCardUses(pool);
  });
  beforeEach(() => {
    now = START;
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const buyerWith = (cardToken: string): BuyersPart => ({
    identity: { name: 'Érica', document: '52998224725' },
    contact: { email: 'erica@example.com' },
    cardToken,
  });
  const use = { checkoutId: 'ebook', paymentId: 'payment-1', isRecorded: false };
  const open = async (token: string, changed: Partial<typeof use> = {}, key = masterKey('a', 1)) =>
    encryptedCards(key).open(buyerWith(token), { ...use, ...changed }, () => undefined);
  const refusal = (opening: Promise<unknown>): Promise<unknown> =>
    opening.then(
      () => 'opened',
      (error: unknown) => (error instanceof Refused ? error.code : error),
    );
  const issue = async () => encryptedCards(masterKey('a', 1)).issue(cardData, 'ebook').token;

  it('opens a token to the normalised card, and issues tokens of at most 300 characters', async () => {
    const token = await issue();
    expect(token).to.match(/^card\.v1\.[\w-]+$/);
    expect(token.length).to.be.at.most(300);
    const opened = await open(token);
    expect(opened.buyer).to.not.have.property('cardToken');
    expect(opened.buyer.card?.data).to.deep.equal({
      ...cardData,
      cardNumber: '4111111111111111',
      expYear: '30',
    });
  });

  it('issues tokens without readable card data, each time a different one', async () => {
    const [first, second] = [await issue(), await issue()];
    expect(first).to.not.equal(second);
    const bytes = Buffer.from(first.slice('card.v1.'.length), 'base64url').toString('latin1');
    expect(bytes).to.not.include('4111').and.to.not.include('Conce');
  });

  it('rejects a token for another checkout, under another master key, or when altered', async () => {
    const token = await issue();
    const last = token.at(-2) === 'A' ? 'B' : 'A';
    const forged = `${token.slice(0, -2)}${last}${token.at(-1)}`;
    expect(await refusal(open(token, { checkoutId: 'course' }))).to.equal('card/token-invalid');
    expect(await refusal(open(token, {}, masterKey('b', 2)))).to.equal('card/token-invalid');
    expect(await refusal(open(forged))).to.equal('card/token-invalid');
    expect(await refusal(open('card.v1.'))).to.equal('card/token-invalid');
  });

  it('opens a token of an older master key after a key rotation', async () => {
    const rotated = encryptedCards(masterKey('b', 2), masterKey('a', 1));
    const opened = await rotated.open(buyerWith(await issue()), use, () => undefined);
    expect(opened).to.have.nested.property('buyer.card.data.cvv', '123');
  });

  it('rejects a token after ten minutes', async () => {
    const token = await issue();
    now = addSeconds(START, 599);
    expect(await refusal(open(token))).to.equal('opened');
    now = addSeconds(START, 600);
    expect(await refusal(open(token))).to.equal('card/token-expired');
  });

  it('lets one of eight concurrent requests use a token, and rejects it for another payment', async () => {
    const token = await issue();
    const openings = await Promise.all(Array.from({ length: 8 }, () => open(token)));
    const claimed = await Promise.all(openings.map(({ claim }) => claim()));
    expect(claimed.filter(Boolean)).to.have.length(1);
    expect(await (await open(token)).claim(), 'again').to.equal(false);
    expect(await refusal(open(token, { paymentId: 'payment-2' }))).to.equal('card/token-used');
  });

  it('lets a payment that the log may have lost use its token again, but no other payment', async () => {
    const token = await issue();
    const lost = await open(token);
    const other = await open(token, { paymentId: 'payment-2' });
    expect(await lost.claim(true)).to.equal(true);
    expect(await (await open(token)).claim(true), 'again').to.equal(true);
    expect(await other.claim(true)).to.equal(false);
    now = addSeconds(START, 600);
    expect(await lost.claim(true), 'after ten minutes').to.equal(false);
  });

  it('drops the card without an error when its payment is already recorded and the token has expired', async () => {
    const token = await issue();
    now = addSeconds(START, 3_600);
    const { buyer, claim } = await open(token, { isRecorded: true });
    expect(buyer).to.not.have.any.keys('card', 'cardToken');
    expect(await claim()).to.equal(false);
  });

  it('records the use of a token without card data, and deletes the record after it expired', async () => {
    const token = await issue();
    await pool.query('DELETE FROM checkout.card_use');
    await (await open(token)).claim();
    const { rows } = await pool.query<Record<string, unknown>>('SELECT * FROM checkout.card_use');
    expect(rows.map((row) => Object.keys(row))).to.deep.equal([
      ['nonce_digest', 'payment_id', 'expires_at'],
    ]);
    const nonce = Buffer.from(token.slice('card.v1.'.length), 'base64url').subarray(0, 12);
    expect(JSON.stringify(rows)).to.not.include(nonce.toString('base64url'));
    now = addSeconds(START, 601);
    const later = encryptedCards(masterKey('a', 1)).issue(cardData, 'ebook');
    await (await open(later.token)).claim();
    const { rowCount } = await pool.query('SELECT FROM checkout.card_use');
    expect(rowCount).to.equal(1);
  });

  it('leaves a card token of the acquirer unchanged, and allows its repeated use', async () => {
    const buyer = buyerWith('tok_123');
    const opened = await encryptedCards(masterKey('a', 1)).open(buyer, use, () => undefined);
    expect(opened.buyer).to.equal(buyer);
    expect([await opened.claim(), await opened.claim()]).to.deep.equal([true, true]);
  });
});
