import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer, type Person } from '#/api/testing/people.ts';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from '#/projections/testing/history.ts';
import { tomorrow } from '#/projections/testing/tomorrow.ts';
import { exportRoutes } from './export-routes.ts';

const toCents = (cell: string | undefined): number => Number((cell ?? '').replace(',', ''));

describe('Export of the journal and of sales', () => {
  let world: ApiWorld;
  const range = 'from=2026-10-01&to=2026-10-31';

  before(async () => {
    world = await apiWorld();
    const history = new History();
    const { core } = world.services;
    const rita = await makeBuyer(core, 'Rita Souza');
    // John gave no document: his is generated, and on record as before purchases marked such documents.
    const generated = syntheticCpf('john.smith@example.com');
    const john = await makeBuyer(core, 'John Smith', generated);
    for (let day = 0; day < 20; day += 1) {
      const title =
        day === 3 ? '=HYPERLINK("http://evil.example";"Clique")' : `Curso; dia "${day}"`;
      const paymentId = history.purchase({
        sellerId: 'seller-1',
        buyer: day === 19 ? john : rita,
        amount: cents(9_700 + day),
        title,
      });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
      if (day % 5 === 0) {
        const refundId = history.requestRefund(paymentId);
        history.concludeRefund(paymentId, refundId, 'SETTLED');
      }
      history.release('seller-1');
      history.now = tomorrow(history.now);
    }
    await world.happen(history);
  });
  after(() => world.close());

  const lines = async (name: string, parameters = '', as: Person = 'accountant') => {
    const { text, headers } = await world.get(`/api/${name}?${range}${parameters}`, { as });
    const rows = text.split('\r\n');
    expect(rows.pop()).to.equal('');
    return { text, headers, rows };
  };

  it('writes a journal whose totals equal the trial balance to the cent', async () => {
    const { rows, headers, text } = await lines('export.journal');
    expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).to.equal(
      'attachment; filename="razao-diario-2026-10-01-2026-10-31.csv"',
    );
    expect(text.startsWith('Data;')).to.equal(true);
    const [, ...body] = rows;
    const cells = body.map((row) => row.split(';'));
    expect(cells.every(([day]) => /^\d{2}\/10\/2026$/.test(day ?? ''))).to.equal(true);
    const sums = new Map<string, { debits: number; credits: number }>();
    for (const [, time = '', , debit = '', credit = '', value] of cells) {
      expect(time).to.match(/^\d{2}:\d{2}:\d{2}$/);
      const from = sums.get(debit) ?? { debits: 0, credits: 0 };
      sums.set(debit, { ...from, debits: from.debits + toCents(value) });
      const to = sums.get(credit) ?? { debits: 0, credits: 0 };
      sums.set(credit, { ...to, credits: to.credits + toCents(value) });
    }
    const { body: balance } = await world.get(`/api/admin.getTrialBalance?${range}`, {
      as: 'accountant',
    });
    const { lines: accounts, totals } = Object(balance);
    expect(totals).to.have.lengthOf(1);
    const [{ currency, debits, credits }] = totals;
    expect(currency).to.equal('BRL');
    expect(debits).to.equal(credits);
    expect(accounts).to.have.lengthOf(sums.size);
    for (const { account, debits: debited, credits: credited } of accounts) {
      expect(sums.get(account), account).to.deep.equal({ debits: debited, credits: credited });
    }
    const { body: count } = await world.get(`/api/admin.countExport?kind=journal&${range}`, {
      as: 'accountant',
    });
    expect(Object(count).lines).to.equal(body.length);
  });

  it('begins with a byte-order mark', async () => {
    const cookie = await world.cookieOf('accountant');
    const request = get(`${world.url}/api/export.sales?${range}`, { headers: { cookie } });
    const [response] = await once(request, 'response');
    const [first] = await once(response, 'data');
    request.destroy();
    expect([...first.subarray(0, 3)]).to.deep.equal([0xef, 0xbb, 0xbf]);
  });

  it('escapes a product title that a spreadsheet would run as a formula', async () => {
    const { rows } = await lines('export.sales');
    expect(rows).to.have.lengthOf(21);
    expect(rows.find((row) => row.includes('HYPERLINK'))).to.include(`;"'=HYPERLINK(""http`);
  });

  it('writes names, payment methods and statuses of sales in words instead of ids and codes', async () => {
    const { rows } = await lines('export.sales');
    expect(rows[0]).to.match(/^Data;Hora \(Brasília, UTC-3\);Venda;Transação;Vendedor;Comprador;/);
    const [, first = ''] = rows;
    expect(first).to.match(/^05\/10\/2026;09:00:00;/);
    expect(first).to.include(
      ';Loja ana;Rita Souza;;"Curso; dia ""0""";PIX;1;Reembolsado;BRL;97,00;',
    );
    expect(rows.join('')).to.not.match(/REFUNDED|APPROVED|CREDIT_CARD|seller-1/);
  });

  it('splits the amount paid of each sale into parts that add up to the cent', async () => {
    const { rows } = await lines('export.sales');
    const columns = (rows[0] ?? '').split(';');
    const at = (name: string): number => columns.indexOf(name) - columns.length;
    for (const row of rows.slice(1)) {
      // Counts the columns from the end, because titles hold separators.
      const cells = row.split(';');
      const [paid = 0, ...parts] = ['Pago', 'Devolvido', 'Taxas', 'Juros', 'Líquido'].map((name) =>
        toCents(cells.at(at(name))),
      );
      expect(parts.reduce((sum, part) => sum + part, 0)).to.equal(paid);
    }
  });

  it('includes buyers’ CPFs for an administrator, but not for an accountant', async () => {
    const formattedCpf = '529.982.247-25';
    expect((await lines('export.sales')).text).to.not.include(formattedCpf);
    expect((await lines('export.sales', '', 'admin')).text).to.include(formattedCpf);
  });

  it('shows no document that was generated for a buyer who gave none', async () => {
    const { rows } = await lines('export.sales', '', 'admin');
    const row = rows.find((each) => each.includes('John Smith'));
    expect(row).to.include(';John Smith;Não informado;');
  });

  it('is written in English on request', async () => {
    const { rows, headers } = await lines('export.sales', '&language=en');
    expect(headers.get('content-disposition')).to.include('razao-sales-2026-10-01');
    expect(rows[0]).to.match(/^Date,Time \(Brasília, UTC-3\),Sale,Transaction,Seller,Buyer,/);
    expect(rows[1])
      .to.match(/^10\/05\/2026,09:00:00,/)
      .and.to.include(',PIX,1,Refunded,BRL,97.00,97.00,97.00,');
    const journal = await lines('export.journal', '&language=en');
    expect(journal.rows[1]).to.include('Sale received');
  });

  it('is identical when repeated for the same range', async () => {
    for (const name of ['export.journal', 'export.sales']) {
      expect((await lines(name)).text).to.equal((await lines(name)).text);
    }
  });

  it('is no failure of the server when its client leaves before the answer begins', async () => {
    const { services } = world;
    const failures: unknown[] = [];
    const closed = Promise.withResolvers<void>();
    let leave = (): void => undefined;
    const take = () => {
      leave();
      return closed.promise;
    };
    const noteClose: RequestHandler = (_request, response, next) => {
      response.once('close', closed.resolve);
      next();
    };
    const noteFailure: ErrorRequestHandler = (error, _request, response, _next) => {
      failures.push(error);
      response.destroy();
    };
    const routes = exportRoutes({ ...services, trail: { ...services.trail, take } });
    const server = createServer(express().use(noteClose, routes, noteFailure));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/export.sales?${range}`;
    const headers = { cookie: await world.cookieOf('accountant') };
    const request = get(url, { headers });
    leave = () => request.destroy();
    await once(request, 'error');
    // Waits for a second, complete export: by its end, the export that the client left has ended too.
    leave = () => undefined;
    expect(await (await fetch(url, { headers })).text()).to.include('Curso');
    server.close().closeAllConnections();
    expect(failures).to.deep.equal([]);
  });

  it('answers HEAD with the headers of GET, without a file', async () => {
    const exportPath = `/api/export.sales?${range}`;
    const head = await world.send('HEAD', exportPath, '', { as: 'accountant' });
    const { headers } = await world.get(exportPath, { as: 'accountant' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    for (const name of ['content-type', 'content-disposition'])
      expect(head.headers.get(name)).to.equal(headers.get(name));
    const stranger = await world.send('HEAD', exportPath, '', { as: 'ana' });
    expect(stranger.status).to.equal(403);
  });

  it('rejects an invalid range, parameter or language with 400, and POST with 405', async () => {
    for (const query of [
      '',
      'from=2026-10-01',
      'from=2026-10-31&to=2026-10-01',
      `${range}&x=1`,
      `${range}&language=fr`,
    ]) {
      const { status, body } = await world.get(`/api/export.journal?${query}`, { as: 'admin' });
      expect([status, problem.parse(body).code]).to.deep.equal([400, 'request/invalid-input']);
    }
    const posted = await world.post(`/api/export.journal?${range}`, {}, { as: 'admin' });
    expect(posted.status).to.equal(405);
  });
});
