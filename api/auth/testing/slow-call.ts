import { request } from 'node:http';
import { problem } from '#/api/contract/procedure.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { ApiAnswer, ApiWorld } from '#/api/testing/api-world.ts';
import { parseJson } from '#/domain/values/parse-json.ts';

/** The code of a refusal; `done` without one. */
export const codeOf = ({ status, body }: Pick<ApiAnswer, 'status' | 'body'>): string =>
  status === 200 ? 'done' : problem.parse(body).code;

/** Sends a request whose body stops after one byte. @returns a function that sends the rest, and returns as `codeOf` */
export const beginSlowCall = (
  { url }: Pick<ApiWorld, 'url'>,
  name: ProcedureName,
  input: object,
  cookie: string,
): (() => Promise<string>) => {
  const body = JSON.stringify(input);
  const answered = Promise.withResolvers<string>();
  const headers = {
    cookie,
    origin: url,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const asked = request(`${url}/api/${name}`, { method: 'POST', headers });
  asked.on('error', answered.reject);
  asked.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (text += part));
    response.on('end', () =>
      answered.resolve(codeOf({ status: response.statusCode ?? 0, body: parseJson(text) })),
    );
  });
  asked.write(body.slice(0, 1));
  return () => {
    asked.end(body.slice(1));
    return answered.promise;
  };
};
