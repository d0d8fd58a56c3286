// `./sextant …` or `npm run sextant -- …`: the command line. Standard output is the command's alone.
import { ensureBuilt, ensureInstalled, runSextant } from './prepare.mjs'

await ensureInstalled()
ensureBuilt()
await runSextant(process.argv.slice(2))
