import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { InstallationStatus } from '#contract/operator.ts'
import { isFromHere } from './peers.ts'
import { VERSION } from './version.ts'

/** What one process is like is the same for all that it has open, and is watched once. */
let ofProcess: Registry | undefined
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** The figures of one installation. Their labels have few values, none of which comes from outside. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #status: () => Promise<InstallationStatus>
  readonly #show: (status: InstallationStatus) => void
  readonly #procedures: Histogram<'procedure' | 'outcome'>
  readonly #imports: Histogram<'status'>
  readonly #counters: Record<'engineRestarts' | 'mailsFailed', Counter>
  readonly #refusals: Counter<'reason'>
  readonly #ratesFetches: Counter<'outcome'>
  readonly #ratesRefused: Counter

  constructor(status: () => Promise<InstallationStatus>) {
    this.#status = status
    const registers = [this.#registry]
    this.#procedures = new Histogram({
      name: 'sextant_procedure_duration_seconds',
      help: 'How long calls of procedures took, by how they ended: ok, refused or failed.',
      labelNames: ['procedure', 'outcome'],
      buckets: [0.05, 0.25, 1, 5, 30],
      registers,
    })
    this.#imports = new Histogram({
      name: 'sextant_import_duration_seconds',
      help: 'How long imports took from their beginning to their end, by the state in which they ended.',
      labelNames: ['status'],
      buckets: [1, 5, 30, 120, 600],
      registers,
    })
    const counter = (name: string, help: string) => new Counter({ name, help, registers })
    this.#counters = {
      engineRestarts: counter('sextant_engine_restarts_total', 'How often the embedded ClickHouse fell.'),
      mailsFailed: counter('sextant_mails_failed_total', 'Mails that could not be handed on.'),
    }
    this.#refusals = new Counter({
      name: 'sextant_sign_in_refusals_total',
      help: 'Sign-ins, codes and passwords that were refused, by what was refused.',
      labelNames: ['reason'],
      registers,
    })
    this.#ratesFetches = new Counter({
      name: 'sextant_rates_fetches_total',
      help: 'How often the bank was asked for exchange rates, by how it ended: ok or failed.',
      labelNames: ['outcome'],
      registers,
    })
    this.#ratesRefused = counter(
      'sextant_rates_refused_total',
      'Rates of the bank that were not taken: they jump, or were published otherwise before.',
    )
    this.#show = this.#gauges(registers)
  }

  procedure(procedure: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void {
    this.#procedures.observe({ procedure, outcome }, seconds)
  }

  importEnded(status: string, startedAt: Date | null, finishedAt: Date | null): void {
    if (startedAt && finishedAt) this.#imports.observe({ status }, (+finishedAt - +startedAt) / 1000)
  }

  engineFell = (): void => this.#counters.engineRestarts.inc()
  mailFailed = (): void => this.#counters.mailsFailed.inc()
  signInRefused = (reason: string): void => this.#refusals.inc({ reason })

  ratesFetched(outcome: 'ok' | 'failed', refused: number): void {
    this.#ratesFetches.inc({ outcome })
    this.#ratesRefused.inc(refused)
  }

  /** All figures in the text format of Prometheus. */
  async text(): Promise<string> {
    this.#show(await this.#status())
    return `${await this.#registry.metrics()}${await processRegistry().metrics()}`
  }

  /** What is known without counting: set anew whenever the figures are asked for. */
  #gauges(registers: Registry[]): (status: InstallationStatus) => void {
    const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
      new Gauge({ name: `sextant_${name}`, help, labelNames, registers })
    const imports = gauge('imports', 'Imports by their state.', 'status')
    const waiting = gauge('queue_waiting', 'Imports that wait for their turn.')
    const age = gauge('queue_oldest_seconds', 'How long the oldest of them has waited.')
    const rows = gauge('warehouse_rows', 'Rows in the warehouse.')
    const bytes = gauge('store_bytes', 'Size of a store.', 'store')
    const free = gauge('disk_free_bytes', 'Free space on the disk of the data directory.')
    const backup = gauge('last_backup_timestamp_seconds', 'When the last backup was written; 0 is never.')
    const rate = gauge(
      'oldest_rate_timestamp_seconds',
      'Day of the newest rate of the currency that lags most.',
    )
    const companies = gauge('companies', 'Companies.')
    gauge('info', 'The version that runs.', 'version').set({ version: VERSION }, 1)
    return (status) => {
      imports.reset()
      for (const [name, n] of Object.entries(status.imports)) imports.set({ status: name }, n)
      companies.set(status.companies)
      waiting.set(status.queue.waiting)
      age.set(status.queue.oldestSeconds ?? 0)
      for (const store of ['accounts', 'analytics', 'files'] as const)
        if (status.sizes[store] !== null) bytes.set({ store }, status.sizes[store])
      if (status.sizes.rows !== null) rows.set(status.sizes.rows)
      if (status.sizes.freeDisk !== null) free.set(status.sizes.freeDisk)
      backup.set(status.lastBackup === null ? 0 : Date.parse(status.lastBackup) / 1000)
      if (status.oldestRate) rate.set(Date.parse(status.oldestRate.day) / 1000)
    }
  }
}

const BEARER = /^Bearer ([\w.~+/=-]+)$/i

/** `/metrics`, for somebody at this machine and for whoever has the token; for others there is nothing. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    const given = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const isKnown = token !== undefined && given !== undefined && isSame(given, token)
    if (!isKnown && !isFromHere(request))
      return reply.code(404).send({ error: 'There is nothing at this address.' })
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metrics.text())
  })
}

/** Takes as long for any wrong token. */
const isSame = (given: string, token: string): boolean =>
  given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token))
