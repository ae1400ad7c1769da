import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { offer, type OfferDetails } from '#/domain/offer/offer.ts';
import { activeDetails, type RecordCommand } from '#/domain/aggregates/record.ts';
import { newBrowserCookie } from './browser-cookie.ts';

/** Without a document, which the offer does not require at first. */
const purchase = {
  offerId: 'demo-ebook',
  name: 'Jandira Moura',
  email: 'jandira@example.com',
  paymentMethod: 'PIX',
};

const outcome = ({ status, body }: ApiAnswer) => {
  const { paymentId, upsellToken, code } = Object(body);
  return { status, paymentId, upsellToken, code };
};

describe('A purchase that is repeated under its key after its offer changed', () => {
  let world: ApiWorld;
  let sold: OfferDetails;
  const stream = streamOf('offer', 'demo-ebook');

  const change = async (command: RecordCommand<OfferDetails>): Promise<void> => {
    const by = { platform: 'demo', actor: 'system', correlation: 'demo-ebook' };
    const context = { ...by, commandId: randomUUID() };
    await world.services.core.handler.handle(offer, stream, command, context);
  };
  const revise = (differences: Partial<OfferDetails>) =>
    change({
      type: 'Revise',
      details: { ...sold, ...differences },
      now: world.services.core.now(),
    });
  const archive = () => change({ type: 'Archive', now: world.services.core.now() });

  before(async () => {
    world = await apiWorld();
    sold = activeDetails((await world.services.core.handler.load(offer, stream)).state);
  });
  afterEach(() => revise({}));
  after(() => world.close());

  const browser = (): string => newBrowserCookie(world.url).split(';', 1)[0] ?? '';
  const buy = (key: string, differences: object = {}, cookie?: string) =>
    world.post(
      '/api/checkout.purchase',
      { ...purchase, ...differences },
      { headers: { 'idempotency-key': key, ...(cookie !== undefined && { cookie }) } },
    );

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    'is no longer sold': archive,
    'is sold only as a bump': () => revise({ onlyAsBump: true }),
    'requires a document': () => revise({ requiredDocumentAndPhone: true }),
    'does not accept PIX any more': () => revise({ pixEnabled: false }),
  };
  for (const [how, apply] of Object.entries(changes)) {
    it(`is answered with its first payment from any browser, as is its twin, when the offer ${how}`, async () => {
      const [plainKey, firstKey, twinKey] = [randomUUID(), randomUUID(), randomUUID()];
      const cookie = browser();
      const alone = outcome(await buy(plainKey));
      const paired = outcome(await buy(firstKey, {}, cookie));
      expect(outcome(await buy(twinKey, {}, cookie))).to.deep.equal(paired);
      expect([alone.status, paired.status]).to.deep.equal([200, 200]);
      await apply();
      expect((await buy(randomUUID())).status, 'a new one is refused').to.be.within(400, 499);
      expect(outcome(await buy(plainKey))).to.deep.equal(alone);
      for (const key of [firstKey, twinKey]) {
        expect(outcome(await buy(key, {}, cookie))).to.deep.equal(paired);
        expect(outcome(await buy(key))).to.deep.equal(paired);
      }
    });
  }

  it('refuses another purchase under that key, and still answers the first purchase', async () => {
    const key = randomUUID();
    const bought = outcome(await buy(key));
    const other = outcome(await buy(key, { cpf: '52998224726', phone: '11987654321' }));
    expect(other.code).to.equal('idempotency/key-reused');
    await archive();
    expect(outcome(await buy(key, { name: 'Outra Pessoa' })).code).to.equal(other.code);
    expect(outcome(await buy(key))).to.deep.equal(bought);
  });

  it('is refused again when it was refused, although the offer is sold again', async () => {
    const key = randomUUID();
    await archive();
    expect(outcome(await buy(key)).code).to.equal('offer/not-available');
    await revise({});
    expect(outcome(await buy(key)).code).to.equal('offer/not-available');
    expect((await buy(randomUUID())).status).to.equal(200);
  });
});
