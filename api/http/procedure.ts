import type { Request, RequestHandler, Response } from 'express';
import { requireAccess, requireActor } from '#/api/auth/access.ts';
import { needsStepUp, requireStepUp } from '#/api/auth/step-up.ts';
import { memberKeyOf, type Caller, type CallerOf } from '#/api/auth/caller.ts';
import { clientAddress } from './client-address.ts';
import {
  contract,
  type OutputOf,
  type ParsedInputOf,
  type ProcedureName,
} from '#/api/contract/contract.ts';
import type { Kind, Procedure } from '#/api/contract/procedure.ts';
import { requireSameSite } from './cross-site.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { isProcedureName } from './procedure-names.ts';
import { searchOf } from './query-text.ts';
import { languageOf, parseInput, Rejected, type Language } from './problem.ts';
import { onceBy, onceByBuyer, type Once } from './once.ts';
import { readJson } from './request-body.ts';
import { withDeadlinePaused, withDeadline } from './request-deadline.ts';

interface CallBy<By> {
  /** Authorised for the procedure; the handler checks whose data it reads. */
  readonly caller: By;
  /** Undefined when the caller is not signed in. */
  readonly once: [By] extends [Caller] ? Once : Once | undefined;
  readonly onceByBuyer: (platformId: string) => Once;
  readonly requestId: string;
  /** Personal data: stored encrypted. */
  readonly ip: string;
  /** The `User-Agent` header. */
  readonly userAgent: string | null;
  readonly language: Language;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** For procedures that need a step-up only above an amount. @throws Rejected `session/step-up-required` */
  readonly requireStepUp: () => Promise<void>;
  /** @param cookie a `Set-Cookie` value */
  readonly setCookie: (cookie: string) => void;
  readonly services: Services;
}

export type Call<Name extends ProcedureName> = CallBy<CallerOf<Name>>;

/** @throws Refused, Rejected, AppendError: each becomes its problem document */
export type Handler<Name extends ProcedureName> = (
  input: ParsedInputOf<Name>,
  call: Call<Name>,
) => Promise<OutputOf<Name>>;

/** The handlers of one area of the contract. */
export type ProceduresOf<Area extends string> = {
  readonly [Name in Extract<ProcedureName, `${Area}.${string}`>]: Handler<Name>;
};

export type Procedures = { readonly [Name in ProcedureName]: Handler<Name> };

/** A handler of any procedure. It is declared as a method, because TypeScript compares method parameters bivariantly. */
interface AnyProcedure {
  handle(input: unknown, call: CallBy<Caller | undefined>): Promise<unknown>;
}

/** Largest body of a call, in bytes. */
export const MAXIMUM_BODY_BYTES = 100_000;

/** @throws Rejected `request/unsupported-media-type` unless announced as JSON in UTF-8; as `readJson` */
const bodyOf = async (request: Request): Promise<unknown> => {
  const charset = /;\s*charset="?([^;"\s]*)/i.exec(request.get('Content-Type') ?? '')?.[1];
  const isUtf8 = charset === undefined || charset.toLowerCase() === 'utf-8';
  if (!request.is('application/json') || !isUtf8) {
    throw new Rejected('request/unsupported-media-type');
  }
  return readJson(request, MAXIMUM_BODY_BYTES);
};

/** Returns the fields of the query string. @throws Rejected `request/invalid-input` for a repeated field, which has no single value */
export const queryOf = (request: Request): Readonly<Record<string, string>> => {
  const searchParams = searchOf(request);
  const repeated = [...searchParams.keys()].filter((name) => searchParams.getAll(name).length > 1);
  if (repeated.length > 0) {
    const errors = [...new Set(repeated)].map((path) => ({ path, message: 'repeated' }));
    throw new Rejected('request/invalid-input', { errors });
  }
  return Object.fromEntries(searchParams);
};

const idempotencyKeyOf = (request: Request): string | undefined => {
  const key = request.get('Idempotency-Key');
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Rejected('idempotency/invalid-key');
};

/** @throws Rejected `idempotency/invalid-key-age` */
const keyAgeOf = (request: Request): number | undefined => {
  const age = request.get('Idempotency-Key-Age');
  if (age === undefined || /^\d{1,9}$/.test(age)) return age === undefined ? age : Number(age);
  throw new Rejected('idempotency/invalid-key-age');
};

/** Requires GET for queries, whose input may appear in an address; POST for others. */
const requireMethod = (request: Request, kind: Kind): void => {
  const allowed = kind === 'query' ? ['GET', 'HEAD'] : ['POST'];
  if (allowed.includes(request.method)) return;
  throw new Rejected('request/method-not-allowed', { headers: { Allow: allowed.join(', ') } });
};

interface Run {
  readonly name: ProcedureName;
  readonly handle: AnyProcedure['handle'];
  /** Reads the input; called after the first check of access and step-up. */
  readonly read: () => Promise<unknown>;
}

/** @throws Rejected `idempotency/…`; as `requireActor`, `requireAccess`, `requireStepUp`, `read`, `parseInput` and `handle` */
const answerOf = async (
  request: Request,
  response: Response,
  { name, handle, read }: Run,
  services: Services,
): Promise<unknown> => {
  const { kind, input: schema, output } = contract[name];
  const { cookie } = request.headers;
  const admit = async (actor: string | undefined): Promise<Caller | undefined> => {
    const current = await services.callers.find(new Headers({ cookie: cookie ?? '' }));
    response.locals.actor = current?.actor ?? 'anonymous';
    requireActor(name, current, actor);
    requireAccess(name, current);
    if (needsStepUp.has(name)) await requireStepUp(services, cookie);
    return current;
  };
  const first = await admit(request.get('Acting-As'));
  const raw = await read();
  // Checked again: while the body arrived, the caller may have lost the right, the step-up may have ended, or the session's user may have
  // chosen another membership.
  const caller = await admit(first && memberKeyOf(first));
  const language = languageOf(request);
  const input = parseInput(schema, raw, language);
  const key = kind === 'mutation' ? idempotencyKeyOf(request) : undefined;
  const keyed = { procedure: name, key, keyAge: keyAgeOf(request), body: input };
  const answer = await handle(input, {
    caller,
    once: caller && onceBy(services.core, keyed, caller),
    onceByBuyer: onceByBuyer(services.core, keyed),
    requestId: String(response.locals.requestId),
    ip: clientAddress(request, services.proxies),
    userAgent: request.get('user-agent') ?? null,
    language,
    cookies: cookie,
    requireStepUp: () => requireStepUp(services, cookie),
    setCookie: (added) => void response.append('Set-Cookie', added),
    services,
  });
  // A field that the contract does not name must not leave the server.
  return output.parse(answer);
};

const call = async (
  request: Request,
  response: Response,
  { name, handle }: Omit<Run, 'read'>,
  services: Services,
): Promise<unknown> => {
  const { kind, limit }: Procedure = contract[name];
  requireMethod(request, kind);
  if (limit) await services.limit(limit, clientAddress(request, services.proxies));
  if (kind !== 'query') requireSameSite(request, services.publicUrl);
  const read = async () =>
    kind === 'query' ? queryOf(request) : withDeadlinePaused(() => bodyOf(request));
  return answerOf(request, response, { name, handle, read }, services);
};

/** Answers a query for a page that is drawn here, as `GET /api/<name>` would. @throws the same errors */
export type AnswerQuery = (
  request: Request,
  response: Response,
  name: string,
  input: Readonly<Record<string, string>>,
) => Promise<unknown>;

export const queryAnswers =
  (procedures: Procedures, services: Services): AnswerQuery =>
  async (request, response, name, input) => {
    if (!isProcedureName(name) || contract[name].kind !== 'query') {
      throw new Rejected('request/unknown-procedure');
    }
    const handlers: Readonly<Record<ProcedureName, AnyProcedure['handle']>> = procedures;
    const run = { name, handle: handlers[name], read: async () => input };
    return answerOf(request, response, run, services);
  };

/** Route of `/api/<name>`, for every name of the contract. */
export const procedureRoute = (procedures: Procedures, services: Services): RequestHandler => {
  const handlers: Readonly<Record<ProcedureName, AnyProcedure['handle']>> = procedures;
  return async (request, response, next) => {
    const name = request.path.slice(1);
    if (!isProcedureName(name)) return next();
    response.locals.route = name;
    const run = { name, handle: handlers[name] };
    const answer = await withDeadline(() => call(request, response, run, services));
    response.json(answer);
  };
};
