import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { giveFirstAnswers } from './first-page/first-answers.ts';
import { makeQueryClient } from './query-client.ts';
import type { BackofficeRenderer } from './first-page/renderer.ts';
import { makeRouter } from './router.ts';

/** Not rendered: its token is after the #, which the server does not get. */
const WELCOME = '/welcome';

/** Each render has its own router and responses. */
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
