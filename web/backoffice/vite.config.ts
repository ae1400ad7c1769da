import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A placeholder that the server replaces with the nonce of each response (`api/pages/backoffice-page.ts`). */
const NONCE = '{{nonce}}';

/** The URL of the API while Vite itself serves the page. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** Sonner adds its style sheet at run time, which our Content-Security-Policy forbids; `toasts.tsx` imports it instead. */
const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  transform: (code, id) =>
    id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(.*$/m, '') : undefined,
};

/**
 * Adds a link to the inlined style sheet. Vite loads the style sheet of a lazy chunk again unless the document has a link to it. The link
 * is disabled, so the browser never fetches it.
 */
const linkTo = (file: string): string =>
  `<script nonce="${NONCE}">document.head.append(Object.assign(document.createElement('link'),` +
  `{rel:'stylesheet',disabled:true,href:'/${file}'}))</script>`;

/** The style sheet of all pages is inlined in the document, so that the first paint waits for no other file. */
const withInlineStyle: Plugin = {
  name: 'with-inline-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const sheet = bundle?.[file];
        if (sheet?.type !== 'asset') return link;
        return `<style nonce="${NONCE}">${String(sheet.source)}</style>${linkTo(file)}`;
      }),
  },
};

/** UI kits that are loaded on demand, and English texts, which few users need, stay in chunks of their own. */
const isShared = (id: string): boolean =>
  !/\/(?:@base-ui|@floating-ui|react-day-picker|date-fns|sonner)\/|\/i18n\/en\//.test(id);

/** Modules of the frame of every page, and modules that most lists use. */
const FRAME =
  /\/backoffice\/(?:area-layout|account-button|use-[a-z]+-id)|\/ui\/(?:live\.|badge|status-badge|blocks\/app-shell)/;
const LIST =
  /\/ui\/(?:blocks\/data-table|fields\/(?:select|combobox|closed-list|day-field|date-range|search-input)\.)/;

/** Small modules that are used together share a chunk, so that a page loads fewer files. */
const groups = [
  { name: 'common', test: isShared, minShareCount: 45, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'list', test: LIST },
];

/** One file for two builds: the browser's, and with `--ssr` the server's renderer. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: here('.'),
  plugins: [
    // Must come before react(), or code splitting silently does nothing.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('./routes'),
      tmpDir: here('../../.dist/.route-tree'),
      generatedRouteTree: here('./route-tree.gen.ts'),
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    withoutInjectedStyles,
    tailwindcss(),
    withInlineStyle,
  ],
  html: { cspNonce: NONCE },
  // Bundles all dependencies, with React's production build, as for the checkout.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? {
        outDir: here('../../.dist/web/backoffice-server'),
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { server: here('./server.tsx') },
          output: { codeSplitting: false },
        },
      }
    : {
        outDir: here('../../.dist/web/backoffice'),
        emptyOutDir: true,
        // Its own folder, because the checkout's files are served from the same origin.
        assetsDir: 'assets/backoffice',
        manifest: true,
        target: 'es2023',
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
  server: {
    proxy: { '/api': api, '/live': { target: api, ws: true } },
  },
}));
