import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dayOf, timestamp } from '#/domain/values/time.ts';
import type { AnswerQuery } from '#/api/http/procedure.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { readDrawnDocument } from './drawn-document.ts';
import { withDeadline } from '#/api/http/request-deadline.ts';
import type { Answers, BackofficeRenderer } from '#/web/backoffice/first-page/renderer.ts';

const pages = z.record(
  z.string(),
  z.object({
    /** URLs of modules that other pages do not need. */
    modules: z.array(z.string()),
    /** First queries of the page (`seller.getSummary?days=7`); `{month}` = current month. Absent = the page needs no session. */
    queries: z.array(z.string()).optional(),
  }),
);

export interface BackofficeDocument {
  readonly html: string;
  /** Paths of all pages, in the router's notation: `/platform/integrations/$id`. */
  readonly paths: readonly string[];
  readonly pages: z.output<typeof pages>;
}

/** @param folder output folder of the web build */
export const loadBackofficeDocument = async (folder: string): Promise<BackofficeDocument> => ({
  html: await readFile(join(folder, 'backoffice/index.html'), 'utf8'),
  paths: JSON.parse(await readFile(join(folder, 'backoffice-paths.json'), 'utf8')),
  pages: pages.parse(JSON.parse(await readFile(join(folder, 'backoffice-pages.json'), 'utf8'))),
});

/** The build writes this text into our inline scripts and styles; each response has its nonce in place of it. */
const NONCE = '{{nonce}}';

const SESSION = 'session.get';

type DrawPage = BackofficeRenderer['drawPage'];

type Ask = (name: string, input: Readonly<Record<string, string>>) => Promise<unknown>;

const findThisMonth = (): string => {
  const now = Temporal.Instant.fromEpochMilliseconds(thisMachine.wallMs());
  return dayOf(timestamp(now)).slice(0, 7);
};

/** Returns the answers to a page's first queries, by the query's text. Leaves out refused queries, which the page sends itself. */
const loadFirstAnswers = async (ask: Ask, queries: readonly string[]): Promise<Answers> => {
  const session = await ask(SESSION, {});
  const answers = { [SESSION]: session };
  if (session === null) return answers;
  const entries = queries.map(async (template) => {
    const text = template.replace('{month}', findThisMonth());
    const [name = '', search] = text.split('?', 2);
    const answer = await ask(name, Object.fromEntries(new URLSearchParams(search)));
    return [text, answer] as const;
  });
  const settled = await Promise.allSettled(entries);
  const answered = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return { ...answers, ...Object.fromEntries(answered) };
};

/** Prints JSON that cannot close its script element. */
const printInlineJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * Returns a function that draws a page; undefined if the browser has to. Pages without a session are drawn once, so that strangers cannot
 * cause drawing without end.
 */
const createPageDrawing = (
  { pages: pageNeeds }: BackofficeDocument,
  draw: DrawPage,
  logger: Logger,
) => {
  const publicPages = new Map<string, Promise<string | undefined>>();
  const tryDraw = (path: string, answers: Answers): Promise<string | undefined> =>
    draw({ path, answers }).catch((err: unknown) => {
      // The browser renders the page instead.
      logger.error({ err, path }, 'a page could not be drawn');
      return undefined;
    });
  return async (path: string, answers: Answers): Promise<string | undefined> => {
    if (pageNeeds[path] === undefined) return undefined;
    if (pageNeeds[path].queries !== undefined) {
      return answers[SESSION] ? tryDraw(path, answers) : undefined;
    }
    const publicPage = publicPages.get(path) ?? tryDraw(path, {});
    publicPages.set(path, publicPage);
    return publicPage;
  };
};

/** Returns a pattern that matches as the router does: a parameter is one path segment, and a trailing slash does not matter. */
const matchAnyOf = (paths: readonly string[]): RegExp => {
  const patterns = paths.map((path) => path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'));
  return new RegExp(`^(?:${patterns.join('|')})/?$`, 'i');
};

/** Whether a program requests this path, not a person: it gets a plain 404 instead of a page. */
const isFile = (path: string): boolean => /^\/\.well-known\/|\.\w+$/.test(path);

/** Serves one document for all pages. An unknown path gets the same document with status 404, for clients without scripts. */
export const backofficePage = (
  document: BackofficeDocument,
  answer: AnswerQuery,
  { draw, logger }: { readonly draw: DrawPage; readonly logger: Logger },
): RequestHandler => {
  const { html, paths, pages: pageNeeds } = document;
  const knownPaths = matchAnyOf(paths);
  const drawnPage = createPageDrawing(document, draw, logger);
  const drawnDocument = readDrawnDocument(html, NONCE);
  const [head = '', rest = ''] = html.split('</head>', 2);
  const answersOf = async (
    request: Request,
    response: Response,
    queries: readonly string[],
  ): Promise<Answers> => {
    const ask: Ask = (name, input) => answer(request, response, name, input);
    // If the session cannot be read, the page sends all queries itself, and shows the failure.
    return withDeadline(() => loadFirstAnswers(ask, queries)).catch(() => ({}));
  };
  return async (request, response) => {
    const isKnown = knownPaths.test(request.path);
    if (!isKnown) response.status(404);
    if (!isKnown && isFile(request.path)) {
      response.type('text').send('Not found\n');
      return;
    }
    const page = pageNeeds[request.path];
    const modules = page?.modules ?? [];
    // With filters in the address the queries differ; the page sends them itself.
    const isFiltered = page?.queries !== undefined && request.url.includes('?');
    const queries = isFiltered ? [] : page?.queries;
    const answers = queries ? await answersOf(request, response, queries) : {};
    const drawn = isFiltered ? undefined : await drawnPage(request.path, answers);
    const data = `<script type="application/json" id="first-answers">${printInlineJson(answers)}</script>`;
    const withNonce = (text: string): string =>
      text.replaceAll(NONCE, String(response.locals.cspNonce));
    response.type('html').set('Cache-Control', 'no-store');
    if (drawn === undefined) {
      const links = modules.map((url) => `<link rel="modulepreload" href="${url}">`).join('');
      response.send(`${withNonce(head)}${links}${data}</head>${withNonce(rest)}`);
      return;
    }
    const start = `${withNonce(drawnDocument.head)}${data}</head>${withNonce(drawnDocument.beforePage(request.path))}`;
    response.send(`${start}${drawn}${withNonce(drawnDocument.afterPage(modules))}`);
  };
};
