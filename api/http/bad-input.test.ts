import { expect } from 'chai';
import { z } from 'zod';
import { access, type AccessName } from '#/api/auth/access.ts';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { errorTexts } from '#/api/http/error-texts.ts';
import type { ErrorCode } from '#/api/http/error-texts/error-code.ts';
import { isErrorCode } from '#/api/http/problem.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import {
  apiWorld,
  type ApiAnswer,
  type ApiWorld,
  type RequestOptions,
} from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { queryText, UNKNOWN, validInputs } from '#/api/testing/valid-inputs.ts';

const allowedPerson = (name: AccessName): Person | undefined => {
  const needed = access[name];
  if (needed === 'public') return undefined;
  if (needed === 'master' || needed === 'manager') return needed;
  return needed === 'seller' || needed === 'person' ? 'ana' : 'admin';
};

const asAllowed = (name: AccessName): RequestOptions => {
  const as = allowedPerson(name);
  return as ? { as } : {};
};

const isQuery = (name: ProcedureName): boolean => contract[name].kind === 'query';

const namesWithBody = procedureNames.filter((name) => !isQuery(name));

const fieldsOf = (name: ProcedureName) => {
  const { properties = {}, required = [] } = z.toJSONSchema(contract[name].input, { io: 'input' });
  return { all: Object.keys(properties), required };
};

/** Stacks, SQL, file paths, package names. */
const LEAK = /\bat .+:\d+:\d+|\.ts\b|node_modules|SELECT |relation "|ZodError|pg-pool|postgres/i;

describe('Bad input', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const ask = (name: ProcedureName, input: object, options: RequestOptions): Promise<ApiAnswer> =>
    isQuery(name)
      ? world.get(`/api/${name}?${queryText(input)}`, options)
      : world.post(`/api/${name}`, input, options);

  /** Expects this problem in both languages, without leaks, and that nothing was written. */
  const expectProblem = async (
    call: () => Promise<ApiAnswer>,
    code: ErrorCode,
    path?: string,
  ): Promise<void> => {
    const head = await world.lastFact();
    const { status, headers, text, body } = await call();
    const { pt, en } = errorTexts[code];
    expect(status, text).to.equal(errorTexts[code].status);
    expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
    expect(headers.get('cache-control')).to.equal('no-store');
    const document = problem.parse(body);
    expect(document).to.include({ code, status, title: pt });
    expect(document.detail).to.deep.equal({ pt, en });
    expect(headers.get('x-request-id')).to.equal(document.requestId);
    if (path !== undefined) expect(document.errors?.map((each) => each.path)).to.include(path);
    expect(text).to.not.match(LEAK);
    expect(await world.lastFact()).to.equal(head);
  };

  for (const name of procedureNames) {
    const { all, required } = fieldsOf(name);
    const input: Readonly<Record<string, unknown>> = { ...validInputs[name] };

    describe(name, () => {
      it('rejects an unknown field', () =>
        expectProblem(
          () => ask(name, { ...input, surprise: '1' }, asAllowed(name)),
          'request/invalid-input',
          'surprise',
        ));

      for (const field of required) {
        it(`rejects a missing ${field}`, () => {
          const { [field]: _, ...rest } = input;
          return expectProblem(
            () => ask(name, rest, asAllowed(name)),
            'request/invalid-input',
            field,
          );
        });
      }

      if (isQuery(name)) {
        for (const field of all) {
          it(`rejects ${field} given twice`, () => {
            const twice = `${field}=1&${field}=2&${queryText({ ...input, [field]: '1' })}`;
            const path = `/api/${name}?${twice}`;
            return expectProblem(
              () => world.get(path, asAllowed(name)),
              'request/invalid-input',
              field,
            );
          });
        }

        it('rejects POST', () =>
          expectProblem(
            () => world.post(`/api/${name}`, input, asAllowed(name)),
            'request/method-not-allowed',
          ));
      } else {
        for (const field of all) {
          it(`rejects ${field} of another type`, () =>
            expectProblem(
              () => ask(name, { ...input, [field]: [{ not: 'expected' }] }, asAllowed(name)),
              'request/invalid-input',
            ));
        }
      }

      if (access[name] !== 'public') {
        it('rejects callers who are not signed in', () =>
          expectProblem(() => ask(name, input, {}), 'session/required'));

        if (access[name] !== 'person') {
          it('rejects the wrong role', () => {
            const as = name.startsWith('seller.') ? 'admin' : 'ana';
            return expectProblem(() => ask(name, input, { as }), 'session/forbidden');
          });
        }

        it('rejects an invented session cookie', () => {
          const headers = { cookie: 'razao.session_token=made-up.c2lnbmF0dXJl' };
          return expectProblem(() => ask(name, input, { headers }), 'session/required');
        });
      }

      if (Object.values(input).includes(UNKNOWN)) {
        it('answers 404 for an unknown id', async () => {
          const { status, body } = await ask(name, input, asAllowed(name));
          const { code } = problem.parse(body);
          expect(status, code).to.equal(404);
          if (!isErrorCode(code)) throw new Error(code);
          await expectProblem(() => ask(name, input, asAllowed(name)), code);
        });
      }
    });
  }

  for (const name of namesWithBody) {
    const path = `/api/${name}`;
    const json = { 'content-type': 'application/json' };
    const sending = (text: string, headers: Readonly<Record<string, string>> = json) =>
      world.send('POST', path, text, { ...asAllowed(name), headers });

    describe(`Request body of ${name}`, () => {
      it('rejects malformed JSON', () =>
        expectProblem(() => sending('{"a": '), 'request/malformed-json'));

      it('rejects a JSON string', () =>
        expectProblem(() => sending('"text"'), 'request/malformed-json'));

      it('rejects a JSON array', () => expectProblem(() => sending('[]'), 'request/invalid-input'));

      it('rejects a __proto__ field', () =>
        expectProblem(() => sending('{"__proto__": {"isAdmin": true}}'), 'request/invalid-input'));

      it('rejects more than 100 kB', () =>
        expectProblem(
          () => sending(JSON.stringify({ note: 'x'.repeat(100_001) })),
          'request/too-large',
        ));

      it('rejects JSON nested 40,000 levels deep', () =>
        expectProblem(
          () => sending(`{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`),
          'request/invalid-input',
        ));

      it('rejects a form', () =>
        expectProblem(
          () => sending('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
          'request/unsupported-media-type',
        ));

      it('rejects a compressed body', () =>
        expectProblem(
          () => sending('x', { ...json, 'content-encoding': 'gzip' }),
          'request/unsupported-media-type',
        ));

      it('rejects GET', () =>
        expectProblem(() => world.get(path, asAllowed(name)), 'request/method-not-allowed'));

      it('rejects requests from another site', async () => {
        const headers = { ...json, origin: 'https://evil.example' };
        await expectProblem(() => sending('{}', headers), 'request/cross-site');
        const marked = { ...json, 'sec-fetch-site': 'cross-site' };
        await expectProblem(() => sending('{}', marked), 'request/cross-site');
      });

      if (contract[name].kind === 'search') return;
      it('rejects an overlong Idempotency-Key', () => {
        const input = JSON.stringify(validInputs[name]);
        const headers = { ...json, 'idempotency-key': 'x'.repeat(201) };
        return expectProblem(() => sending(input, headers), 'idempotency/invalid-key');
      });
    });
  }

  it('rejects text that PostgreSQL cannot store', async () => {
    const withNul = { paymentId: UNKNOWN, note: 'nul \0 byte' };
    const withHalfPair = { paymentId: UNKNOWN, note: 'half a \ud800 pair' };
    for (const each of [withNul, withHalfPair]) {
      await expectProblem(
        () => world.post('/api/seller.requestRefund', each, { as: 'ana' }),
        'request/invalid-input',
      );
    }
  });

  it('rejects malformed and forged list cursors', async () => {
    const forged = (after: readonly unknown[]) =>
      Buffer.from(
        JSON.stringify({
          sort: 'requested_at,payment_id DESC',
          filters: JSON.stringify({ platformId: 'demo', sellerId: 'seller-1' }),
          after,
        }),
      ).toString('base64url');
    const cursors = ['x', forged([]), forged(['no time', 'x']), forged([1, 2, 3])];
    for (const cursor of cursors) {
      await expectProblem(
        () => world.get(`/api/seller.listSales?cursor=${cursor}`, { as: 'ana' }),
        'request/invalid-input',
      );
    }
    await expectProblem(
      () => world.get('/api/admin.listNotices?cursor=1;DROP', { as: 'admin' }),
      'request/invalid-input',
    );
  });

  const ranges = {
    'end before they begin': 'from=2026-11-30&to=2026-11-01',
    'end in the year 9999': 'from=2026-11-01&to=9999-12-31',
  };
  for (const [what, range] of Object.entries(ranges)) {
    for (const path of ['export.journal', 'export.sales', 'admin.getTrialBalance']) {
      it(`rejects date ranges that ${what} at ${path}`, () =>
        expectProblem(
          () => world.get(`/api/${path}?${range}`, { as: 'admin' }),
          'request/invalid-input',
        ));
    }
  }

  it('answers 404 at unknown addresses', async () => {
    const paths = [
      '/api/nothing.here',
      '/api/toString',
      '/api/__proto__',
      '/assets/nothing.js',
      '/api/%E0%A4%A',
    ];
    for (const path of paths) {
      await expectProblem(() => world.get(path), 'request/unknown-procedure');
    }
    await expectProblem(
      () => world.post('/api/auth/sign-up/email', {}),
      'request/unknown-procedure',
    );
    await expectProblem(() => world.post('/api/auth/update-user', {}), 'request/unknown-procedure');
  });

  it('answers in English when Accept-Language prefers it', async () => {
    const options = { headers: { 'accept-language': 'en-US,en;q=0.9,pt;q=0.1' } };
    const { body, headers } = await world.get('/api/seller.getBalance', options);
    expect(problem.parse(body).title).to.equal(errorTexts['session/required'].en);
    expect(headers.get('content-language')).to.equal('en');
    const { body: english } = await world.get('/api/checkout.getCheckout', options);
    expect(problem.parse(english).errors?.[0]?.message).to.match(/expected string/i);
    const { body: portuguese } = await world.get('/api/checkout.getCheckout');
    expect(problem.parse(portuguese).errors?.[0]?.message).to.match(/esperava/i);
  });
});
