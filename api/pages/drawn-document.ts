/** The tags that Vite writes: one for the first module, and one for each other module that all pages need. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const IMPORTED = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

const ROOT = '<div id="root"';

/** Removes the page drawn by the server if the browser stores English or the search text of a list, which the server does not know. */
const LEAVE_TO_APP = `
let isLeft = history.state?.searchText !== undefined;
try { isLeft ||= localStorage.getItem('razao.language') === 'en' } catch {}
if (isLeft) document.getElementById('root').replaceChildren();`;

/** Holds back presses on buttons until the app has started. The app then repeats the last press, and handles no press twice. */
const HOLD_PRESSES = `
pressHold = new AbortController();
addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  heldPress = button;
}, { capture: true, signal: pressHold.signal });`;

/** Loads the modules after the first paint: before, they would compete with the paint for network and processor. */
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

/** Parts of a document that is readable before any module has loaded. */
interface DrawnDocument {
  /** Up to the end of the document's head. */
  readonly head: string;
  readonly beforePage: (path: string) => string;
  /** @param modules URLs of modules that other pages do not need */
  readonly afterPage: (modules: readonly string[]) => string;
}

/**
 * @param html as Vite wrote it
 * @param nonce placeholder for the response's nonce
 */
export const readDrawnDocument = (html: string, nonce: string): DrawnDocument => {
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
