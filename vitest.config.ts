import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Against hanging alone: how long a test takes is the machine's affair.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share their process, so that what takes seconds to start is started once. A file takes back what it changes
    // of the process: environment, globals, timers.
    pool: 'forks',
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,amazon,identity,sandbox,server,cli,web}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: ['**/*.{server,slow}.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // What takes longer than `npm run check` may is here too.
          include: ['{contract,amazon,identity,sandbox,server,cli,test}/**/*.{server,slow}.test.ts'],
          // Each file starts engines of its own; two at once is what a small machine bears.
          isolate: true,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.e2e.test.ts'],
          // One after the other: they share a machine with the browser and the server they start.
          isolate: true,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
