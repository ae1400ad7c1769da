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

/** The server has drawn this page, and nobody has gone back to another since. */
const isDrawn = (): boolean => root.hasChildNodes() && root.dataset['page'] === location.pathname;

const draw = (): void => {
  endHold();
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
};

/** What the server has drawn goes on as it stands, once all that it is made of is here. */
const takeOver = async (): Promise<void> => {
  // As at the server, where nothing is waited for.
  router.ssr = { manifest: undefined };
  await router.load();
  if (!isDrawn()) return draw();
  const retype = takeTyped(root);
  const onAlive = () => void retype().then(releasePress);
  hydrateRoot(root, <App queryClient={queryClient} router={router} onAlive={onAlive} />);
};

if (isDrawn()) void takeOver();
else draw();
