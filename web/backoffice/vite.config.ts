import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Stands where the server writes the nonce of each answer (`api/http/backoffice-page.ts`). */
const NONCE = '{{nonce}}';

/** Where the API runs while the page is served by Vite itself. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** Sonner writes its style sheet into the page at run time, which our policy forbids; `toasts.tsx` imports it. */
const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  transform: (code, id) =>
    id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(.*$/m, '') : undefined,
};

/** Chunks that come later look for a link to tell whether the sheet is there; one that is disabled is never fetched. */
const linkTo = (file: string): string =>
  `<script nonce="${NONCE}">document.head.append(Object.assign(document.createElement('link'),` +
  `{rel:'stylesheet',disabled:true,href:'/${file}'}))</script>`;

/** The style sheet of all pages stands in the document, so that the first paint waits for no other file. */
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

/** Kits that pages fetch when they are wanted, and the language that few read, stay apart. */
const isShared = (id: string): boolean =>
  !/\/(?:@base-ui|@floating-ui|react-day-picker|date-fns|sonner)\/|\/i18n\/en\//.test(id);

/** Around every page, and what most lists are made of. */
const FRAME =
  /\/backoffice\/(?:area-layout|account-button|use-[a-z]+-id)|\/ui\/(?:live\.|badge|status-badge|blocks\/app-shell)/;
const LIST =
  /\/ui\/(?:blocks\/data-table|fields\/(?:select|combobox|closed-list|day-field|date-range|search-input)\.)/;

/** A phone waits for each file more than for its bytes, so what is small and needed together is one. */
const groups = [
  { name: 'common', test: isShared, minShareCount: 8, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'list', test: LIST },
];

/** Two builds from one file: the browser's, and with `--ssr` what draws pages at the server. */
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
  // One file with all it needs, and React's production build, as the checkout's.
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
