// The checks that need no server: `npm run check` and `npm test` both make them.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, say, tools } from './prepare.mjs'

// A folder without a source file is an error to the compiler.
const TSCONFIGS = [
  'tsconfig.json',
  'web/tsconfig.json',
  'web/service-worker/tsconfig.json',
  'test/e2e/tsconfig.json',
].filter(hasSources)

/** What the tools remember of the files they have seen: most runs follow a small change. */
const cached = (name) => join('node_modules/.cache/sextant', name)

// The longest first, so that neither of two ends alone.
export const STATIC_CHECKS = [
  { name: 'lint', command: [tools.oxlint, '--format=unix'] },
  {
    name: 'format',
    command: [
      tools.prettier,
      '--check',
      '--log-level=warn',
      '--cache',
      `--cache-location=${cached('prettier')}`,
      '.',
    ],
  },
  ...TSCONFIGS.map((config) => ({
    name: `types (${config})`,
    command: [
      tools.tsc,
      '--project',
      config,
      '--incremental',
      '--tsBuildInfoFile',
      cached(`${config.replaceAll('/', '-')}.tsbuildinfo`),
    ],
  })),
  { name: 'unused', command: [tools.knip, '--cache', '--cache-location', cached('knip')] },
]

export const UNIT_TESTS = { name: 'unit tests', command: [tools.vitest, 'run', '--project', 'unit'] }

/**
 * Makes all checks, two at a time, and shows the output of those that fail.
 * @returns the names of the failed ones
 */
export async function runChecks(checks) {
  const waiting = [...checks]
  const failed = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { status, output, seconds } = await capture(check.command)
      say(`${status === 0 ? '✓' : '✗'} ${check.name}, ${seconds.toFixed(1)} s`)
      if (status === 0) continue
      failed.push(check.name)
      say(output.trimEnd().replace(/^/gm, '  '))
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

function capture(command) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    child.on('close', (status) => {
      resolve({ status, output, seconds: (performance.now() - started) / 1000 })
    })
  })
}

function hasSources(config) {
  return readdirSync(join(root, dirname(config))).some((name) => /\.tsx?$/.test(name))
}
