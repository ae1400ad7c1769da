import { Router } from 'express';
import { z } from 'zod';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { errorTexts } from './error-texts.ts';
import { accessText, openApiDocument } from './openapi.ts';
import { procedureNames } from './procedure-names.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const text = (value: string): string => value.replaceAll(/[&<>"']/g, (it) => entities[it] ?? it);

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  section { border-top: 1px solid #8886; padding: .75rem 0; }
  h2 { margin: 2.5rem 0 .5rem; } h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; }
  p { margin: .25rem 0; } pre { overflow: auto; font-size: .8rem; } summary { cursor: pointer; }
  td, th { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }
  table { display: block; overflow: auto; } :target { outline: 2px solid #0762d1; }
`;

const shape = (label: string, schema: z.ZodType, io: 'input' | 'output'): string => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  const printed = text(JSON.stringify(json, undefined, 2));
  return `<details><summary>${label}</summary><pre tabindex="0">${printed}</pre></details>`;
};

const printSection = (name: ProcedureName): string => {
  const { kind, summary, input, output } = contract[name];
  const method = kind === 'query' ? 'GET' : 'POST';
  return `<section id="${name}">
    <h3>${method} /api/${name}</h3>
    <p>${text(summary)}. May be called by ${text(accessText(name))}.</p>
    ${shape('Input', input, 'input')}${shape('Output', output, 'output')}
  </section>`;
};

const printErrorRow = ([code, { status, pt, en }]: [
  string,
  (typeof errorTexts)['service/internal'],
]) =>
  `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td>` +
  `<td lang="pt-BR">${text(pt)}</td><td>${text(en)}</td></tr>`;

const areas = [...new Set(procedureNames.map((name) => name.split('.')[0] ?? name))];

const page = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Razão API</title><style nonce="${text(nonce)}">${style}</style>
</head>
<body>
<main>
<h1>Razão API</h1>
<p>Queries are GET with the input in the query string. Searches, whose input may be personal data, and mutations are POST with a
JSON body of at most 100 kB; mutations may carry an <code>Idempotency-Key</code>. Amounts are whole cents. Everything here, and the
exports, as <a href="/api/openapi.json">OpenAPI 3.1</a>; live updates come over a WebSocket at <code>/live</code>.</p>
${areas
  .map((area) => {
    const names = procedureNames.filter((name) => name.startsWith(`${area}.`));
    return `<h2 id="${area}">${area}</h2>${names.map(printSection).join('\n')}`;
  })
  .join('\n')}
<h2 id="errors">Errors</h2>
<p>Answers other than 2xx are <code>application/problem+json</code> (RFC 9457). The code is stable; the words may change.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Português</th><th>English</th></tr></thead>
<tbody>${Object.entries(errorTexts).map(printErrorRow).join('\n')}</tbody></table>
</main>
</body>
</html>`;

/** Serves `/api/openapi.json`, and `/api/docs` for people. */
export const docsRoutes = (): Router => {
  // The document is made at its first request, because making it takes longer than the rest of the API's start.
  let document: string | undefined;
  const router = Router();
  router.get('/api/openapi.json', (_request, response) => {
    response.locals.route = 'openapi';
    document ??= JSON.stringify(openApiDocument());
    response.type('application/json').send(document);
  });
  router.get('/api/docs', (_request, response) => {
    response.locals.route = 'docs';
    response.type('text/html').send(page(String(response.locals.cspNonce)));
  });
  return router;
};
