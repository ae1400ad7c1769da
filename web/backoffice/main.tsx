import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { endHold, releasePress, takeTyped } from './early-hands.ts';
import { giveFirstAnswers, sentAnswers } from './first-answers.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';
import './styles.css';

const queryClient = makeQueryClient();
giveFirstAnswers(queryClient, sentAnswers());
const router = makeRouter(queryClient);

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('index.html has no #root');

/** Whether the server rendered this page, and the user has not navigated back to another since. */
const isDrawn = (): boolean => root.hasChildNodes() && root.dataset['page'] === location.pathname;

const draw = (): void => {
  endHold();
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
};

/** Hydrates the server's page once all its code is loaded. */
const takeOver = async (): Promise<void> => {
  // Makes the router behave as at the server, where it renders without waiting.
  router.ssr = { manifest: undefined };
  await router.load();
  if (!isDrawn()) return draw();
  const retype = takeTyped(root);
  const onAlive = () => void retype().then(releasePress);
  hydrateRoot(root, <App queryClient={queryClient} router={router} onAlive={onAlive} />);
};

if (isDrawn()) void takeOver();
else draw();
