import { expect } from 'chai';
import type { SubjectState } from '#/api/contract/privacy.ts';
import { receiverTokensOf } from '#/api/composition/core.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { destroySurvivors, reviewErasures } from '#/api/workers/due-erasures.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { seller } from '#/domain/seller/seller.ts';
import { decode } from '#/ledger/codec.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { reapplyErasures } from '#/ledger/vault/reapply-erasures.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { History } from '#/projections/testing/history.ts';
import { reviewErasure, requestErasure } from './erase-subject.ts';

const reason = 'Pedido do titular';

const fail = (error: unknown): void => {
  throw error;
};

describe('Erasure of personal data', () => {
  let world: ApiWorld;
  const history = new History();

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const waitForReadModels = async (): Promise<void> => {
    const head = await world.store.head();
    if (head) await world.services.projections.waitFor(head, ['subjects', 'sales'], 10_000);
  };

  const buy = async (name: string): Promise<string> => {
    const buyer = await makeBuyer(world.services.core, name);
    const paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    return paymentId;
  };

  const requestErasureOf = async (paymentId: string): Promise<SubjectState> => {
    const answer = await world.post(
      '/api/admin.requestErasure',
      { paymentId, reason },
      { as: 'admin' },
    );
    expect(answer.status, answer.text).to.equal(200);
    return Object(answer.body);
  };

  const buyerOf = async (paymentId: string) =>
    Object((await world.get(`/api/admin.getSale?paymentId=${paymentId}`, { as: 'admin' })).body)
      .buyer;

  const states = ({ classes }: SubjectState) => classes.map(({ state }) => state);

  const factsOf = async (subject: string) =>
    (await world.store.readStream(`subject-${subject}`)).map(decode);

  /** The services with their clock at noon (UTC) of a day. */
  const servicesAt = (day: string) => {
    const core = { ...world.services.core, now: () => `${day}T12:00:00.000Z` };
    return { ...world.services, core };
  };

  it('erases the contact data of a paid sale at once, and the name after the legal retention period', async () => {
    const paymentId = await buy('Iracema Paga');
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const state = await requestErasureOf(paymentId);
    expect(states(state)).to.deep.equal(['HELD', 'ERASED']);
    const [fiscal] = state.classes;
    expect(fiscal?.causes).to.deep.equal(['fiscal-record']);
    const until = fiscal?.until ?? '';
    expect(await buyerOf(paymentId)).to.include({ name: 'Iracema Paga', email: null, phone: null });

    await waitForReadModels();
    const dayBefore = Temporal.PlainDate.from(until).subtract({ days: 1 }).toString();
    await reviewErasures(servicesAt(dayBefore), fail);
    expect((await buyerOf(paymentId)).name).to.equal('Iracema Paga');
    await reviewErasures(servicesAt(until), fail);
    expect(await buyerOf(paymentId)).to.include({ name: null, email: null, document: null });
    await waitForReadModels();
    await reviewErasures(servicesAt(until), fail);
    expect((await factsOf(state.subject)).map(({ type }) => type)).to.deep.equal([
      'SubjectErasureRequested',
      'SubjectErasureScheduled',
      'SubjectErased',
      'SubjectErasureScheduled',
      'SubjectErased',
    ]);
  });

  it('erases nothing while the clock is wrong, although by that clock the holds have ended', async () => {
    const paymentId = await buy('Jurema Paga');
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const { subject, classes } = await requestErasureOf(paymentId);
    await waitForReadModels();
    const { core, ...parts } = servicesAt(classes[0]?.until ?? '');
    const ports = { ...core.ports, isClockTrue: () => false };
    const withWrongClock = { ...parts, core: { ...core, ports } };
    await reviewErasures(withWrongClock, fail);
    const person = { subject, platformId: 'demo' };
    const refused: unknown = await reviewErasure(withWrongClock, person, 'system').catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(AppendError);
    expect(await buyerOf(paymentId)).to.include({ name: 'Jurema Paga' });
  });

  it('deletes the PDF of a boleto together with the buyer’s name', async () => {
    const { files } = world.services.core;
    const boleto = {
      contentType: 'application/pdf',
      bytes: Buffer.from('%PDF-1.4 Janaina Boleto'),
    };
    const paymentId = await buy('Janaina Boleto');
    await files.put('billets/janaina.pdf', boleto, 'public');
    history.keepBoletoPdf(paymentId, 'billets/janaina.pdf');
    await world.happen(history);
    expect(states(await requestErasureOf(paymentId))).to.deep.equal(['HELD', 'HELD']);
    expect(await files.get('billets/janaina.pdf')).to.not.equal(undefined);
    history.report(paymentId, 'CANCELED');
    await world.happen(history);
    await reviewErasures(world.services, fail);
    expect((await buyerOf(paymentId)).name).to.equal(null);
    expect(await files.get('billets/janaina.pdf')).to.equal(undefined);
  });

  it('reports a failure of the file storage, and erases the data at the next review', async () => {
    const paymentId = await buy('Kauane Espera');
    history.keepBoletoPdf(paymentId, 'billets/kauane.pdf');
    history.report(paymentId, 'CANCELED');
    await world.happen(history);
    const { core } = world.services;
    const remove = () => Promise.reject(new FileStorageFailure('away'));
    const parts = { ...world.services, core: { ...core, files: { ...core.files, remove } } };
    const { state } = await core.handler.load(payment, `payment-${paymentId}`);
    if (state.status === 'NONE') throw new Error('it was requested');
    const person = { subject: state.requested.buyer.identity.subject, platformId: 'demo' };
    const context = { commandId: 'forget-kauane', actor: 'admin:admin-1', reason };
    const refused = await requestErasure(parts, person, context).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(FileStorageFailure);
    expect((await buyerOf(paymentId)).name).to.equal('Kauane Espera');
    await waitForReadModels();
    await reviewErasures(world.services, fail);
    expect((await buyerOf(paymentId)).name).to.equal(null);
  });

  it('records who requested it and why without the person’s name, and adds no event for a repeated request', async () => {
    const paymentId = await buy('Jurema Recusada');
    history.report(paymentId, 'REJECTED');
    await world.happen(history);
    const state = await requestErasureOf(paymentId);
    expect(states(state)).to.deep.equal(['ERASED', 'ERASED']);
    expect(states(await requestErasureOf(paymentId))).to.deep.equal(['ERASED', 'ERASED']);
    const facts = await factsOf(state.subject);
    expect(facts).to.have.length(3);
    expect(facts[0]?.meta).to.include({ actor: 'admin:admin-1', reason, platform: 'demo' });
    expect(JSON.stringify(facts)).to.not.include('Jurema');
  });

  it('keeps all data while a refund is open, and erases the contact data once it is settled', async () => {
    const paymentId = await buy('Moema Reembolso');
    history.report(paymentId, 'APPROVED');
    const refundId = history.requestRefund(paymentId, cents(10_00));
    await world.happen(history);
    const state = await requestErasureOf(paymentId);
    expect(states(state)).to.deep.equal(['HELD', 'HELD']);
    expect(state.classes[0]?.causes).to.deep.equal(['open-refund', 'fiscal-record']);
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    await world.happen(history);
    await reviewErasures(world.services, fail);
    expect(await buyerOf(paymentId)).to.include({ name: 'Moema Reembolso', email: null });
  });

  it('rejects a reason with personal data, for an erasure, an export or a refund', async () => {
    const paymentId = await buy('Potira Ávila');
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const head = await world.lastFact();
    for (const textWithName of [
      'a potira pediu',
      'é a Avila',
      'CPF 529.982.247-25',
      '(11) 91234-5678',
    ]) {
      for (const name of ['requestErasure', 'exportSubject']) {
        const body = { paymentId, reason: textWithName };
        const answer = await world.post(`/api/admin.${name}`, body, { as: 'admin' });
        expect(problem.parse(answer.body).code, textWithName).to.equal('subject/named-in-reason');
      }
      const body = { paymentId, note: textWithName };
      const answer = await world.post('/api/seller.requestRefund', body, { as: 'ana' });
      expect(problem.parse(answer.body).code, textWithName).to.equal('subject/named-in-reason');
    }
    expect(await world.lastFact()).to.equal(head);
  });

  it('makes connected clients reload their data', async () => {
    const paymentId = await buy('Iara Atenta');
    history.report(paymentId, 'REJECTED');
    await world.happen(history);
    let resynced = 0;
    const listener = { onDelta: () => undefined, onResync: () => void (resynced += 1) };
    const stop = world.services.hub.listen('sales:seller-1', listener);
    await requestErasureOf(paymentId);
    stop();
    expect(resynced).to.equal(1);
  });

  /** Backs up all keys. @returns a function that restores a person's keys */
  const backUpKeys = async (): Promise<(subject: string) => Promise<unknown>> => {
    const { database } = world.services;
    await database.query('DROP TABLE IF EXISTS backup');
    await database.query('CREATE TABLE backup AS TABLE vault.subject_key');
    return (subject) =>
      database.query(
        `UPDATE vault.subject_key AS key SET wrapped = backup.wrapped, destroyed_at = NULL
         FROM backup WHERE key.subject = $1 AND backup.subject = $1 AND backup.class = key.class`,
        [subject],
      );
  };

  it('destroys keys and the boleto PDF again after a backup restored them', async () => {
    const paymentId = await buy('Ubirajara Voltou');
    history.keepBoletoPdf(paymentId, 'billets/ubirajara.pdf');
    history.report(paymentId, 'REJECTED');
    await world.happen(history);
    const { database, core } = world.services;
    const boleto = { contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.4 Ubirajara') };
    const restoreOf = await backUpKeys();
    const { subject } = await requestErasureOf(paymentId);
    await waitForReadModels();
    const restore = () => restoreOf(subject);
    const keys = async () => {
      const query = 'SELECT count(wrapped)::int AS keys FROM vault.subject_key WHERE subject = $1';
      return (await database.query<{ keys: number }>(query, [subject])).rows[0]?.keys;
    };
    await restore();
    expect(await keys()).to.equal(2);
    const { destroyed } = await reapplyErasures(core);
    expect(destroyed).to.have.length(2);
    expect(await keys()).to.equal(0);
    await restore();
    await core.files.put('billets/ubirajara.pdf', boleto, 'public');
    await destroySurvivors(world.services);
    expect(await keys()).to.equal(0);
    expect(await core.files.get('billets/ubirajara.pdf')).to.equal(undefined);
    expect((await reapplyErasures(core)).destroyed).to.deep.equal([]);
    expect((await buyerOf(paymentId)).name).to.equal(null);
  });

  it('keeps an active seller’s data, and erases it with their sign-in once the account is archived', async () => {
    const { core, database } = world.services;
    const { state } = await core.handler.load(seller, 'seller-seller-2');
    if (state.status === 'ABSENT') throw new Error('bia is there');
    const person = { subject: state.details.identity.subject, platformId: 'demo' };
    const context = { commandId: 'forget-bia', actor: 'admin:admin-1', reason };
    await waitForReadModels();
    const early = await requestErasure(world.services, person, context);
    expect(early.state.holds.fiscal?.causes).to.deep.equal(['active-account']);
    await world.cookieOf('bia');
    const restore = await backUpKeys();
    const archive = { type: 'Archive', now: core.now() } as const;
    const about = { commandId: 'bia-ends', platform: 'demo', actor: 'system', correlation: 'bia' };
    await core.handler.handle(seller, 'seller-seller-2', archive, about);
    const erasure = await reviewErasure(world.services, person, 'system');
    expect(erasure.state.erased).to.deep.equal(['fiscal', 'contact']);
    const { rows } = await database.query(
      `SELECT FROM auth."user" WHERE email = 'bia@example.com'
       UNION ALL SELECT FROM auth.account WHERE "accountId" = 'bia@example.com'`,
    );
    expect(rows).to.have.length(0);
    await waitForReadModels();
    expect((await reapplyErasures(core)).accounts).to.deep.equal({
      ...NO_ACCOUNTS,
      seller: ['seller-2'],
    });
    await restore(person.subject);
    const owner = receiverTokensOf('seller-2');
    await core.credentials.put(owner, 'iugu', 'secret');
    const interrupted: unknown = await reapplyErasures(core, {
      eraseRest: async ({ sellersWithoutFiles }) => {
        expect(sellersWithoutFiles).to.deep.equal(['seller-2']);
        throw new FileStorageFailure('away');
      },
    }).catch((error: unknown) => error);
    expect(interrupted).to.be.instanceOf(FileStorageFailure);
    // The interrupted run destroyed no keys, so the next run finds what is left to erase.
    await destroySurvivors(world.services);
    expect(await core.credentials.names(owner), 'restored by a backup').to.deep.equal([]);
  });
});
