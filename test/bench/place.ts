import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Analytics } from '#server/analytics/index.ts'
import {
  configFrom,
  openInstallation,
  startServer,
  type Installation,
  type RunningServer,
} from '#server/main.ts'

/** A directory that is gone afterwards, whatever happens. */
export async function inTemporary<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-bench-'))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export function openAt(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Installation> {
  return openInstallation(
    configFrom({ SEXTANT_DATA_DIR: dataDir, SEXTANT_RATES_URL: 'off', SEXTANT_DEMO: 'off', ...env }),
    (message, error) => {
      console.error(message, error ?? '')
    },
  )
}

/** The same with its network, on a port of its own. */
export function serverAt(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  return startServer(
    configFrom({
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: 'off',
      ...env,
    }),
    (message, error) => console.error(message, error ?? ''),
  )
}

/** Until the engine has nothing left to merge, so that one run doesn't pay for the one before. */
export async function settled(analytics: Analytics): Promise<void> {
  for (;;) {
    const [row] = await analytics.rows<{ merges: string }>('SELECT count() AS merges FROM system.merges')
    if (row?.merges === '0') return
    await sleep(200)
  }
}
