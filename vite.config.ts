import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

// What the server answers while developing. Our own modules are asked for by path too, and a folder of
// web/ may have one of these names, so addresses of source files stay here.
const SERVER_PATHS =
  '^/(?:trpc|imports|files|identity|app-config\\.json|meta|security-check|healthz|readyz|metrics|dev)(?![^?]*\\.(?:tsx?|css)(?:\\?|$))(?:[/?]|$)'

export default defineConfig({
  root: folder('web'),
  plugins: [react()],
  cacheDir: folder('node_modules/.vite'),
  build: {
    outDir: folder('dist/web'),
    emptyOutDir: true,
    manifest: true,
    // One small file: no page waits for a style of its own, or is laid out twice.
    cssCodeSplit: false,
    // The content policy has no `data:` for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
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
      [SERVER_PATHS]: {
        target: `http://127.0.0.1:${process.env['SEXTANT_PORT'] ?? 4600}`,
        ws: true,
      },
    },
  },
})
