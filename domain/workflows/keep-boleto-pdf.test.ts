import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';
import { submitPayment } from './submit-payment.ts';

const requested = { ...samplePayment(), method: 'BILLET' as const };
const pdf = Buffer.from('%PDF-1.4 slip');
const STORED_URL = 'https://files.example/billets/secret-of-billet-p-1-tx-1.pdf';

const boleto: TransactionResult = {
  paymentMethod: 'BILLET',
  transactionId: 'tx-1',
  status: 'PENDING',
  amount: requested.amount,
  billetCode: '34191754622461578123441234510000383840000003090',
  billetUrl: 'https://acquirer.example/slip',
};
const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

/** A boleto payment at a provider with the given `getBoletoPdf`. */
const world = (getBoletoPdf?: PaymentProvider['getBoletoPdf'], first = boleto) => {
  let answer = first;
  const files = memoryFiles();
  let fetched = 0;
  const ports: Ports = {
    providers: async () => ({
      id: 'sandbox',
      label: 'Sandbox',
      paymentMethods: ['BILLET'],
      withdrawMethods: [],
      createTransaction: async () => answer,
      getTransaction: async () => answer,
      ...(getBoletoPdf && {
        getBoletoPdf: async (by) => {
          fetched += 1;
          return getBoletoPdf(by);
        },
      }),
    }),
    files: files.storage,
    ...withoutReceivers,
    secretName: (text) => `secret-of-${text.replaceAll(' ', '-')}`,
    digest: (text) => text,
    open: async () => undefined,
    webhookUrl: () => 'http://127.0.0.1:9',
    now: () => now,
  };
  const events: PaymentEvent[] = [{ type: 'PaymentRequested', data: requested }];
  const state = (): RequestedPayment => {
    const current = replay(payment, events);
    if (current.status === 'NONE') throw new Error('no payment');
    return current;
  };
  const applyAll = (commands: readonly PaymentCommand[]) => {
    for (const command of commands) events.push(...payment.decide(command, state()));
  };
  return {
    files,
    events,
    state,
    fetched: () => fetched,
    types: () => events.map(({ type }) => type),
    applyAll,
    charge: async () =>
      applyAll(
        await submitPayment(
          'p-1',
          state(),
          { buyer, isFirstOnRecord: true, attempt: sampleCall },
          ports,
        ),
      ),
    /** Makes a call, which is answered with the boleto of this id; returns the commands. */
    call: async (attemptId: string, transactionId: string) => {
      answer = { ...first, transactionId };
      const attempt = { attemptId, deadline: addSeconds(now, 600) };
      return submitPayment('p-1', state(), { buyer, isFirstOnRecord: true, attempt }, ports);
    },
    readBack: async (notice: string) =>
      applyAll(await readBackPayment('p-1', state(), notice, ports)),
  };
};

describe('PDF of a boleto', () => {
  it('is stored publicly under a secret name, and linked in the payment', async () => {
    const { charge, files, state, types } = world(async () => pdf);
    await charge();
    expect(types()).to.deep.equal(['PaymentRequested', 'PaymentSubmitted', 'PaymentBilletPdfKept']);
    expect(state()).to.include({ billetUrl: STORED_URL, billetCode: boleto.billetCode });
    const kept = files.kept.get('billets/secret-of-billet-p-1-tx-1.pdf');
    expect(kept).to.deep.equal({ contentType: 'application/pdf', bytes: pdf, access: 'public' });
  });

  it('is stored at a later read-back when the storage fails; the charge and its line stay on record', async () => {
    const { charge, readBack, files, state, types } = world(async () => pdf);
    files.fail(true);
    await charge();
    expect(state()).to.include({
      status: 'PENDING',
      transactionId: 'tx-1',
      billetCode: boleto.billetCode,
      billetUrl: boleto.billetUrl,
    });
    await readBack('first');
    expect(types()).to.deep.equal([
      'PaymentRequested',
      'PaymentSubmitted',
      'PaymentBilletPdfFailed',
    ]);
    files.fail(false);
    await readBack('second');
    expect(state().billetUrl).to.equal(STORED_URL);
  });

  it('records its failure in the specification’s words, for provider failures and for our own', async () => {
    const unavailable = new ProviderFailure('unavailable', 'away', { mayHaveHappened: false });
    for (const failure of [unavailable, new Error('a mistake of ours')]) {
      const { charge, events, state } = world(() => Promise.reject(failure));
      await charge();
      expect(events.at(-1)).to.deep.equal({
        type: 'PaymentBilletPdfFailed',
        data: { failure: 'Error on upload pdf', at: now },
      });
      expect(state().transactionId).to.equal('tx-1');
    }
  });

  it('is fetched once, and the payment keeps the acquirer’s link where there is no PDF', async () => {
    const withPdf = world(async () => pdf);
    await withPdf.charge();
    await withPdf.readBack('again');
    expect(withPdf.fetched()).to.equal(1);
    for (const withoutPdf of [world(), world(async () => undefined)]) {
      await withoutPdf.charge();
      await withoutPdf.readBack('again');
      expect(withoutPdf.types()).to.deep.equal(['PaymentRequested', 'PaymentSubmitted']);
      expect(withoutPdf.state().billetUrl).to.equal(boleto.billetUrl);
    }
  });

  it('is that of the boleto whose code the buyer has, also when an earlier call is answered late', async () => {
    const { call, applyAll, files, state } = world(async ({ transactionId }) =>
      Buffer.from(`%PDF-1.4 ${transactionId}`),
    );
    const [first, second] = [
      '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
      '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22',
    ];
    const begin = { type: 'BeginCharge', provider: 'sandbox', epoch: 1 } as const;
    applyAll([{ ...begin, attemptId: first, after: null, now }]);
    const late = await call(first, 'tx-1');
    applyAll([{ ...begin, attemptId: second, after: first, now: addSeconds(now, 60) }, ...late]);
    expect(state()).to.include({ transactionId: null, billetUrl: null, boletoPdf: 'NONE' });
    applyAll(await call(second, 'tx-2'));
    applyAll(late);
    const fileKeyOf = (id: string): string => `billets/secret-of-billet-p-1-${id}.pdf`;
    const billetUrl = `https://files.example/${fileKeyOf('tx-2')}`;
    expect(state()).to.include({ transactionId: 'tx-2', billetUrl, boletoPdf: 'KEPT' });
    expect(String(files.kept.get(fileKeyOf('tx-2'))?.bytes)).to.equal('%PDF-1.4 tx-2');
    expect(state().boletoFiles, 'erased with the buyer').to.deep.equal(
      ['tx-1', 'tx-2'].map(fileKeyOf),
    );
  });

  it('is not fetched for a rejected charge', async () => {
    const { charge, fetched } = world(async () => pdf, { ...boleto, status: 'REJECTED' });
    await charge();
    expect(fetched()).to.equal(0);
  });
});
