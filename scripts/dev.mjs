// `npm run dev`: the server from its sources, restarted when they change, and the browser files by Vite.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureInstalled, root, say, tools } from './prepare.mjs'

await ensureInstalled()

const { createServer } = await import('vite')
const vite = await createServer({ configFile: join(root, 'vite.config.ts'), clearScreen: false })
await vite.listen()

const server = spawn(
  process.execPath,
  [tools.tsx, 'watch', '--clear-screen=false', 'cli/main.ts', 'serve', ...process.argv.slice(2)],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { NODE_ENV: 'development', ...process.env } },
)
say(`Open ${vite.resolvedUrls?.local[0]} (pages reload as you edit; the server restarts by itself)`)

// A terminal sends its interrupt to the server too; a second one would cut short its closing.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))

const [code] = await once(server, 'exit')
await vite.close()
process.exit(code ?? 1)
