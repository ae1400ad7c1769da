import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { isDrawnFor } from './first-page/drawn-page.ts';
import { endHold, holdMoves, releasePress, takeTyped } from './first-page/early-hands.ts';
import { giveFirstAnswers, readFirstAnswers } from './first-page/first-answers.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';
import './styles.css';

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('index.html has no #root');

const answers = readFirstAnswers();

/** Whether the server rendered the history entry that the user is at. */
const isDrawn = (): boolean => {
  const { pathname, search } = location;
  const drawnPage = { path: root.dataset['page'], answers };
  return root.hasChildNodes() && isDrawnFor(drawnPage, { pathname, search, state: history.state });
};

// Before the router, because listeners are called in the order in which they were added.
const releaseMoves = isDrawn() ? holdMoves(root) : undefined;
const queryClient = makeQueryClient();
giveFirstAnswers(queryClient, answers);
const router = makeRouter(queryClient);

const draw = (): void => {
  endHold();
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
};

/**
 * Hydrates the server's page; if the user has gone back or forward since, renders the page of that entry instead. `release` lets the
 * router get such moves.
 */
const takeOver = async (release: () => Promise<void>): Promise<void> => {
  // As on the server: renders without waiting.
  router.ssr = { manifest: undefined };
  await router.load();
  if (!isDrawn()) {
    draw();
    return release();
  }
  const restoreInput = takeTyped(root);
  const onAlive = () => void restoreInput().then(releasePress).then(release);
  hydrateRoot(root, <App queryClient={queryClient} router={router} onAlive={onAlive} />);
};

if (releaseMoves) void takeOver(releaseMoves);
else draw();
