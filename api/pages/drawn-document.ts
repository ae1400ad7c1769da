/** What Vite writes for the modules of all pages: the entry, and what it imports. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const IMPORTED = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

const ROOT = '<div id="root"';

/** What the browser remembers and tells no server, another language and what a list was searched for, the app alone draws. */
const LEAVE_TO_APP = `
let isLeft = history.state?.looking !== undefined;
try { isLeft ||= localStorage.getItem('razao.language') === 'en' } catch {}
if (isLeft) document.getElementById('root').replaceChildren();`;

/**
 * Presses of buttons are kept until the app is alive (`web/backoffice/early-hands.ts`), also from the app: one that hears a press
 * early, and again when it is given back, closes what it has opened. Links lead on by themselves.
 */
const HOLD_PRESSES = `
pressHold = new AbortController();
addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  heldPress = button;
}, { capture: true, signal: pressHold.signal });`;

/** Before a page is painted, modules would only take line and processor from it. Not all browsers tell when they paint. */
const startAfterPaint = (entry: string, imported: readonly string[]): string => `
let isStarted = false;
const start = () => {
  if (isStarted) return;
  isStarted = true;
  const add = (tag, given) => document.head.append(Object.assign(document.createElement(tag), given));
  for (const href of ${JSON.stringify(imported)}) add('link', { rel: 'modulepreload', href });
  add('script', { type: 'module', src: ${JSON.stringify(entry)} });
};
if (isLeft || document.hidden) start();
else new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
setTimeout(start, 1_000);`;

/** A document with a page in it, to be read before any module has come: the page stands between the two. */
interface DrawnDocument {
  /** Until the end of its head. */
  readonly head: string;
  readonly beforePage: (path: string) => string;
  /** @param modules URLs of those that this page needs besides those of all pages */
  readonly afterPage: (modules: readonly string[]) => string;
}

/**
 * @param html as Vite wrote it
 * @param nonce stands where that of the answer comes
 */
export const drawnDocument = (html: string, nonce: string): DrawnDocument => {
  const [head = '', body = ''] = html.split('</head>', 2);
  const [before = '', after = ''] = body.split(`${ROOT}>`, 2);
  const entry = ENTRY.exec(head)?.[1] ?? '';
  const imported = [...head.matchAll(IMPORTED)].map(([, url = '']) => url);
  return {
    head: head.replace(ENTRY, '').replaceAll(IMPORTED, ''),
    beforePage: (path) => `${before}${ROOT} data-page="${path}">`,
    afterPage: (modules) => {
      const lines = [LEAVE_TO_APP, HOLD_PRESSES, startAfterPaint(entry, [...imported, ...modules])];
      const script = `<script nonce="${nonce}">{${lines.join('')}\n}</script>`;
      return after.replace('</div>', `</div>${script}`);
    },
  };
};
