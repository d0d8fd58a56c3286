import { statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** It compares times of the same machine; what runs beside it would be compared too. */
const MASKING = 'test/identity-masking.server.test.ts'
const INSTALLED_APP = 'test/e2e/installed-app.e2e.test.ts'

/** Small files that take longest. By size they would come last, with nothing left to run beside them. */
const FIRST = ['gallery.e2e', 'consent.e2e', 'demo-oracle.server', 'processes.server'].map(
  (name) => `/${name}.test.ts`,
)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((name) => moduleId.endsWith(name))
    return (await super.sort(files)).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  }
}

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 8_000_000_000

/** Where there is much memory, temporary files lie in it: what is said to have reached the disk needs none to be tested. */
function temporaryFiles(): { TMPDIR: string } | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize < MEMORY_BYTES_MIN ? undefined : { TMPDIR: MEMORY }
  } catch {
    return undefined
  }
}

export default defineConfig({
  resolve: {
    alias: {
      '#server/program-path.ts': fileURLToPath(new URL('test/support/program-path.ts', import.meta.url)),
    },
  },
  test: {
    passWithNoTests: true,
    env: { ...temporaryFiles() },
    // What was transformed for one process is not transformed again for the next. A module with `import.meta.glob(`, written
    // so, is: what it finds may have changed.
    experimental: { fsModuleCache: true },
    // Against hanging alone: how long a test takes is the machine's affair.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Files share their process, so that what takes seconds to start is started once.
    pool: 'forks',
    isolate: false,
    setupFiles: 'test/support/process-as-before.ts',
    globalSetup: 'test/support/bundled-programs.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,amazon,identity,sandbox,server,cli,web}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: ['**/*.{server,slow}.test.ts'],
          // Vitest leaves one processor to whoever sits at the machine; of two that is half.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // What takes longer than `npm run check` may is here too.
          include: ['{contract,amazon,identity,sandbox,server,cli,web,test}/**/*.{server,slow}.test.ts'],
          exclude: [MASKING],
          // Each process has engines of its own; two at once is what a small machine bears.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // A busy machine may lose a race that no person can; the report names what was tried twice.
          retry: 1,
          include: ['test/e2e/**/*.e2e.test.ts'],
          exclude: [INSTALLED_APP],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          // It puts another module in the place of one of the server's, which files that share a process cannot.
          name: 'browser-alone',
          retry: 1,
          include: [INSTALLED_APP],
          isolate: true,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: 'server-alone', include: [MASKING], sequence: { groupOrder: 3 } },
      },
    ],
  },
})
