// `npm run test:long`: the tests whose cases are drawn, many times over, and every test in all its forms. Hours;
// `npm run test:long -- kills` takes one part.
import { ensureBuilt, ensureInstalled, fail, runTool, say, tools } from './prepare.mjs'
import { prepareTestMachine } from './test-machine.mjs'

const PARTS = {
  forms: undefined,
  mutants: 'test/mutated-files.slow.test.ts',
  imports: 'test/hostile-files.server.test.ts',
  ledgers: 'test/properties.server.test.ts',
  journals: 'test/journals.server.test.ts',
  copies: 'test/portable-company.server.test.ts',
  damages: 'test/exactly-once.server.test.ts',
  kills: 'test/crashes.server.test.ts',
  processes: 'test/processes.server.test.ts',
  sellers: 'test/connected.server.test.ts',
  transactions: 'test/transactions-truth.server.test.ts',
  syncs: 'test/killed-syncs.server.test.ts',
  writers: 'server/accounts/crash.server.test.ts',
  starts: 'test/two-servers.server.test.ts',
  strangers: 'test/identity-attacker.server.test.ts',
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((part) => !(part in PARTS))
if (unknown.length > 0)
  fail(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)

await ensureInstalled()
ensureBuilt()
const machine = prepareTestMachine()
for (const advice of machine.advice) say(advice)

const failed = []
for (const part of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  const started = performance.now()
  const file = PARTS[part]
  // Of its forms the whole suite, with the cases that `npm test` draws.
  const status = file
    ? runTool([tools.vitest, 'run', '--project', 'server', file], { ...machine.env, SEXTANT_TEST_LONG: '1' })
    : runTool([tools.vitest, 'run'], { ...machine.env, SEXTANT_TEST_FORMS: 'all' })
  if (status !== 0) failed.push(part)
  say(`${status === 0 ? '✓' : '✗'} ${part}, ${((performance.now() - started) / 60_000).toFixed(1)} min`)
}
say(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All good.')
process.exitCode = failed.length > 0 ? 1 : 0
