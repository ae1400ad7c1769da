import { answerFirstWith } from '#/web/lib/rpc.ts';

/** What nobody took by then may no longer be true. */
const FRESH_MILLISECONDS = 10_000;

/** The answers that came with the document (`api/backoffice-page.ts`) are the first to be given, each once. */
export const takeFirstAnswers = (): void => {
  const json = document.querySelector('#first-answers')?.textContent ?? '{}';
  const given = new Map<string, unknown>(Object.entries(JSON.parse(json)));
  answerFirstWith((query) => {
    if (!given.has(query)) return undefined;
    const answer = JSON.stringify(given.get(query));
    given.delete(query);
    return answer;
  });
  setTimeout(() => given.clear(), FRESH_MILLISECONDS);
};
