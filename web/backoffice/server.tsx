import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { giveFirstAnswers } from './first-answers.ts';
import type { Answers } from './first-answers.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

interface Drawing {
  /** The page's address, without a query. */
  readonly path: string;
  /** All that may be known of whoever asked for it; nothing else is asked. */
  readonly answers: Answers;
}

/** What the server may draw. */
export interface BackofficeRenderer {
  /** What stands in `#root` in Portuguese; undefined where the app would lead to another page. */
  readonly drawPage: (input: Drawing) => Promise<string | undefined>;
}

/** Its token stands after the #, which no server is told. */
const WELCOME = '/welcome';

/** Nothing is shared between two drawings: each has its own router and its own answers. */
const drawPage: BackofficeRenderer['drawPage'] = async ({ path, answers }) => {
  if (path === WELCOME) return undefined;
  const queryClient = makeQueryClient();
  giveFirstAnswers(queryClient, answers);
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  if (router.state.matches.length === 0) return undefined;
  return renderToString(<App queryClient={queryClient} router={router} />);
};

const renderer: BackofficeRenderer = { drawPage };

export default renderer;
