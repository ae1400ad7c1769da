import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The server replaces it with the nonce of each response. */
const NONCE = '{{nonce}}';

/** The API's URL while Vite serves the page. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** Sonner adds its style sheet at run time, which our Content-Security-Policy forbids. */
const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  transform: (code, id) =>
    id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(.*$/m, '') : undefined,
};

/** Without a link to the style sheet, Vite would load it again with a lazy chunk. Browsers do not fetch a disabled link. */
const linkTo = (file: string): string =>
  `<script nonce="${NONCE}">document.head.append(Object.assign(document.createElement('link'),` +
  `{rel:'stylesheet',disabled:true,href:'/${file}'}))</script>`;

/** The style sheet is inlined, so that the first paint waits for no other file. */
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

/** Whether a module may be in the common chunk. UI kits that are loaded on demand, and English texts, may not. */
const isShared = (id: string): boolean =>
  !/\/(?:@base-ui|@floating-ui|react-day-picker|date-fns|sonner)\/|\/i18n\/en\//.test(id);

const FRAME =
  /\/backoffice\/(?:area-layout|account-button|use-[a-z]+-id)|\/ui\/(?:live\.|badge|status-badge|blocks\/app-shell)/;
const LIST =
  /\/ui\/(?:blocks\/data-table|fields\/(?:select|combobox|closed-list|day-field|date-range|search-input)\.)/;

/** Small modules share a chunk, so that a page loads fewer files. */
const groups = [
  { name: 'common', test: isShared, minShareCount: 45, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'list', test: LIST },
];

/** One file for two builds: the browser's and, with `--ssr`, the server's. */
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
  // The server's bundle contains its dependencies, with React's production build.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? {
        outDir: here('../../.dist/web/backoffice-server'),
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { server: here('./server.tsx') },
          // Only browsers judge new passwords; the dictionaries are a megabyte.
          external: [/^@zxcvbn-ts\//],
          output: { codeSplitting: false },
        },
      }
    : {
        outDir: here('../../.dist/web/backoffice'),
        emptyOutDir: true,
        // A folder of its own, because the checkout's files are served from the same origin.
        assetsDir: 'assets/backoffice',
        manifest: true,
        target: 'es2023',
        // The largest file holds the words of Portuguese, for the meter of a new password.
        chunkSizeWarningLimit: 700,
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
  server: {
    proxy: { '/api': api, '/live': { target: api, ws: true } },
  },
}));
