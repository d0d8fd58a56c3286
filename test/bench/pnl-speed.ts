import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { planPeriods, SUMMARY_VIEWS } from '#contract/periods.ts'
import { PnlInput } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { streamsOf } from '#server/ledger/coverage/claims.ts'
import { dayNumber, segmentsOf, type Segments } from '#server/metrics/segments.ts'
import { statementRows } from '#server/metrics/statement.ts'
import { fetched, newQuestion } from './fetched.ts'
import { fillLedger, RANGE } from './fill-ledger.ts'
import { median, quantile, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'
import { signedIn } from './signed-in.ts'

const SIZES = [500_000, 5_000_000, 50_000_000]
const PAIRS = 15
const WARM_UP = 3
const RATIO_AIM = 1.5
const GROWTH_AIM = 1.3
const AGAIN_AIM_MS = 2
const CURRENCY = 'USD'

type Times = Record<(typeof MEASURED)[number][0], number>

/** Each is run in turn, so that all of them meet the same machine. */
const MEASURED = [
  ['http', 'Procedure through HTTP'],
  ['rollUp', 'Bare SQL, roll-up'],
  ['plain', 'Bare SQL, ledger'],
  ['rows', 'Procedure without HTTP'],
  ['again', 'The same question again'],
  ['company', 'Smallest call through HTTP'],
] as const

interface Result {
  rows: number
  withSummaries: boolean
  times: Times[]
}

/** The page's question to the program and to the engine behind it, at three sizes of the ledger. */
export async function pnlSpeed({ small }: { small: boolean }): Promise<Section[]> {
  const results: Result[] = []
  for (const rows of small ? SIZES.slice(0, -1) : SIZES) results.push(...(await atSize(rows)))
  return [false, true].map((withSummaries) =>
    sectionOf(
      withSummaries,
      results.filter((result) => result.withSummaries === withSummaries),
    ),
  )
}

function atSize(rows: number): Promise<Result[]> {
  return inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const { app, services } = installation
    const companies = await fillLedger(services, rows)
    // Filled by hand, so the days that sources cover are remembered from here on as after any first question.
    const company = companies[companies.length >> 1]!
    await streamsOf(services, company)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true })
    const authorization = await signedIn(installation, address, company.id)
    try {
      const results: Result[] = []
      for (const withSummaries of [false, true]) {
        const { brandNames: _, ...input } = PnlInput.parse({
          companyId: company.id,
          currencyCode: CURRENCY,
          startDate: RANGE.start,
          endDate: RANGE.end,
          dateInterval: 'MONTHLY',
          ...(withSummaries && {
            summaryViews: Object.fromEntries(SUMMARY_VIEWS.map((view) => [view, true])),
          }),
        })
        const periods = planPeriods(
          {
            range: RANGE,
            dateInterval: 'MONTHLY',
            growthType: 'MONTH_ON_MONTH',
            dateOrder: 'ASC',
            summaries: withSummaries ? SUMMARY_VIEWS : [],
          },
          services.now().toISOString().slice(0, 10),
        )
        const segments = segmentsOf(periods)
        const ask = (procedure: string, of: object) =>
          fetched(
            `${address}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(of))}`,
            agent,
            authorization,
          )
        const work: Record<(typeof MEASURED)[number][0], () => Promise<unknown>> = {
          http: () => ask('profitAndLoss.getData', newQuestion(input)),
          again: () => ask('profitAndLoss.getData', input),
          rollUp: () => bare(services.analytics, company, segments, 'ledger_by_day'),
          plain: () => bare(services.analytics, company, segments, 'ledger'),
          rows: () =>
            statementRows(services, company, { ...input, basis: 'TRANSACTION' }, periods, undefined),
          company: () => ask('profitAndLoss.getOrderProfitAndLossLicenseStatus', { companyId: company.id }),
        }
        const times: Times[] = []
        for (let run = -WARM_UP; run < PAIRS; run++) {
          const time: Partial<Times> = {}
          // Whoever comes first changes, so that nobody always follows the heaviest.
          for (let place = 0; place < MEASURED.length; place++) {
            const [key] = MEASURED[(place + run + WARM_UP) % MEASURED.length]!
            const from = performance.now()
            await work[key]()
            time[key] = performance.now() - from
          }
          if (run >= 0) times.push(time as Times)
        }
        results.push({ rows, withSummaries, times })
      }
      return results
    } finally {
      agent.destroy()
    }
  })
}

/** What somebody with a SQL prompt would ask: floating point, no versions, no formulas, dollars. */
async function bare(
  analytics: Analytics,
  company: Company,
  segments: Segments,
  table: 'ledger' | 'ledger_by_day',
): Promise<void> {
  const times = table === 'ledger' ? ' * n' : ''
  const found = await analytics.rows(
    `SELECT roundDown(toInt32(day), {segmentStarts:Array(Int32)}) AS segment, line,
       sum(toFloat64(amount)${times} * if(currency = '', 1, toFloat64(usd))) AS total
     FROM ${table}
     ANY LEFT JOIN (SELECT currency, day AS fx_day, usd FROM daily_rates WHERE company_id = {companyId:String}) AS rates USING (currency, fx_day)
     WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND day BETWEEN {from:Date} AND {to:Date}
     GROUP BY segment, line`,
    {
      params: {
        companyId: company.id,
        segmentStarts: segments.starts.map(dayNumber),
        from: segments.span.start,
        to: segments.span.end,
      },
    },
  )
  if (found.length === 0) throw new Error(`${table} gave nothing.`)
}

function sectionOf(withSummaries: boolean, results: readonly Result[]): Section {
  const ms = (value: number) => value.toFixed(1)
  const table = [['Ledger rows', 'What', 'median ms', 'p95 ms', 'procedure/this']]
  for (const { rows, times } of results) {
    for (const [key, name] of MEASURED) {
      const own = times.map((time) => time[key])
      const share = median(times.map((time) => time.http / time[key]))
      table.push([whole(rows), name, ms(median(own)), ms(quantile(own, 0.95)), ratio(share)])
    }
  }
  const againstRollUp = results.map(({ times }) => median(times.map((time) => time.http / time.rollUp)))
  const medians = results.map(({ times }) => median(times.map((time) => time.http)))
  const growth = medians.at(-1)! / medians[0]!
  const again = results.map(({ times }) => median(times.map((time) => time.again - time.company)))
  return {
    title: `Profit and loss of 24 months, ${withSummaries ? 'with the seven summary ranges' : 'by month'}`,
    text: [
      `One company of 50, three marketplaces in three currencies, 16 lines, shown in dollars. \`profitAndLoss.getData\` through HTTP on loopback, compressed as for a browser, against bare SQL through the same client: one pass over the ledger's rows, and one over the roll-up by day, both with conversion of currencies, in floating point. Each question is a new one, but for the line that asks again; the days of the company are kept in the process, so that none asks the engine. The lines below them say where the procedure's time goes: without HTTP and JSON, and a call that does nothing but find its company. Medians of ${PAIRS} runs in turns; ratios are medians of the pairs.`,
    ],
    table,
    aims: [
      {
        what: 'procedure against the roll-up query, at each size',
        wanted: `at most ${RATIO_AIM}`,
        found: againstRollUp.map(ratio).join(', '),
        met: againstRollUp.every((value) => value <= RATIO_AIM),
      },
      {
        what: 'the same milliseconds at all sizes, largest against smallest',
        wanted: `at most ${GROWTH_AIM}`,
        found: ratio(growth),
        met: growth <= GROWTH_AIM,
      },
      {
        what: 'a question that was asked before, above the smallest call, at each size',
        wanted: `at most ${AGAIN_AIM_MS} ms`,
        found: again.map((above) => `${ms(above)} ms`).join(', '),
        met: again.every((above) => above <= AGAIN_AIM_MS),
      },
    ],
  }
}
