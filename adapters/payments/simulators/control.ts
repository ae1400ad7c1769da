import type { IncomingMessage, ServerResponse } from 'node:http';
import { inReaisText } from '#/adapters/payments/kit/values/amount.ts';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import type { Certificates } from './certificates.ts';
import { CLIENT_CERTIFICATE_PATH, type Simulator } from './simulator.ts';

/** The control server: the page where a person pays, and the client certificate. */

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (simulator: Simulator, id: string, what: string): string => `<tr>
<td>${escapeHtml(simulator.label)}</td><td>${escapeHtml(id)}</td><td>${escapeHtml(what)}</td>
<td><form method="post" action="/simulator/payments/${encodeURIComponent(id)}/pay"><button>Pagar</button></form></td>
</tr>`;

const page = (simulators: readonly Simulator[]): string => {
  const rows = simulators.flatMap((simulator) =>
    simulator
      .openCharges()
      .map(({ transactionId, amount, paymentMethod = '' }) =>
        row(simulator, transactionId, `${paymentMethod} R$ ${inReaisText.write(amount)}`),
      ),
  );
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Simuladores</title>
<h1>Cobranças abertas</h1>
${rows.length === 0 ? '<p>Nenhuma.</p>' : `<table>${rows.join('')}</table>`}</html>`;
};

const pay = (
  simulators: readonly Simulator[],
  transactionId: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void => {
  const simulator = simulators.find((each) => each.pay(transactionId));
  if (simulator === undefined) {
    return sendJson(response, 404, { message: 'No open charge has this id.' });
  }
  if (request.headers.accept?.includes('text/html')) {
    response.writeHead(303, { location: '/' }).end();
  } else sendJson(response, 200, { transactionId, provider: simulator.id, status: 'APPROVED' });
};

export const createControl =
  (simulators: () => readonly Simulator[], { ca, client }: Certificates) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://control.invalid');
    const endpoint = `${request.method} ${pathname}`;
    const [, id] = /^POST \/simulator\/payments\/([^/]+)\/pay$/.exec(endpoint) ?? [];
    request.resume();
    if (id !== undefined) pay(simulators(), decodeURIComponent(id), { request, response });
    else if (endpoint === 'GET /') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page(simulators()));
    } else if (endpoint === `GET ${CLIENT_CERTIFICATE_PATH}`) response.end(client);
    else if (endpoint === 'GET /certificates/ca.pem') response.end(ca);
    else sendJson(response, 404, { message: 'Not found.' });
  };
