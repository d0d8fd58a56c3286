import type { DateRange } from '#contract/date-range.ts'
import type { ExplainInput, Explanation } from '#contract/explain.ts'
import { leafOf, measuresOf, namesIn, takesAway } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { besideLedger } from './answer.ts'
import { exchangeRatesUsed } from './facts/exchange-rates-used.ts'
import { explainedRows, type CountsAs, type JournalRow } from './facts/explained-rows.ts'
import { ledgerJournalRow } from './facts/ledger-journal-rows.ts'
import { ledgerRowCounts, ledgerRows, ratesUsed } from './facts/ledger-rows.ts'
import { ledgerRowScope, ledgerStatements, type LedgerScope } from './facts/ledger.ts'
import { measuredRowCounts, measuredScope, readMeasuredRows } from './facts/measured-rows.ts'
import { measuredStatements } from './facts/measured.ts'
import type { Services } from '#server/ledger/services.ts'

/** What a number is made from: the rows of every fact that states something of it, the rates, and SQL that adds them up. */
export interface Sources extends Pick<Explanation, 'rows' | 'rates' | 'exchangeRates' | 'sql'> {
  /** How many rows a metric has, of the number's own and of what it is made of. */
  rowCountOf: (id: MetricId) => number
}

type Asked = LedgerScope & Pick<ExplainInput, 'startDate' | 'endDate' | 'limit' | 'offset'>

export async function readSources(
  services: Services,
  company: Company,
  id: MetricId,
  input: Asked,
  signal: AbortSignal | undefined,
): Promise<Sources> {
  const { analytics } = services
  const options = signal ? { signal } : {}
  const period: DateRange = { start: input.startDate, end: input.endDate }
  const lines = namesIn('ledger', [id])
  const beside = {
    measures: besideLedger([id]),
    marketplaces: input.marketplaces ?? [],
    skus: input.skus ?? [],
  }
  const hasLines = lines.length > 0
  const hasBeside = beside.measures.length > 0
  const scope = await ledgerRowScope(services, company, input, lines)
  const measured = measuredScope(company, { ...beside, period })
  const countsAs: CountsAs = (measure) => ({
    metricId: leafOf(id, measure) ?? id,
    isTaken: takesAway(id, measure),
  })
  const page = { limit: input.limit, offset: input.offset }
  const counting = rowCounts()

  async function rowCounts(): Promise<Map<Measure, number>> {
    const [ofLedger, ofMeasures] = await Promise.all([
      hasLines ? analytics.run(ledgerRowCounts, company, scope, options) : [],
      hasBeside ? analytics.run(measuredRowCounts, company, measured, options) : [],
    ])
    return new Map([
      ...ofLedger.map(({ line, rowCount }) => [`ledger.${line}`, rowCount] as const),
      ...ofMeasures.map(({ measure, rowCount }) => [measure as Measure, rowCount] as const),
    ])
  }

  /** One page over all facts: those of the ledger, then those beside it. */
  async function rowsOfPage(): Promise<JournalRow[]> {
    const ofLedger = hasLines ? await analytics.run(ledgerRows, company, { ...scope, ...page }, options) : []
    const rows = ofLedger.map((row) => ledgerJournalRow(row, countsAs))
    if (!hasBeside || rows.length === page.limit) return rows
    const before = hasLines
      ? total(
          await counting,
          lines.map((line): Measure => `ledger.${line}`),
        )
      : 0
    const rest = { limit: page.limit - rows.length, offset: Math.max(0, page.offset - before) }
    return [
      ...rows,
      ...(await readMeasuredRows(services, company, { ...measured, ...rest }, countsAs, signal)),
    ]
  }

  const exchangeRates = () => {
    const currency = input.currencyCode
    const { byLedger, byMeasures, byBoth } = exchangeRatesUsed
    if (!hasBeside) return analytics.run(byLedger, company, { ...scope, currency }, options)
    if (!hasLines) return analytics.run(byMeasures, company, { ...measured, currency }, options)
    return analytics.run(byBoth, company, { ...scope, ...measured, currency }, options)
  }

  const [counts, rows, rates, exchange, statements] = await Promise.all([
    counting,
    rowsOfPage().then((found) => explainedRows(services, company, input.currencyCode, found, signal)),
    hasLines ? analytics.run(ratesUsed, company, scope, options) : [],
    exchangeRates(),
    Promise.all([
      hasLines ? ledgerStatements(services, company, input, period, scope) : [],
      hasBeside
        ? measuredStatements(services, company, {
            ...beside,
            by: 'total',
            currencyCode: input.currencyCode,
            periods: [{ period, comparison: null }],
          })
        : [],
    ]),
  ])
  return {
    rowCountOf: (of) => total(counts, measuresOf([of])),
    rows,
    rates,
    exchangeRates: exchange,
    sql: added(statements.flat()),
  }
}

const total = (counts: ReadonlyMap<Measure, number>, measures: Iterable<Measure>): number =>
  [...measures].reduce((sum, measure) => sum + (counts.get(measure) ?? 0), 0)

/** What each measure comes to, of statements that say it in pieces. */
const added = (statements: readonly string[]): string =>
  `SELECT measure, sum(toDecimal256(amount, 12)) AS amount, groupUniqArrayIf(withoutRate, withoutRate != '') AS without_rate
FROM (${statements.join('\nUNION ALL\n')})
GROUP BY measure ORDER BY measure`
