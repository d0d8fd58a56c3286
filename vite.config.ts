import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { SERVER_PATHS } from './contract/server-paths.ts'
import packageJson from './package.json' with { type: 'json' }
import { licensesFile, serviceWorkerFile } from './scripts/vite-plugins.ts'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

// Our own modules are asked for by path too while developing, and a folder of web/ may have one of these names, so
// addresses of source files stay here.
const PROXIED = `^/(?:${SERVER_PATHS.join('|').replaceAll('.', '\\.')})(?![^?]*\\.(?:tsx?|css)(?:\\?|$))(?:[/?]|$)`

export default defineConfig({
  root: folder('web'),
  plugins: [react(), licensesFile(folder('.')), serviceWorkerFile(folder('.'), SERVER_PATHS)],
  define: {
    'import.meta.env.VERSION': JSON.stringify(process.env['SEXTANT_TEST_VERSION'] ?? packageJson.version),
  },
  cacheDir: folder('node_modules/.vite'),
  build: {
    outDir: folder('dist/web'),
    // Browsers that do not preload still load; those are older than what the pages need otherwise.
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    manifest: true,
    // One small file: no page waits for a style of its own, or is laid out twice.
    cssCodeSplit: false,
    // The content policy has no `data:` for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The package does not say so itself, and half of it is for servers and sockets.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
      output: {
        // The shell lists them all: with names it would be two kilobytes larger. The manifest says what each of them is.
        chunkFileNames: 'assets/[hash:7].js',
        // What every page needs is one file: a dozen small ones would wait for each other.
        codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: [folder('web'), folder('contract'), folder('node_modules')] },
    proxy: {
      [PROXIED]: {
        target: `http://127.0.0.1:${process.env['SEXTANT_PORT'] ?? 4600}`,
        ws: true,
      },
    },
  },
})
