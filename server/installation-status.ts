import type { InstallationStatus } from '#contract/operator.ts'
import { accountsFigures, verificationFigures } from '#server/accounts/index.ts'
import { freeBytes } from '#server/files/free-space.ts'
import { latestRates } from '#server/exchange-rates/rates-status.ts'
import type { Services } from '#server/ledger/services.ts'
import type { Config } from './config.ts'
import { VERSION } from './version.ts'

/** Below this much free space on the disk of the data directory the installation is not ready for work. */
export const FREE_BYTES_MIN = 100_000_000

export const freeBytesIn = (dataDir: string): Promise<number | null> => freeBytes([dataDir]).catch(() => null)

/** What an operator watches. Cheap enough to be asked for every few seconds. */
export async function installationStatus(
  services: Services,
  { dataDir, clickhouseUrl, filesUrl }: Pick<Config, 'dataDir' | 'clickhouseUrl' | 'filesUrl'>,
): Promise<InstallationStatus> {
  const { accounts, analytics } = services
  const [figures, verification, [warehouse], freeDisk, latest] = await Promise.all([
    accountsFigures(accounts),
    verificationFigures(accounts),
    analytics
      .rows<{ rows: string; bytes: string }>(
        'SELECT sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
      )
      .catch(() => []),
    freeBytesIn(dataDir),
    latestRates(accounts),
  ])
  const { importsByStatus, oldestWaiting } = figures
  const [oldestRate] = latest.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return {
    version: VERSION,
    node: process.version,
    pid: process.pid,
    uptimeSeconds: Math.round(process.uptime()),
    engines: {
      accounts: accounts.engine,
      analytics: clickhouseUrl === undefined ? 'embedded' : 'server',
      files: filesUrl?.startsWith('s3://') ? 'bucket' : 'directory',
    },
    companies: figures.companies,
    imports: importsByStatus,
    queue: {
      waiting: importsByStatus['QUEUED'] ?? 0,
      running: importsByStatus['RUNNING'] ?? 0,
      oldestSeconds: oldestWaiting && Math.max(0, Math.round((+services.now() - +oldestWaiting) / 1000)),
    },
    sizes: {
      accounts: figures.databaseBytes,
      analytics: warehouse ? Number(warehouse.bytes) : null,
      files: figures.fileBytes,
      rows: warehouse ? Number(warehouse.rows) : null,
      freeDisk,
    },
    verification,
    lastBackup: figures.lastBackup?.toISOString() ?? null,
    oldestRate: oldestRate ? { currency: oldestRate.currency, day: oldestRate.day } : null,
  }
}
