import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where the API runs while the page is served by Vite itself. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** Sonner writes its style sheet into the page at run time, which our policy forbids; `toasts.tsx` imports it. */
const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  transform: (code, id) =>
    id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(.*$/m, '') : undefined,
};

export default defineConfig({
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
  ],
  build: {
    outDir: here('../../.dist/web/backoffice'),
    emptyOutDir: true,
    // Its own folder, because the checkout's files are served from the same origin.
    assetsDir: 'assets/backoffice',
    manifest: true,
    target: 'es2023',
  },
  server: {
    proxy: { '/api': api, '/live': { target: api, ws: true } },
  },
});
