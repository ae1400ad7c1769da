import { z } from 'zod';
import { access, type AccessName, type ExportName } from '#/api/auth/access.ts';
import { periodExportInput } from '#/api/contract/admin.ts';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { withdrawalsExportInput } from '#/api/contract/paid-withdrawals.ts';
import { sellersExportInput } from '#/api/contract/sellers.ts';
import { problem, type Procedure } from '#/api/contract/procedure.ts';
import { errorTexts } from './error-texts.ts';
import { procedureNames } from './procedure-names.ts';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return json;
};

const parametersOf = (input: z.ZodType): readonly Json[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const problemAnswer = {
  description: 'Problem (RFC 9457); `code` is stable, the words are not',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Same key and body: same answer, done once. Same key, other body: 422.',
  schema: { type: 'string', maxLength: 200 },
};

const idempotencyKeyAge = {
  name: 'Idempotency-Key-Age',
  in: 'header',
  required: false,
  description:
    'Seconds since you made the key. Repeat a request for at most 24 hours. After a failure of our server, a request with an older key, or without an age, may have been lost after it was carried out: acquirers are asked before anything is sent for it.',
  schema: { type: 'integer', minimum: 0 },
};

const actingAs = {
  name: 'Acting-As',
  in: 'header',
  required: false,
  description:
    'The `actor` of `session.get`. If the session is by now another membership’s, the call is refused as `session/other-member`.',
  schema: { type: 'string' },
};

/** Says in the docs who may call a procedure or export. */
export const accessText = (name: AccessName): string => {
  const needed = access[name];
  if (needed === 'public') return 'anyone';
  if (needed === 'person') return 'anyone who is signed in';
  if (needed === 'master') return 'masters';
  if (needed === 'manager') return 'managers, of their own sellers';
  return needed === 'seller' ? 'the seller' : `staff with ${needed.staff.join(' and ')}`;
};

/** Parameters in headers. */
const headersOf = (name: AccessName, isMutation: boolean): readonly Json[] => [
  ...(isMutation ? [idempotencyKey, idempotencyKeyAge] : []),
  ...(access[name] === 'public' ? [] : [actingAs]),
];

const operationOf = (name: ProcedureName, procedure: Procedure): Json => {
  const { kind, summary, input, output } = procedure;
  const content = { 'application/json': { schema: schemaOf(output, 'output') } };
  const headers = headersOf(name, kind === 'mutation');
  return {
    operationId: name,
    summary,
    description: `May be called by ${accessText(name)}.`,
    tags: [name.split('.')[0]],
    security: access[name] === 'public' ? [] : [{ session: [] }],
    ...(kind === 'query'
      ? { parameters: [...parametersOf(input), ...headers] }
      : {
          ...(headers.length > 0 && { parameters: headers }),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(input, 'input') } },
          },
        }),
    responses: { 200: { description: 'Done', content }, default: problemAnswer },
  };
};

const exportOf = (name: ExportName, summary: string, input: z.ZodType): Json => ({
  get: {
    operationId: name,
    summary,
    description: `May be called by ${accessText(name)}.`,
    tags: ['export'],
    security: [{ session: [] }],
    parameters: [...parametersOf(input), ...headersOf(name, false)],
    responses: {
      200: {
        description:
          'CSV, CRLF, UTF-8 with BOM. An amount and a day are `1234,56;31/12/2026` with `language=pt`, ' +
          '`1234.56,12/31/2026` with `language=en`.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      default: problemAnswer,
    },
  },
});

/** All procedures and exports as an OpenAPI 3.1 document. */
export const openApiDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Razão',
    version: '1',
    description:
      'Queries are GET with the input in the query string; searches, whose input may be personal data, and mutations are ' +
      'POST with JSON. Amounts are whole cents.',
  },
  paths: {
    ...Object.fromEntries(
      procedureNames.map((name) => {
        const method = contract[name].kind === 'query' ? 'get' : 'post';
        return [`/api/${name}`, { [method]: operationOf(name, contract[name]) }];
      }),
    ),
    '/api/export.journal': exportOf(
      'export.journal',
      'The journal of a period as CSV',
      periodExportInput,
    ),
    '/api/export.sales': exportOf(
      'export.sales',
      'The sales of a period as CSV',
      periodExportInput,
    ),
    '/api/export.sellers': exportOf(
      'export.sellers',
      'The sellers of the platform as CSV',
      sellersExportInput,
    ),
    '/api/export.withdrawals': exportOf(
      'export.withdrawals',
      'The withdrawals that were paid as CSV',
      withdrawalsExportInput,
    ),
  },
  components: {
    schemas: {
      Problem: schemaOf(problem.extend({ code: z.enum(Object.keys(errorTexts)) }), 'output'),
    },
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'razao.session_token' },
    },
  },
});
