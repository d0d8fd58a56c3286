// `npm start`: installs and builds what is missing, then becomes the server.
import { ensureBuilt, ensureInstalled, runSextant } from './prepare.mjs'

await ensureInstalled()
ensureBuilt()
await runSextant(['serve', ...process.argv.slice(2)])
