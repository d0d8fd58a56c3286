// `npm run check`: types, lint, format, unused code and unit tests, in less than a minute.
// `npm run check -- --fix` first repairs what lint and format can repair by themselves.
import { runChecks, STATIC_CHECKS, UNIT_TESTS } from './checks.mjs'
import { ensureInstalled, runTool, say, tools } from './prepare.mjs'

await ensureInstalled()
if (process.argv.includes('--fix')) {
  runTool([tools.oxlint, '--fix', '--silent'])
  runTool([tools.prettier, '--write', '--log-level=warn', '.'])
}
const failed = await runChecks([...STATIC_CHECKS, UNIT_TESTS])
say(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All good.')
process.exitCode = failed.length > 0 ? 1 : 0
