// `npm test`: everything there is. Arguments go on to vitest: `npm test -- --project server`.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChecks, STATIC_CHECKS } from './checks.mjs'
import { ensureBuilt, ensureInstalled, root, runTool, say, tools } from './prepare.mjs'
import { prepareTestMachine } from './test-machine.mjs'

const RESULTS = 'test-results/vitest.json'
/** Enough to see where the time of a run goes. */
const SLOWEST = 25

await ensureInstalled()
ensureBuilt()
const machine = prepareTestMachine()
const failedChecks = await runChecks(STATIC_CHECKS)

rmSync(join(root, RESULTS), { force: true })
const status = runTool(
  [
    tools.vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}`,
    ...process.argv.slice(2),
  ],
  machine.env,
)

const tests = readResults()
if (failedChecks.length > 0) say(`Checks that failed: ${failedChecks.join(', ')}`)
for (const advice of machine.advice) say(advice)
say(`Longest, in seconds: ${tests.slowest.join(', ')}`)
for (const name of tests.failures) console.log(`✗ ${name}`)
const troubles = failedChecks.length + machine.advice.length
// An error outside a test fails the run without a failed test.
const failed = troubles + (status === 0 ? 0 : Math.max(1, tests.failures.length))
console.log(`${tests.passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** @returns how many passed, a name for each that failed (its file and title, or the file alone when it did not load), and which files took longest */
function readResults() {
  const file = join(root, RESULTS)
  if (!existsSync(file)) return { passed: 0, failures: [], slowest: [] }
  const results = JSON.parse(readFileSync(file, 'utf8'))
  const failures = results.testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [path]
    return failed.map(({ fullName }) => `${path} > ${fullName}`)
  })
  const slowest = results.testResults
    .toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
    .slice(0, SLOWEST)
    .map(
      ({ name, startTime, endTime }) => `${relative(root, name)} ${Math.round((endTime - startTime) / 1000)}`,
    )
  return { passed: results.numPassedTests, failures, slowest }
}
