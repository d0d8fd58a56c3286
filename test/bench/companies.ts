import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { Pace, sandboxEndpoints } from '#amazon/index.ts'
import { companiesWithDueSyncs, createCompany, type AskedPeriod } from '#server/accounts/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { tokenSeal } from '#server/connections/sealed-tokens.ts'
import { configFrom, openInstallation, type Installation } from '#server/main.ts'
import { planTasks, type PlannedConnection } from '#server/sync/plan.ts'
import { SOURCES } from '#server/sync/sources.ts'
import { connectSeller } from '../support/connect-seller.ts'
import { APPLICATION, clockOf, type FastClock } from '../support/syncing-server.ts'
import { tinySellers } from '../support/tiny-sellers.ts'
import { median, ratio, whole, type Section } from './measure.ts'
import { inTemporary } from './place.ts'
import { engineOf, memoryOf, processorSecondsOfAll } from './processes.ts'
import type { AskedSince } from './tiny-amazon.ts'

const COMPANIES = 1_000
const COMPANIES_SMALL = 20
const HOURS = 3
/** Without a history: what is measured is the hour of a company that is long connected. */
const REACH_DAYS = 1
const START = Date.parse('2026-11-24T06:10:00Z')
const HOUR_MS = 3_600_000
/** A company is asked for again an hour after the last answer came, which was some minutes after the hour began. */
const BETWEEN_MS = HOUR_MS + 20 * 60_000
/** Amazon makes a report within two and a half minutes. */
const MADE_MS = 160_000
const PROCESSOR_SECONDS_MAX = 0.5

interface Hour {
  seconds: number
  processorSeconds: number
  requests: AskedSince
  memory: number
}

/** Companies that each sell 20 order lines an hour are connected, and fetched from hour after hour. */
export async function companies({ small }: { small: boolean }): Promise<Section[]> {
  const count = small ? COMPANIES_SMALL : COMPANIES
  const reports = reportsOfADay()
  return inTemporary(async (directory) => {
    await using amazon = await tinyAmazon(count)
    const key = randomBytes(32).toString('hex')
    let clock: FastClock = { shown: START, at: Date.now(), speed: 1 }
    const access = {
      endpoints: sandboxEndpoints(amazon.origin),
      isSandbox: true,
      sellingPartner: APPLICATION,
      advertising: undefined,
      // By the clock of the pretend Amazon, or nobody's turn would come back between the hours.
      pace: new Pace({ now: () => +clockOf(clock)() }),
    }
    for (const { rhythm } of SOURCES) {
      if (rhythm.kind === 'DAYS') rhythm.reachDays = Math.min(rhythm.reachDays, REACH_DAYS)
      if (rhythm.kind === 'MONTHS') rhythm.reachMonths = 1
    }
    await using installation = await openInstallation(
      configFrom({
        SEXTANT_DATA_DIR: join(directory, 'data'),
        SEXTANT_RATES_URL: 'off',
        SEXTANT_DEMO: 'off',
        SEXTANT_SECRET_KEY: key,
      }),
      (message, error) => console.error(message, error ?? ''),
      async () => access,
    )
    const { services } = installation
    services.now = () => clockOf(clock)()
    const setClock = (shown: number) => amazon.setClock((clock = { shown, at: Date.now(), speed: 1 }))
    await setClock(START)
    const connections = {
      accounts: services.accounts,
      apps: openAmazonApps(access),
      seal: tokenSeal(Buffer.from(key, 'hex')),
      now: () => services.now(),
    }
    const ids: string[] = []
    for (const seller of tinySellers(count)) {
      const { id } = await createCompany(services.accounts, { name: seller.name, defaultCurrency: 'EUR' })
      await connectSeller(connections, id, seller, APPLICATION.redirectUris[0]!)
      ids.push(id)
    }
    const turns = new Map<string, number>(ids.map((id) => [id, 0]))
    const { syncs } = installation
    const takeTurn = syncs.takeTurn.bind(syncs)
    syncs.takeTurn = (id) => {
      turns.set(id, turns.get(id)! + 1)
      return takeTurn(id)
    }
    await installation.work()
    const first = await hourOf(installation, ids, setClock, amazon, START)
    const turnsOfFirst = [...turns.values()]
    const hours: Hour[] = []
    for (let hour = 1; hour <= HOURS; hour++)
      hours.push(await hourOf(installation, ids, setClock, amazon, START + hour * BETWEEN_MS))
    return [sectionOf({ count, reports, first, hours, turns: turnsOfFirst })]
  })
}

/** An hour of all companies: they are planned, ask for reports, and fetch and import what was made. */
async function hourOf(
  installation: Installation,
  ids: readonly string[],
  setClock: (shown: number) => Promise<void>,
  amazon: Pick<Awaited<ReturnType<typeof tinyAmazon>>, 'pid' | 'asked'>,
  from: number,
): Promise<Hour> {
  const { services, syncs } = installation
  const engine = engineOf()
  const before = processorSecondsOfAll(process.pid, amazon.pid)
  const began = performance.now()
  await setClock(from)
  for (const id of ids) await syncs.begin(id)
  let shown = from
  for (let quiet = 0; quiet < 3;) {
    await sleep(500)
    if (await isAtWork(installation)) {
      quiet = 0
      continue
    }
    // Time passes for Amazon alone while everybody waits for reports.
    quiet += 1
    shown += MADE_MS
    await setClock(shown)
    await syncs.look()
  }
  return {
    seconds: (performance.now() - began) / 1_000,
    processorSeconds: processorSecondsOfAll(process.pid, amazon.pid) - before,
    requests: await amazon.asked(),
    memory: memoryOf(process.pid, 'VmRSS') + memoryOf(engine, 'VmRSS'),
  }

  async function isAtWork({ services: { accounts } }: Installation): Promise<boolean> {
    const [row] = await accounts.db
      .select({ n: sql<number>`count(*)::int` })
      .from(sql`jobs.job`)
      .where(sql`state in ('created', 'active')`)
    return row!.n > 0 || (await companiesWithDueSyncs(services.accounts, services.now(), 1)).length > 0
  }
}

/** Reports that a company with one marketplace and one advertising profile asks for in a day, once its past has come. */
function reportsOfADay(): number {
  const seller = {
    region: 'EUROPE',
    status: 'ACTIVE',
    marketplaces: ['DE'],
    homeMarketplace: 'DE',
    profiles: [],
  } as const
  const profile = { profileId: '1', name: 'DE', marketplace: 'DE', timeZone: 'Europe/Berlin' }
  const connected: PlannedConnection[] = [
    { ...seller, id: 's', provider: 'SELLING_PARTNER', marketplaces: ['DE'], profiles: [] },
    { ...seller, id: 'a', provider: 'ADVERTISING', marketplaces: ['DE'], profiles: [profile] },
  ]
  const products = new Map([['DE', Array.from({ length: 54 }, (_, n) => `B${String(n).padStart(9, '0')}`)]])
  const asked: AskedPeriod[] = []
  let counted = 0
  for (let hour = 0; hour < 15 * 24; hour++) {
    const now = new Date(START + hour * HOUR_MS)
    const planned = connected.flatMap((connection) => planTasks({ connection, asked, products, now }))
    asked.push(...planned.map((task) => ({ ...task, endedAt: now, state: 'DONE' as const })))
    if (hour >= 8 * 24) counted += planned.filter(({ source }) => source !== 'settlements').length
  }
  return counted / 7
}

const MANY = 100_000

function sectionOf({
  count,
  reports,
  first,
  hours,
  turns,
}: {
  count: number
  reports: number
  first: Hour
  hours: readonly Hour[]
  /** Of each company in the first hour. */
  turns: readonly number[]
}): Section {
  const each = hours.map((hour) => hour.processorSeconds / count)
  const sum = (of: AskedSince, is: (operation: string) => boolean) =>
    Object.entries(of).reduce((total, [operation, n]) => total + (is(operation) ? n : 0), 0)
  const refused = [first, ...hours].reduce(
    (n, { requests }) => n + sum(requests, (one) => one.endsWith(' 429')),
    0,
  )
  const made = (hour: Hour) =>
    sum(hour.requests, (one) => one.startsWith('POST') && one.includes('/reports '))
  const all = (hour: Hour) => sum(hour.requests, () => true)
  const [least, most] = [Math.min(...turns), Math.max(...turns)]
  const growth = (hours.at(-1)!.memory - first.memory) / first.memory
  const cores = (MANY * reports * median(each)) / (24 * 3_600)
  return {
    title: `An hour of ${whole(count)} connected companies`,
    text: [
      `Each sells ${20} order lines an hour at a pretend Amazon of Amazon's own pace in a process of its own. The first hour connects them and reads what there is, of a day; in each of the others every company asks for its changes of orders and imports them. Processor time is that of the server, its engine and its readers of files.`,
      `With all sources of one marketplace and one advertising profile a company asks for ${whole(reports)} reports a day, ${ratio(reports / 24)} an hour: 24 of them are changes of orders. The others are due once a day; since Amazon takes one a minute of a seller and 15 at once, a company has its daily round behind it in about ${whole(Math.max(0, reports - 24 - 15) + 3)} minutes, whatever other companies do, for limits are each seller's own.`,
      `For ${whole(MANY)} such companies that is ${whole((MANY * reports) / 24)} reports an hour. If each costs what the hourly one does, ${whole(cores)} cores are busy day and night with fetching and importing, and ${whole(cores * 2)} have room for a round that falls into a few hours. Each process works on four companies at a time (\`atOnce\`), of which most wait for Amazon: ${whole(Math.ceil(cores / 2))} workers of two cores, each with its own connection to PostgreSQL and to a ClickHouse cluster over which companies are spread, would do it. Nothing that is looked for every few seconds reads more than what is due.`,
    ],
    table: [
      ['', 'seconds', 'processor s of a company', 'reports asked for', 'requests', 'MB'],
      ...[first, ...hours].map((hour, index) => [
        index === 0 ? 'first' : `hour ${index}`,
        whole(hour.seconds),
        ratio(hour.processorSeconds / count),
        whole(made(hour)),
        whole(all(hour)),
        whole(hour.memory / 1e6),
      ]),
    ],
    aims: [
      {
        what: 'processor seconds of a company in an hour',
        wanted: `below ${PROCESSOR_SECONDS_MAX}`,
        found: ratio(median(each)),
        met: median(each) < PROCESSOR_SECONDS_MAX,
      },
      {
        what: 'requests above a limit of Amazon’s',
        wanted: '0',
        found: whole(refused),
        met: refused === 0,
      },
      {
        what: 'turns of the company that had most in the first hour, against the one that had least',
        wanted: 'at most twice as many',
        found: `${most} against ${least}`,
        met: most <= 2 * least,
      },
      {
        what: 'memory after all hours against after the first',
        wanted: 'at most a fifth more',
        found: `${whole(growth * 100)} %`,
        met: growth <= 0.2,
      },
    ],
  }
}

async function tinyAmazon(count: number) {
  const script = fileURLToPath(new URL('./tiny-amazon.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  const origin = await next()
  let asked: AskedSince = {}
  let clock: FastClock | undefined
  const say = async (shown: FastClock) => {
    child.stdin.write(`${JSON.stringify(shown)}\n`)
    for (const [operation, n] of Object.entries(JSON.parse(await next()) as AskedSince))
      asked[operation] = (asked[operation] ?? 0) + n
  }
  return {
    origin,
    pid: child.pid!,
    async setClock(shown: FastClock) {
      clock = shown
      await say(shown)
    },
    /** What was asked since this was last asked. */
    async asked(): Promise<AskedSince> {
      await say(clock!)
      const since = asked
      asked = {}
      return since
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
    },
  }
}
