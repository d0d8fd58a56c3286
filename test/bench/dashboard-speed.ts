import { Agent } from 'node:http'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { addDays, daysIn, daysOf, type DateRange } from '#contract/date-range.ts'
import { createCompany, type Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import type { RunningServer } from '#server/main.ts'
import { launchOwnBrowser, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { accountOf, signInOn } from '#test/support/signed-in.ts'
import { fetched, newQuestion } from './fetched.ts'
import { median, quantile, ratio, whole, type Section } from './measure.ts'
import { inTemporary, serverAt, settled } from './place.ts'
import { AMOUNT, fill, PLACES, RANGE, RATES } from './rows-speed.ts'

const SIZES = [500_000, 5_000_000, 50_000_000]
const PAIRS = 7
const WARM_UP = 2
const RATIO_AIM = 1.5
const ROUNDS = 3
const PAINTED_MS_MAX = 200
/** As many as a browser keeps open to one server. */
const CONNECTIONS = 6
/** A machine that is shared may take so long to begin with a page. */
const QUIET_MS = 2_000
/** Today of the server and of the browser. */
const NOW = new Date(`${addDays(RANGE.end, 1)}T12:00:00Z`)

const SCOPE = `company_id = {companyId:String} AND day BETWEEN {before:Date} AND {to:Date}`
const LEDGER = (table: string) =>
  `FROM ${table} ${RATES} USING (currency, fx_day) WHERE ${SCOPE} AND basis = 'ORDER'`
const MEASURES = (table: string) =>
  `FROM ${table} AS l ${RATES} ON l.currency = rates.currency AND l.day = rates.fx_day WHERE ${SCOPE}`
const FACTS = [
  ['line', LEDGER('ledger_by_day')],
  ['fact, measure', MEASURES('measures_by_day')],
] as const
const [OF_LEDGER, OF_MEASURES] = FACTS
const NOW_OR_BEFORE = 'day >= {from:Date}'
/** Sums of what a page is made of, by days that a dashboard tells apart. */
const sums = ([key, rows]: (typeof FACTS)[number], by: string) =>
  `SELECT ${by} AS part, ${key}, sum(${AMOUNT}) AS total ${rows} GROUP BY part, ${key}`
const OF_PRODUCTS = MEASURES('measures_by_product')
const SALES = `sumIf(${AMOUNT}, fact = 'traffic' AND measure = 'orderedProductSales' AND ${NOW_OR_BEFORE})`
const SALES_BEFORE = `sumIf(${AMOUNT}, fact = 'traffic' AND measure = 'orderedProductSales' AND day < {from:Date})`
const MOVED = `SELECT sku, ${SALES} - ${SALES_BEFORE} AS change ${OF_PRODUCTS} GROUP BY sku ORDER BY abs(change) DESC LIMIT 20`
const FIRST = (count: number) =>
  `SELECT sku ${OF_PRODUCTS} GROUP BY sku ORDER BY ${SALES} DESC LIMIT ${count}`
const BY_MARGIN = `SELECT sku, sumIf(${AMOUNT}, ${NOW_OR_BEFORE}) / nullIf(sumIf(${AMOUNT}, line = 'productSales'), 0) AS margin
  ${LEDGER('ledger_by_day_sku')} AND line != 'unitsSold' GROUP BY sku ORDER BY margin DESC LIMIT 50`
/** Every number of some products, and of all of them. */
const numbersOf = (skus: string) => [
  `SELECT sku, ${NOW_OR_BEFORE} AS part, line, sum(${AMOUNT}) AS total ${LEDGER('ledger_by_day_sku')} AND sku IN (${skus}) GROUP BY sku, part, line`,
  `SELECT sku, ${NOW_OR_BEFORE} AS part, fact, measure, sum(${AMOUNT}) AS total ${OF_PRODUCTS} AND sku IN (${skus}) GROUP BY sku, part, fact, measure`,
  ...FACTS.map((fact) => sums(fact, NOW_OR_BEFORE)),
]
const BY_MARKETPLACE = (by: string) =>
  `SELECT ${by} AS part, marketplace, sum(${AMOUNT}) AS total ${OF_MEASURES[1]} AND measure = 'orderedProductSales' GROUP BY part, marketplace`

interface Dashboard {
  name: string
  /** The navigation that leads to it, and its name there. */
  place: readonly [navigation: string, link: string]
  /** What somebody with a SQL prompt would ask to see the like of the page. */
  bare: readonly string[]
  /** It is held against the year before instead of as many days before. */
  isByYear?: true
}

const DASHBOARDS: Dashboard[] = [
  {
    name: 'All in one',
    place: ['Main', 'All in one'],
    bare: [
      ...FACTS.flatMap((fact) => [sums(fact, NOW_OR_BEFORE), sums(fact, 'day')]),
      sums(OF_LEDGER, NOW_OR_BEFORE),
      MOVED,
      FIRST(50),
      ...numbersOf(FIRST(50)),
      `SELECT sku, day, fact, measure, sum(${AMOUNT}) AS total ${OF_PRODUCTS} AND sku IN (${FIRST(500)}) GROUP BY sku, day, fact, measure`,
    ],
  },
  {
    name: 'Executive summary',
    place: ['Main', 'Executive summary'],
    bare: [
      ...FACTS.map((fact) => sums(fact, NOW_OR_BEFORE)),
      sums(OF_MEASURES, 'day'),
      MOVED,
      BY_MARKETPLACE(NOW_OR_BEFORE),
      `SELECT toHour(purchased_at) AS hour, sum(item_price) AS total FROM order_items WHERE company_id = {companyId:String} AND toDate(purchased_at) >= {to:Date} - 7 GROUP BY hour`,
      `SELECT * FROM order_items WHERE company_id = {companyId:String} AND toDate(purchased_at) >= {to:Date} - 7 ORDER BY purchased_at DESC LIMIT 20`,
      ...FACTS.map((fact) => sums(fact, NOW_OR_BEFORE)),
    ],
  },
  {
    name: 'Executive summary, legacy',
    place: ['Executive summary', 'Legacy'],
    bare: FACTS.map((fact) => sums(fact, 'toStartOfMonth(day)')),
    isByYear: true,
  },
  {
    name: 'Brand manager',
    place: ['Main', 'Brand manager'],
    bare: [
      sums(OF_MEASURES, NOW_OR_BEFORE),
      sums(OF_MEASURES, 'toStartOfMonth(day)'),
      sums(OF_MEASURES, 'toStartOfMonth(day)'),
      BY_MARKETPLACE(NOW_OR_BEFORE),
    ],
    isByYear: true,
  },
  {
    name: 'Trends',
    place: ['Main', 'Trends'],
    bare: [sums(OF_MEASURES, 'toMonday(day)'), BY_MARKETPLACE('toMonday(day)'), sums(OF_MEASURES, 'day')],
    isByYear: true,
  },
  {
    name: 'Trends, advertising',
    place: ['Trends', 'Advertising'],
    bare: [sums(OF_MEASURES, 'toMonday(day)'), BY_MARKETPLACE('toMonday(day)'), sums(OF_MEASURES, 'day')],
    isByYear: true,
  },
  {
    name: 'Weekly business review',
    place: ['Main', 'Weekly business review'],
    bare: [
      ...FACTS.map((fact) => sums(fact, 'toMonday(day)')),
      ...FACTS.map((fact) => sums(fact, 'toStartOfMonth(day)')),
      MOVED,
    ],
    isByYear: true,
  },
  {
    name: 'Unit economics',
    place: ['Main', 'Unit economics'],
    bare: [BY_MARGIN, ...numbersOf(`SELECT sku FROM (${BY_MARGIN})`)],
  },
]

/** A call of a page as the browser sends it. */
interface Call {
  procedure: string
  input: Record<string, unknown>
}

interface Result {
  rows: number
  dashboard: Dashboard
  calls: number
  cold: number[]
  warm: number[]
  bare: number[]
  /** The longest call of each cold run, by its name. */
  slowest: [procedure: string, ms: number][]
}

/** Every call of the pages that are opened each day, and how long one of them takes to be drawn from what is known. */
export async function dashboardSpeed({ small }: { small: boolean }): Promise<Section[]> {
  const results: Result[] = []
  let walk: Walk | undefined
  for (const rows of small ? SIZES.slice(0, -1) : SIZES) {
    const found = await atSize(rows)
    results.push(...found.results)
    walk = found.walk
  }
  return [callsSection(results), walkSection(small ? SIZES.at(-2)! : SIZES.at(-1)!, walk!)]
}

function atSize(rows: number): Promise<{ results: Result[]; walk: Walk }> {
  return inTemporary(async (directory) => {
    const server = await serverAt(join(directory, 'data'))
    const browser = await launchOwnBrowser()
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    try {
      const { services } = server.installation
      services.now = () => NOW
      const company = await fillDashboards(server, rows)
      const page = await browser.newPage({ viewport: WINDOWS.wide })
      const account = await accountOf(server, [company.id])
      await signInOn(page, server, account, 'USD')
      await page.clock.setFixedTime(NOW)
      await page.goto(`${server.address}/${company.id}/glossary`)
      const { calls, authorization } = await recorded(page)
      const results: Result[] = []
      for (const dashboard of DASHBOARDS) {
        const sent = calls.get(dashboard)!
        const ask = async (of: readonly Call[]): Promise<[string, number][]> => {
          const from = performance.now()
          return Promise.all(
            of.map(async ({ procedure, input }) => {
              const url = `${server.address}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
              await fetched(url, agent, authorization)
              return [procedure, performance.now() - from] as [string, number]
            }),
          )
        }
        const params = { companyId: company.id, ...daysOfPage(dashboard, sent) }
        const result: Result = {
          rows,
          dashboard,
          calls: sent.length,
          cold: [],
          warm: [],
          bare: [],
          slowest: [],
        }
        const work = {
          cold: async () =>
            ask(sent.map((call) => ({ ...call, input: newQuestion(call.input) as Call['input'] }))),
          warm: async () => ask(sent),
          bare: async () => bare(services.analytics, dashboard, params),
        }
        const names = ['cold', 'warm', 'bare'] as const
        for (let run = -WARM_UP; run < PAIRS; run++)
          // Whoever comes first changes.
          for (const name of run % 2 === 0 ? names : names.toReversed()) {
            const from = performance.now()
            const told = await work[name]()
            if (run < 0) continue
            result[name].push(performance.now() - from)
            if (name === 'cold' && told) result.slowest.push(told.toSorted(([, a], [, b]) => b - a)[0]!)
          }
        results.push(result)
      }
      return { results, walk: await walked(page) }
    } finally {
      agent.destroy()
      await browser.close()
      await server.close()
    }
  })
}

async function bare(analytics: Analytics, { name, bare }: Dashboard, params: Record<string, unknown>) {
  const found = await Promise.all(bare.map((statement) => analytics.rows(statement, { params })))
  const nothing = found.findIndex(({ length }) => length === 0)
  if (nothing >= 0) throw new Error(`${name}: bare statement ${nothing + 1} gave nothing.`)
  return undefined
}

/** What its calls are about; the weeks of a review are told by the last of them. */
function daysOfPage({ isByYear }: Dashboard, calls: readonly Call[]) {
  const ranges = calls.flatMap(({ input: { startDate, endDate } }): DateRange[] =>
    typeof startDate === 'string' && typeof endDate === 'string' ? [{ start: startDate, end: endDate }] : [],
  )
  const from = ranges.map(({ start }) => start).toSorted()[0] ?? RANGE.start
  const to =
    ranges
      .map(({ end }) => end)
      .toSorted()
      .at(-1) ?? RANGE.end
  return { from, to, before: addDays(from, isByYear ? -365 : -daysIn({ start: from, end: to })) }
}

/** A year of roll-ups of orders, traffic and advertising, and orders of the last weeks with their moments. */
async function fillDashboards(server: RunningServer, rows: number): Promise<Company> {
  const { services } = server.installation
  const { analytics, accounts } = services
  const created = await createCompany(accounts, { name: 'Bench' })
  await importText(server, created.id, JSON.stringify(LAST_WEEKS))
  // A quarter of them are lines of orders, and each of three facts has a quarter beside them.
  const company = await fill(services, rows / 2, created)
  for (const table of ['measures_by_product', 'measures_by_day'])
    for (const [fact, names] of Object.entries(COUNTED))
      await analytics.command(
        `INSERT INTO ${table} SELECT * REPLACE ({fact:String} AS fact, 'ANY' AS level,
           transform(measure, ['orderedProductSales', 'unitsOrdered', 'sessions'], {names:Array(String)}, measure) AS measure)
         FROM ${table} WHERE company_id = {id:String} AND fact = 'traffic' AND account_id = 'A1'`,
        { params: { id: company.id, fact, names } },
      )
  await settled(analytics)
  return company
}

/** In place of sales, units and sessions. */
const COUNTED = {
  orders: ['itemPrice', 'quantity', 'quantity'],
  advertising: ['cost', 'orders', 'clicks'],
}

const WEEKS = daysOf({ start: addDays(RANGE.end, -41), end: addDays(RANGE.end, 1) })
const SPAN = { start_date: RANGE.start, end_date: RANGE.end }
const LAST_WEEKS = {
  coverage: ['order_items', 'sales_traffic_date', 'sales_traffic_asin_day', 'ads_daily'].flatMap(
    (table_name) => PLACES.map(([marketplace]) => ({ table_name, marketplace, ...SPAN })),
  ),
  order_items: PLACES.flatMap(([marketplace, currency]) =>
    WEEKS.flatMap((day) =>
      Array.from({ length: 10 }, (_, hour) => ({
        order_id: `${marketplace}-${day}-${hour}`,
        order_item_id: '1',
        purchased_at: `${day}T0${hour}:30:00Z`,
        last_updated_at: `${day}T0${hour}:30:00Z`,
        order_status: 'Shipped',
        sku: `SX-${hour}`,
        quantity: 1,
        item_price: '10.00',
        currency,
        marketplace,
      })),
    ),
  ),
}

/** What each page asks for when it is opened from another one, and whose calls they are. */
async function recorded(page: Page): Promise<{ calls: Map<Dashboard, Call[]>; authorization: string }> {
  const calls = new Map<Dashboard, Call[]>()
  const network = networkOf(page)
  let sent: Call[] = []
  let authorization = ''
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/trpc/')) return
    authorization = request.headers()['authorization']!
    const input = JSON.parse(searchParams.get('input') ?? '{}') as Call['input']
    sent.push({ procedure: pathname.slice('/trpc/'.length), input })
  })
  await network.quiet()
  for (const dashboard of DASHBOARDS) {
    sent = []
    await linkTo(page, dashboard).click()
    await network.quiet()
    if (sent.length === 0) throw new Error(`${dashboard.name} asked for nothing.`)
    calls.set(dashboard, sent)
  }
  return { calls, authorization }
}

const linkTo = (page: Page, { place: [navigation, name] }: Dashboard) =>
  page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link', { name, exact: true })

function networkOf(page: Page) {
  let last = performance.now()
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    underWay.add(request)
    last = performance.now()
  })
  const isOver = (request: Request) => {
    underWay.delete(request)
    last = performance.now()
  }
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  return {
    /** Until nothing has been asked for a while, from now on. */
    quiet: async () => {
      last = performance.now()
      while (underWay.size > 0 || performance.now() - last < QUIET_MS) await page.waitForTimeout(50)
    },
  }
}

interface Walk {
  painted: number[]
  tasks: number[]
}

/** Around all pages, whose answers the browser has. */
async function walked(page: Page): Promise<Walk> {
  await page.evaluate(`
    window.tasks = []
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))
      .observe({ type: 'longtask' })
  `)
  const painted: number[] = []
  for (let round = -1; round < ROUNDS; round++)
    for (const dashboard of DASHBOARDS) {
      const ms = await untilPainted(page, dashboard)
      if (round >= 0) painted.push(ms)
      else await page.evaluate('window.tasks = []')
    }
  return { painted, tasks: await page.evaluate<number[]>('window.tasks') }
}

/** Milliseconds from the click to the picture after which nothing of the page changed any more. */
async function untilPainted(page: Page, dashboard: Dashboard): Promise<number> {
  const link = linkTo(page, dashboard)
  // What pointing at it prepares is not part of the click.
  await link.hover()
  await page.waitForTimeout(300)
  const painted = page.evaluate<number>(`new Promise((resolve) => {
    let from, last
    addEventListener('click', () => (from = performance.now()), { capture: true, once: true })
    const changes = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(() => (last = performance.now()))))
    changes.observe(document.querySelector('#root'), { childList: true, characterData: true, subtree: true })
    const look = () => {
      if (from === undefined || last === undefined || performance.now() - last < 500) return setTimeout(look, 50)
      changes.disconnect()
      resolve(last - from)
    }
    look()
  })`)
  await link.click()
  return painted
}

function callsSection(results: readonly Result[]): Section {
  const ms = (value: number) => value.toFixed(1)
  const pairs = (times: readonly number[], { bare: of }: Result) =>
    median(times.map((time, index) => time / of[index]!))
  const slowestOf = ({ slowest }: Result): string => {
    const [name] = slowest.toSorted(([, a], [, b]) => a - b)[slowest.length >> 1]!
    return name
  }
  const largest = results.filter(({ rows }) => rows === results.at(-1)!.rows)
  return {
    title: 'Dashboards, all calls of a page',
    text: [
      `One company with 50,000 products, three marketplaces in three currencies and a year of orders, traffic and advertising, shown in dollars; a quarter of the rows are of each of them and of the ledger. The calls are those that the browser sends when a page is opened from another one, all at once over ${CONNECTIONS} connections; a page is there when the last of them is. Cold: nobody has asked them; warm: they were asked before, which is no matter for the executive summary, whose numbers are of now. Beside it bare SQL that answers the like of the page in floating point, statement by statement at once, through the same client. Medians of ${PAIRS} runs in turns; ratios are medians of the pairs.`,
    ],
    table: [
      [
        'Roll-up rows',
        'Page',
        'calls',
        'cold ms',
        'p95 ms',
        'warm ms',
        'bare ms',
        'cold/bare',
        'its slowest call',
      ],
      ...results.map((result) => [
        whole(result.rows),
        result.dashboard.name,
        String(result.calls),
        ms(median(result.cold)),
        ms(quantile(result.cold, 0.95)),
        ms(median(result.warm)),
        ms(median(result.bare)),
        ratio(pairs(result.cold, result)),
        slowestOf(result),
      ]),
    ],
    aims: [
      {
        what: 'a page whose questions are new, against bare SQL, each page at each size',
        wanted: `at most ${RATIO_AIM}`,
        found: results.map((result) => ratio(pairs(result.cold, result))).join(', '),
        met: results.every((result) => pairs(result.cold, result) <= RATIO_AIM),
      },
      {
        what: `a page whose questions were asked before, p95 at ${whole(largest[0]!.rows)} rows, the slowest page`,
        wanted: 'at most 250 ms',
        found: `${ms(Math.max(...largest.map(({ warm }) => quantile(warm, 0.95))))} ms`,
        met: largest.every(({ warm }) => quantile(warm, 0.95) <= 250),
      },
    ],
  }
}

function walkSection(rows: number, { painted, tasks }: Walk): Section {
  const ms = (value: number) => value.toFixed(0)
  const [middle, slow, longest] = [median(painted), quantile(painted, 0.95), Math.max(0, ...tasks)]
  return {
    title: 'From one dashboard to another',
    text: [
      `The same pages at ${whole(rows)} rows in Chromium without a graphics card, window 1440 × 900, around all ${DASHBOARDS.length} of them ${ROUNDS} times by the links that lead there; the browser has their answers. From a click to the picture after which nothing changes.`,
    ],
    table: [
      ['', 'median ms', 'p95 ms', 'longest task ms'],
      ['Another dashboard', ms(middle), ms(slow), ms(longest)],
    ],
    aims: [
      {
        what: 'painted after a click, p95',
        wanted: `under ${PAINTED_MS_MAX} ms`,
        found: `${ms(slow)} ms`,
        met: slow < PAINTED_MS_MAX,
      },
    ],
  }
}
