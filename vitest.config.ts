import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    passWithNoTests: true,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each file starts engines of its own; two at once is what a small machine bears.
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.e2e.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One after the other: they share a machine with the browser and the server they start.
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
