import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dayOf, timestamp } from '#/domain/time.ts';
import type { AnswerQuery } from '#/api/http/procedure.ts';
import { drawnDocument } from './drawn-document.ts';
import { withPatience } from '#/api/http/request-patience.ts';

const pages = z.record(
  z.string(),
  z.object({
    /** URLs of the modules that this page needs besides those of all pages. */
    modules: z.array(z.string()),
    /** What it asks first (`seller.getSummary?days=7`), where it is for people who are signed in; `{month}` is Brazil's now. */
    queries: z.array(z.string()).optional(),
  }),
);

/** The back office's document, the addresses that its router knows, and what its pages need at once. */
export interface BackofficeDocument {
  readonly html: string;
  /** As the router writes them: `/platform/integrations/$id`. */
  readonly paths: readonly string[];
  /** By path. */
  readonly pages: z.output<typeof pages>;
}

/** @param folder of all that the web build left */
export const loadBackofficeDocument = async (folder: string): Promise<BackofficeDocument> => ({
  html: await readFile(join(folder, 'backoffice/index.html'), 'utf8'),
  paths: JSON.parse(await readFile(join(folder, 'backoffice-paths.json'), 'utf8')),
  pages: pages.parse(JSON.parse(await readFile(join(folder, 'backoffice-pages.json'), 'utf8'))),
});

/** What the build writes where our own inline scripts and styles have the nonce of the answer. */
const NONCE = '{{nonce}}';

const SESSION = 'session.get';

type Answers = Readonly<Record<string, unknown>>;

/** What stands in a page, made from the answers that it would ask for first; undefined where its router leads elsewhere. */
export type DrawPage = (input: {
  readonly path: string;
  readonly answers: Answers;
}) => Promise<string | undefined>;

type Ask = (name: string, input: Readonly<Record<string, string>>) => Promise<unknown>;

const thisMonth = (): string => dayOf(timestamp(Temporal.Now.instant())).slice(0, 7);

/** Answers by the text of their query; what is refused is left out, and the page asks for it itself. */
const firstAnswers = async (ask: Ask, queries: readonly string[]): Promise<Answers> => {
  const session = await ask(SESSION, {});
  const answers = { [SESSION]: session };
  if (session === null) return answers;
  const asked = queries.map(async (template) => {
    const text = template.replace('{month}', thisMonth());
    const [name = '', search] = text.split('?', 2);
    const answer = await ask(name, Object.fromEntries(new URLSearchParams(search)));
    return [text, answer] as const;
  });
  const settled = await Promise.allSettled(asked);
  const answered = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return { ...answers, ...Object.fromEntries(answered) };
};

/** JSON that cannot end its script element. */
const inlineJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * Pages as the server draws them. Of those for people who are signed in only what their answers know of them; those before
 * it are the same for everybody, so strangers cannot have them drawn without end.
 */
const drawnPages = ({ pages: needs }: BackofficeDocument, draw: DrawPage, logger: Logger) => {
  const doors = new Map<string, Promise<string | undefined>>();
  const drawn = (path: string, answers: Answers): Promise<string | undefined> =>
    draw({ path, answers }).catch((err: unknown) => {
      // The app draws it, as where nothing is drawn.
      logger.error({ err, path }, 'a page could not be drawn');
      return undefined;
    });
  return async (path: string, answers: Answers): Promise<string | undefined> => {
    if (needs[path] === undefined) return undefined;
    if (needs[path].queries !== undefined) {
      return answers[SESSION] ? drawn(path, answers) : undefined;
    }
    const door = doors.get(path) ?? drawn(path, {});
    doors.set(path, door);
    return door;
  };
};

/** As the router reads them: a parameter is one part of the address, and a slash at the end says nothing. */
const knownAddress = (paths: readonly string[]): RegExp => {
  const patterns = paths.map((path) => path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'));
  return new RegExp(`^(?:${patterns.join('|')})/?$`, 'i');
};

/** What programs ask for, and would not know what to do with a page. */
const isFile = (path: string): boolean => /^\/\.well-known\/|\.\w+$/.test(path);

/**
 * The back office is one document whose router knows the addresses, and says so where there is none; who cannot read that,
 * such as a search engine, is told by the status. It comes with links to the modules of the page and with
 * the answers that it would ask for first, so that a slow phone waits for one round trip instead of four.
 */
export const backofficePage = (
  document: BackofficeDocument,
  answer: AnswerQuery,
  { draw, logger }: { readonly draw: DrawPage; readonly logger: Logger },
): RequestHandler => {
  const { html, paths, pages: needs } = document;
  const known = knownAddress(paths);
  const drawnPage = drawnPages(document, draw, logger);
  const early = drawnDocument(html, NONCE);
  const [head = '', rest = ''] = html.split('</head>', 2);
  const answersOf = async (
    request: Request,
    response: Response,
    queries: readonly string[],
  ): Promise<Answers> => {
    const ask: Ask = (name, input) => answer(request, response, name, input);
    // Where nothing is answered the page is there all the same, and says so.
    return withPatience(() => firstAnswers(ask, queries)).catch(() => ({}));
  };
  return async (request, response) => {
    const isKnown = known.test(request.path);
    if (!isKnown) response.status(404);
    if (!isKnown && isFile(request.path)) {
      response.type('text').send('Not found\n');
      return;
    }
    const page = needs[request.path];
    const modules = page?.modules ?? [];
    // Other filters are other questions, which the page asks itself.
    const isFiltered = page?.queries !== undefined && request.url.includes('?');
    const queries = isFiltered ? [] : page?.queries;
    const answers = queries ? await answersOf(request, response, queries) : {};
    const drawn = isFiltered ? undefined : await drawnPage(request.path, answers);
    const data = `<script type="application/json" id="first-answers">${inlineJson(answers)}</script>`;
    const withNonce = (ours: string): string =>
      ours.replaceAll(NONCE, String(response.locals.cspNonce));
    response.type('html').set('Cache-Control', 'no-store');
    if (drawn === undefined) {
      const links = modules.map((url) => `<link rel="modulepreload" href="${url}">`).join('');
      response.send(`${withNonce(head)}${links}${data}</head>${withNonce(rest)}`);
      return;
    }
    const start = `${withNonce(early.head)}${data}</head>${withNonce(early.beforePage(request.path))}`;
    response.send(`${start}${drawn}${withNonce(early.afterPage(modules))}`);
  };
};
