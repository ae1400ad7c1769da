import { expect } from 'chai';
import { keepBoletoPdf } from '#/domain/workflows/keep-boleto-pdf.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { startCaseServer, type CaseServer } from './evidence/case-server.ts';
import { loadProviderCases } from './evidence/evidence.ts';
import { openHere } from './evidence/open-here.ts';
import type { Exchange, ProviderCases } from './evidence/provider-cases.ts';
import { CASES_AT } from './evidence/samples.ts';

const boletoPayment = paymentAfter({
  type: 'PaymentRequested',
  data: samplePayment({ method: 'BILLET' }),
});
const { provider } = boletoPayment;

/** The input, exchanges and PDF of the first case that fetches a boleto's PDF. */
const pdfCaseOf = ({ cases }: ProviderCases<never>) => {
  for (const each of cases) {
    if (each.operation === 'getBoletoPdf' && 'result' in each && each.result) {
      return { ...each.input, exchanges: each.exchanges, boleto: Buffer.from(each.result) };
    }
  }
  throw new Error('no case fetches a slip');
};

const describeBoleto = (providerCases: ProviderCases<never>) =>
  describe(providerCases.provider.label, () => {
    const { transactionId, exchanges, boleto } = pdfCaseOf(providerCases);
    let server: CaseServer;
    before(async () => {
      server = await startCaseServer(providerCases.tokens);
    });
    after(() => server.close());

    /** Stores the PDF that these replies bring. Returns the command and the stored files. */
    const storePdf = async (replies: readonly Exchange[]) => {
      const { problems } = server.expectExchanges(replies);
      const { provider: definition, account } = providerCases;
      const acquirer = openHere(definition, definition.account.parse(account(server.url)), {
        now: () => Date.parse(CASES_AT),
      });
      const files = memoryFiles();
      const secretName = () => 'a-name-that-nobody-guesses';
      const ports = { ...portsTo(acquirer, now), files: files.storage, secretName };
      const reply = { paymentMethod: 'BILLET', transactionId, status: 'PENDING' } as const;
      const transaction = { ...reply, amount: null };
      const [command] = await keepBoletoPdf('p-1', boletoPayment, transaction, ports);
      await acquirer.close();
      expect(problems).to.deep.equal([]);
      return { command, stored: [...files.kept.values()] };
    };

    it('stores the PDF as a public file, and records it on the payment', async () => {
      const { command, stored } = await storePdf(exchanges);
      expect(command).to.include({ type: 'RecordBoletoPdf', provider });
      expect(stored).to.deep.equal([
        { contentType: 'application/pdf', bytes: boleto, access: 'public' },
      ]);
    });

    it('stores nothing and records "Error on upload pdf" when the download is not a PDF', async () => {
      const replies = exchanges.map((each) =>
        each.reply.text === undefined ? each : { ...each, reply: { text: '<html>%PDF-' } },
      );
      const { command, stored } = await storePdf(replies);
      const failure = 'Error on upload pdf';
      const failed = { provider, transactionId, failure, now };
      expect(command).to.deep.equal({ type: 'RecordBoletoPdfFailure', ...failed });
      expect(stored).to.deep.equal([]);
    });
  });

const providerCases = await loadProviderCases();

describe('Boleto PDFs', () => {
  for (const each of providerCases) if (each.provider.operations.getBoletoPdf) describeBoleto(each);
});
