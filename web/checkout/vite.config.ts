import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const output = resolve(root, '.dist/web/checkout');

/** One file for two builds: the browser's and, with `--ssr`, the server's. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: here,
  base: '/checkout/',
  publicDir: false,
  cacheDir: resolve(root, 'node_modules/.vite/checkout'),
  resolve: { alias: [{ find: /^#\//, replacement: `${root}/` }] },
  plugins: [react(), tailwindcss()],
  // The server's bundle contains its dependencies, with React's production build.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? {
        outDir: resolve(output, 'server'),
        emptyOutDir: true,
        rolldownOptions: { input: { server: resolve(here, 'server.tsx') } },
      }
    : {
        outDir: resolve(output, 'client'),
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
        rolldownOptions: {
          input: {
            checkout: resolve(here, 'checkout-entry.tsx'),
            payment: resolve(here, 'payment-entry.tsx'),
            style: resolve(here, 'checkout.css'),
          },
        },
      },
}));
