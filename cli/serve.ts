import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { configFrom, type Config } from '#server/config.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { Refused } from './failures.ts'
import { command, run } from './run.ts'
import { printJson, say } from './terminal.ts'

/** Between two lines about the same work where nobody can see a line change. */
const LINE_EVERY_MS = 5_000

export const serveCommand = (): Command =>
  command('serve', 'start the server and stay', {
    about:
      'The address and everything else comes from the environment: docs/self-hosting.md. Several processes of one installation, with a data directory each, share a PostgreSQL, a ClickHouse server, a place for files and a secret.',
    example: 'sextant serve --role worker',
  })
    .addOption(
      new Option('--role <role>', 'what this process does, in the place of SEXTANT_ROLE').choices([
        'all',
        'api',
        'worker',
      ]),
    )
    .action(({ role, json }: { role?: string; json?: true }) =>
      run(async (signal) => {
        const env = role === undefined ? process.env : { ...process.env, SEXTANT_ROLE: role }
        await serve(configFrom(env), signal, json ?? false)
      }),
    )

async function serve(config: Config, stop: AbortSignal, json: boolean): Promise<void> {
  await refuseBusyPort(config)
  const tell = json ? () => {} : say
  const { startServer } = await import('#server/main.ts')
  const { openLog } = await import('#server/log.ts')
  const { refuseUnfinishedRestore } = await import('./unfinished-restore.ts')
  await refuseUnfinishedRestore(config.dataDir)

  const working = progressTo(tell)
  const server = await startServer(
    config,
    openLog(config.logLevel),
    (text) => working.show(text),
    stop,
    (address) => tell(`Starting at ${config.publicUrl ?? address} …`),
  ).finally(() => working.end())
  try {
    const { accounts } = server.installation.services
    const { listCompanies } = await import('#server/accounts/index.ts')
    const demo = config.demo ? (await listCompanies(accounts)).find((company) => company.isDemo) : undefined
    const isWorker = config.role === 'worker'
    const address = `${((isWorker ? undefined : config.publicUrl) ?? server.address).replace(/\/$/, '')}/`
    const demoAddress = demo && `${address}${demo.id}/profitAndLoss/transaction`
    const { demoAccount } = server
    if (json)
      printJson({
        address,
        demo: demoAddress ?? null,
        demoAccount: demoAccount ?? null,
        dataDir: config.dataDir,
        pid: process.pid,
      })
    tell(isWorker ? `The worker is ready: ${address}healthz` : `Sextant is ready: ${address}`)
    if (demoAddress) tell(`Demo company's profit and loss: ${demoAddress}`)
    if (demoAccount) tell(`Sign in with ${demoAccount.email} and the password ${demoAccount.password}`)
    void server.demoImported.catch(() => {}).then(() => working.end())
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve()
      stop.addEventListener('abort', () => resolve(), { once: true })
    })
    tell('Closing …')
  } finally {
    await server.close()
  }
}

/** One changing line on a terminal; elsewhere a line now and then. */
function progressTo(tell: (text: string) => void) {
  let last = 0
  const isTerminal = process.stdout.isTTY && tell === say
  let shown = false
  return {
    show(text: string) {
      if (isTerminal) {
        process.stdout.write(`\r\u001B[2K${text}`)
        shown = true
      } else if (Date.now() - last > LINE_EVERY_MS) {
        last = Date.now()
        tell(text)
      }
    },
    end() {
      if (shown) process.stdout.write('\r\u001B[2K')
    },
  }
}

/** Found out before the first start spends a minute on the demo company. */
async function refuseBusyPort({ host, port, dataDir }: Config): Promise<void> {
  if (port === 0 || (await isFree(host, port))) return
  // Very likely it is another server of ours, and the data directory says that better.
  if ((await connectDataDir(dataDir)) !== null) return
  await delay(300) // one that is just going
  if (await isFree(host, port)) return
  throw new PortInUse(`Port ${port} is in use by another program. Set SEXTANT_PORT to a free one.`)
}

class PortInUse extends Error {}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(new Refused(`SEXTANT_HOST ${host} can't be used: ${error.message}`))
    })
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
