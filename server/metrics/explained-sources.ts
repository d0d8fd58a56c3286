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
import { LedgerRowCounts, ledgerRows, ratesUsed } from './facts/ledger-rows.ts'
import { countedRows, ledgerRowScope, ledgerStatements, type LedgerScope } from './facts/ledger.ts'
import { measuredRowCounts, measuredScope, readMeasuredRows } from './facts/measured-rows.ts'
import { measuredStatements } from './facts/measured.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { isOfWindow } from './facts/stock-window.ts'
import type { Services } from '#server/ledger/services.ts'

/** What a number is made from: the rows of every fact that states something of it, the rates, and SQL that adds them up. */
export interface Sources extends Pick<Explanation, 'rows' | 'rates' | 'exchangeRates' | 'sql'> {
  /** How many rows a metric has, of the number's own and of what it is made of. */
  rowCountOf: (id: MetricId) => number
}

type Days = Pick<ExplainInput, 'startDate' | 'endDate'>
type Asked = LedgerScope & Days & Pick<ExplainInput, 'limit' | 'offset'>

/** Which rows of both journals a number is made of. */
export async function rowScopes(
  services: Services,
  company: Company,
  id: MetricId,
  input: LedgerScope & Days,
) {
  const period: DateRange = { start: input.startDate, end: input.endDate }
  const lines = namesIn('ledger', [id])
  const beside = {
    measures: besideLedger([id]),
    marketplaces: input.marketplaces ?? [],
    skus: input.skus ?? [],
    isOfNoParent: input.parentAsin === '',
  }
  const countsAs: CountsAs = (measure) => ({
    metricId: leafOf(id, measure) ?? id,
    isTaken: takesAway(id, measure),
  })
  return {
    period,
    lines,
    beside,
    hasLines: lines.length > 0,
    hasBeside: beside.measures.length > 0,
    scope: await ledgerRowScope(services, company, input, lines),
    measured: await measuredScope(services, company, { ...beside, period }),
    countsAs,
  }
}

/** One page over both journals: rows of the ledger, of which there are `before`, then those beside it. */
export async function pageOfBoth(
  { limit, offset }: Pick<ExplainInput, 'limit' | 'offset'>,
  ofLedger: (page: { limit: number; offset: number }) => Promise<JournalRow[]>,
  before: () => Promise<number>,
  beside: ((page: { limit: number; offset: number }) => Promise<JournalRow[]>) | null,
): Promise<JournalRow[]> {
  const rows = limit > 0 ? await ofLedger({ limit, offset }) : []
  if (!beside || rows.length === limit) return rows
  const rest = { limit: limit - rows.length, offset: Math.max(0, offset - (await before())) }
  return [...rows, ...(await beside(rest))]
}

export async function readSources(
  services: Services,
  company: Company,
  id: MetricId,
  input: Asked,
  signal: AbortSignal | undefined,
): Promise<Sources> {
  const { analytics } = services
  const options = { signal }
  const found = await rowScopes(services, company, id, input)
  const { period, beside, hasLines, hasBeside, scope, measured, countsAs } = found
  const countingLines = hasLines ? countedRows(services, company, input, scope, options) : NO_ROWS

  async function rowCounts(): Promise<Map<Measure, number>> {
    const [ofLedger, ofMeasures] = await Promise.all([
      countingLines,
      hasBeside ? analytics.run(measuredRowCounts(measured), company, measured, options) : [],
    ])
    return new Map([
      ...[...ofLedger.ofLine].map(([line, rowCount]) => [`ledger.${line}`, rowCount] as const),
      ...ofMeasures.map(({ measure, rowCount }) => [measure as Measure, rowCount] as const),
    ])
  }

  const rowsOfPage = () =>
    pageOfBoth(
      input,
      async (page) => {
        const counted = { ...page, counts: await countingLines }
        const rows = await ledgerRows.read(analytics, company, scope, counted, options)
        return rows.map((row) => ledgerJournalRow(row, countsAs))
      },
      async () => (await countingLines).all,
      hasBeside
        ? (page) => readMeasuredRows(services, company, { ...measured, ...page }, countsAs, signal)
        : null,
    )

  const exchangeRates = async () => {
    // Windows of stock are units alone.
    if (!hasLines && found.beside.measures.every(isOfWindow)) return []
    const money = await moneyOf(services, company)
    // What is all in the currency of the question is converted by nothing.
    if (money.currencies.every((held) => held === input.currencyCode)) return []
    const params = { currency: input.currencyCode, ...heldRatesOf(money) }
    const { byLedger, byMeasures, byBoth } = exchangeRatesUsed
    if (!hasBeside) return analytics.run(byLedger(scope), company, { ...scope, ...params }, options)
    if (!hasLines) return analytics.run(byMeasures(measured), company, { ...measured, ...params }, options)
    return analytics.run(byBoth, company, { ...scope, ...measured, ...params }, options)
  }

  const [counts, rows, rates, exchange, statements] = await Promise.all([
    rowCounts(),
    rowsOfPage().then((page) => explainedRows(services, company, input.currencyCode, page, signal)),
    hasLines ? analytics.run(ratesUsed(scope), company, scope, options) : [],
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

const NO_ROWS = new LedgerRowCounts()

const total = (counts: ReadonlyMap<Measure, number>, measures: Iterable<Measure>): number =>
  [...measures].reduce((sum, measure) => sum + (counts.get(measure) ?? 0), 0)

/** What each measure comes to, of statements that say it in pieces. */
const added = (statements: readonly string[]): string =>
  `SELECT measure, sum(toDecimal256(amount, 12)) AS amount, groupUniqArrayIf(withoutRate, withoutRate != '') AS without_rate
FROM (${statements.join('\nUNION ALL\n')})
GROUP BY measure ORDER BY measure`
