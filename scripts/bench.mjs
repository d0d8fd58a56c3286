// `npm run bench`: measures the built program. Arguments go on to test/bench/main.ts.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, root, runTool, tools } from './prepare.mjs'

const entry = 'test/bench/main.ts'
if (!existsSync(join(root, entry))) fail(`There is nothing to measure yet: ${entry} is missing.`)
await ensureInstalled()
ensureBuilt()
process.exitCode = runTool([tools.tsx, entry, ...process.argv.slice(2)], { NODE_ENV: 'production' })
