import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, type beforeEach } from 'vitest'
import { configFrom, openInstallation } from '#server/main.ts'
import { seedInstallation } from './seeded.ts'

/**
 * A data directory as it is after a first start, and installations over it, without rates from elsewhere or the demo. One for all
 * tests of a file, or `beforeEach` one for each; it goes with them.
 */
export function seededInstallation(made: typeof beforeAll | typeof beforeEach = beforeAll) {
  let dataDir: string
  made(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sextant-installation-'))
    await seedInstallation(dataDir)
    return () => rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir: () => dataDir,
    open: (env: NodeJS.ProcessEnv = {}, log: Parameters<typeof openInstallation>[1] = () => {}) =>
      openInstallation(
        configFrom({ SEXTANT_DATA_DIR: dataDir, SEXTANT_RATES_URL: 'off', SEXTANT_DEMO: 'off', ...env }),
        log,
      ),
  }
}
