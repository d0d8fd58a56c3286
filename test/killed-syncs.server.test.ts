/**
 * Sellers of the pretend Amazon are connected, and the process that fetches is killed again and again while Amazon refuses,
 * breaks off, lets links expire, tells rows late and in several answers, and a consent ends and is given anew. What is there
 * at the end is what a run without any of that leaves.
 *
 * The seed decides the moments and what goes wrong; how far a process has come by then is the machine's affair.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connections } from '#contract/connections.ts'
import type { ListedImport } from '#contract/imports.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import type { Seller } from '#sandbox/seller.ts'
import type { TableChecksum } from '#server/ledger/checksums.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { randomFrom } from './support/mutants.ts'
import {
  APPLICATION,
  clockOf,
  PRETEND_SPEED,
  SyncingServer,
  type FastClock,
} from './support/syncing-server.ts'
import { seedInstallation } from './support/seeded.ts'

/** Minutes even with two of them and one seller, so that `npm test` leaves it out. */
const KILLS = casesOf(0, 20)
const isShort = KILLS < 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-11-24T06:30:00Z')
const RUN = isShort
  ? { sellers: ['first-kiln'], firstDay: '2026-10-01', reachDays: 10, days: 0 }
  : {
      sellers: ['first-kiln', 'harbour-hearth', 'slow-tide'],
      firstDay: '2026-09-15',
      reachDays: 5,
      days: 1,
    }
/** Of the server's clock: back-offs of hours pass within minutes, and a run ends before the day does. */
const SPEED = isShort ? 60 : 30
const LATE_MS = 6 * HOUR_MS
/** Changes of orders are asked for again after half an hour. */
const ASK_EVERY_MS = HOUR_MS / 2 / SPEED
let directory: string
/** The pictures of products lie at the address of the first run, which a file names. */
let port = 0
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-killed-syncs-'))
})
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))

/** What Amazon says is as of a fixed moment, so that it is the same however long a run takes. */
const asOf = (seller: Seller, now: () => Date, isDisturbed: () => boolean): Seller => ({
  ...seller,
  report(question, _now) {
    // A day of products is a file of its own, and a run of the suite is to be short.
    if (isShort && question.options['asinGranularity'] === 'CHILD') return { kind: 'CANCELLED' }
    const isOfNow = /MYI|PLANNING|ESTIMATED/.test(question.reportType)
    if (!isDisturbed() || isOfNow) return seller.report(question, now())
    const late = new Date(+now() - LATE_MS)
    // Orders of two days come in the answer about the days after them as well, within what Amazon tells at once. Those that
    // changed then may be from before the first day that anybody asks for.
    const isOfOrders = question.reportType.includes('BY_ORDER_DATE')
    // Nor are there any from before the first day that anybody asks for.
    const reached = Math.floor(NOW / DAY_MS) * DAY_MS - (RUN.reachDays - 1) * DAY_MS
    const earlier = new Date(Math.max(+question.start - 2 * DAY_MS, +question.end - 29 * DAY_MS, reached))
    const start = isOfOrders && earlier < question.start ? earlier : question.start
    return seller.report({ ...question, start }, isShort ? now() : late)
  },
  settlements: (region) => seller.settlements(region, now()),
  advertising: (question) => seller.advertising(question, isDisturbed() ? new Date(+now() - LATE_MS) : now()),
  transactions: (region, after, before) => seller.transactions(region, after, before, now()),
})

/**
 * Of what says something of the same order, promotion or day again, the newest counts: how often it was told is no number of anybody's.
 * Which days are covered is in the statement.
 */
const TOLD_AGAIN = ['order_items', 'promotions', 'coupons', 'coverage']

interface Fetched {
  tables: TableChecksum[]
  statement: unknown
}

/** As the pretend Amazon writes those that it gives out. */
const TOKEN = /Atz[ar]\|/

/** Files of a data directory, of stores and logs and all, in which a token stands as it was given. */
async function holdingTokens(dataDir: string): Promise<string[]> {
  const held: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    if (TOKEN.test(plain.toString('latin1'))) held.push(path)
  }
  return held
}

/** Connects the sellers to a new installation, each to a company of its own, and fetches everything. */
async function run(kills: number): Promise<Record<string, Fetched>> {
  const random = randomFrom(printedSeed())
  const dataDir = join(directory, `${kills} kills`)
  await seedInstallation(dataDir)
  const clock: FastClock = { shown: NOW, at: Date.now(), speed: SPEED }
  const died: string[] = []
  const outputs: Promise<string>[] = []
  let day = 0
  let isDisturbed = kills > 0
  const told = () => new Date(NOW + day * DAY_MS)
  const failures = new Map<string, number>()
  const sellers = sellersOf({ ids: RUN.sellers, firstDay: RUN.firstDay })
  const sandbox = await startSandbox({
    port,
    sellers: sellers.map((seller) => asOf(seller, told, () => isDisturbed)),
    applications: [APPLICATION],
    now: () => clockOf(clock)(),
    speed: PRETEND_SPEED,
    log: ({ failure, error, status }) => {
      if (error) console.error(error)
      const kind = String(failure ?? status)
      failures.set(kind, (failures.get(kind) ?? 0) + 1)
      if (!isDisturbed) return
      const chance = random()
      if (chance < 0.06)
        sandbox.failNext({ count: 1, how: ([429, 500, 'CUT'] as const)[Math.floor(chance * 50)]! })
      else if (chance < 0.08) sandbox.expireLinks()
    },
  })
  port = Number(new URL(sandbox.origin).port)
  const start = async () => {
    const { origin } = sandbox
    const started = await SyncingServer.begin(dataDir, {
      origin,
      clock,
      reachDays: RUN.reachDays,
    })
    outputs.push(started.output)
    return started
  }
  let server = await start()
  try {
    const companies = new Map<string, Seller>()
    for (const seller of sellers) {
      const { id } = await server.call<{ id: string }>('companies.create', { name: seller.name }, 'mutation')
      await server.connect(id, seller)
      companies.set(id, seller)
    }
    const open = async () => {
      let sum = 0
      for (const id of companies.keys()) sum += await server.openTasks(id)
      return sum
    }
    const planned = await expect.poll(open, { timeout: 60_000 }).toBeGreaterThan(0).then(open)
    /** Lets work go on until so much of what was planned first has ended. */
    const until = async (part: number) => {
      const [from, limit] = [Date.now(), 45 * 60_000]
      while ((await open()) > planned * (1 - part)) {
        if (Date.now() - from > limit) throw new Error('It comes to no end.')
        await delay(isShort ? 100 : 500)
      }
    }

    for (let kill = 0; kill < kills; kill++) {
      // Moments spread over the whole of the work, one in each of as many parts as there are kills.
      await until((0.95 * (kill + random())) / kills)
      await delay(random() * 1_000)
      died.push(`${await open()} of ${planned} open`)
      await server.kill({ group: random() < 0.5 })
      server = await start()
      const [id, seller] = [...companies][kill % companies.size]!
      if (kill % 7 !== 0) continue
      sandbox.revoke({ sellerId: seller.id, provider: 'SELLING_PARTNER' })
      // It is noticed by whoever asks next, and between two hours nobody may have to: so somebody wants what is new.
      let askedAt = 0
      const isBroken = async () => {
        if (Date.now() - askedAt > ASK_EVERY_MS) {
          askedAt = Date.now()
          await server.call('amazon.syncNow', { companyId: id }, 'mutation')
        }
        const { cards } = await server.call<Connections>('amazon.getConnections', { companyId: id })
        return cards.some(({ status }) => status === 'BROKEN')
      }
      await expect.poll(isBroken, { timeout: 180_000, interval: 200 }).toBe(true)
      await server.connect(id, seller)
    }
    await until(1)
    isDisturbed = false
    // What is asked for again in the days after it.
    for (day = 1; day <= RUN.days; day++) {
      await server.kill()
      clock.shown = NOW + day * DAY_MS
      clock.at = Date.now()
      server = await start()
      for (const id of companies.keys()) await server.call('amazon.syncNow', { companyId: id }, 'mutation')
      await until(1)
    }
    const fetched: Record<string, Fetched> = {}
    for (const [id, { name }] of companies) {
      const imports = await server.settled(id)
      const { troubled } = await server.call<{ troubled: { source: string; problem: string }[] }>(
        'operator.syncTasks',
        { companyId: id, limit: 500 },
      )
      console.info(
        `${name}: ${imports.length} imports`,
        [...new Set(troubled.map(({ source, problem }) => `${source}: ${problem}`))].slice(0, 10),
      )
      // What ended two processes is given up and asked for anew; of some days nothing is known yet.
      const isExpected = ({ status, problem }: ListedImport) =>
        !['FAILED', 'REFUSED'].includes(status) || ['ENDED_THE_SERVER', 'EMPTY_FILE'].includes(problem!.code)
      expect(imports.filter((record) => !isExpected(record))).toEqual([])
      const tables = (await server.checksums(id)).filter(({ table }) => !TOLD_AGAIN.includes(table))
      const statement = await Promise.all(
        ['profitAndLoss.getData', 'profitAndLoss.getOrderData'].map((procedure) =>
          server.call(procedure, {
            companyId: id,
            startDate: RUN.firstDay,
            endDate: new Date(NOW).toISOString().slice(0, 10),
            currencyCode: 'USD',
            dateInterval: 'WEEKLY',
          }),
        ),
      )
      fetched[name] = { tables, statement }
    }
    await server.kill({ group: true })
    expect(await holdingTokens(dataDir)).toEqual([])
    expect((await Promise.all(outputs)).filter((said) => TOKEN.test(said))).toEqual([])
    console.info(`Killed with ${died.join('; ')}. Answers: ${JSON.stringify(Object.fromEntries(failures))}`)
    return fetched
  } finally {
    await server.kill({ group: true })
    await sandbox.close()
  }
}

test.skipIf(KILLS === 0)(
  `${KILLS} kills and an Amazon that fails in every way change nothing of what is fetched`,
  async () => {
    const undisturbed = await run(0)
    for (const { tables } of Object.values(undisturbed))
      expect(tables.find(({ table }) => table === 'settlement_lines')!.rows).toBeGreaterThan(10)
    expect(await run(KILLS)).toEqual(undisturbed)
  },
  60_000 + (isShort ? 240_000 : 3 * 3_600_000),
)
