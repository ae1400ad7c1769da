import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** What React reads of the browser to show a component that draws nothing. */
const browser = { event: undefined, HTMLIFrameElement: EventTarget };

const openContainer = (): Element => {
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const ownerDocument = { ...listen, nodeType: 9, activeElement: null };
  const element = { ...listen, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument };
  return Object.assign(Object.create(null), element);
};

/** Does `work` as an event of the page, and all that follows from it at once: renders and effects. */
const run = async (work: () => void | Promise<void>): Promise<void> => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  try {
    await act(async () => work());
  } finally {
    Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  }
};

const opened: Root[] = [];

/** For `afterEach`: leaves the pages that `showHook` opened. */
export const leavePages = async (): Promise<void> => {
  for (const root of opened.splice(0)) await run(() => root.unmount());
  Reflect.deleteProperty(globalThis, 'window');
};

/**
 * Uses a hook as a page in a browser does, with its effects. `shown` is what it returned last, and `show` gives it other properties.
 * @param wrap puts contexts around the page
 */
export const showHook = async <Props, Shown>(
  hook: (props: Props) => Shown,
  initial: Props,
  wrap: (page: ReactNode) => ReactNode = (page) => page,
) => {
  const results: Shown[] = [];
  const Page = ({ props }: { readonly props: Props }) => {
    results.push(hook(props));
    return null;
  };
  Reflect.set(globalThis, 'window', browser);
  const root = createRoot(openContainer());
  opened.push(root);
  const client = new QueryClient();
  const show = (props: Props): Promise<void> =>
    run(() => {
      const page = wrap(createElement(Page, { props }));
      root.render(createElement(QueryClientProvider, { client }, page));
    });
  await show(initial);
  const shown = (): Shown => {
    const last = results.at(-1);
    if (last === undefined) throw new Error('nothing was shown');
    return last;
  };
  return { shown, show, run };
};
