import { endOfMonth, startOfMonth } from '#contract/date-range.ts'
import type { FactTable } from '#amazon/index.ts'
import { multiply, parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import type { ExplainRow } from '#contract/explain.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { liveVersions, type Company, type Import, type ImportLine } from '#server/accounts/index.ts'
import { closedStates, heldImports } from '#server/ledger/closed-months/closed-states.ts'
import { rememberedRates } from '#server/ledger/currencies/conversion.ts'
import { costKey, costPlaces, type Costed, type CostPlace } from '#server/ledger/derivation/cost-places.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { readVersionOn } from '#server/ledger/journal.ts'
import { rawLines } from '#server/ledger/importing/raw-lines.ts'
import type { Services } from '#server/ledger/services.ts'
import { wordsOfRows, type Words } from './row-words.ts'

type Names = Pick<ExplainRow, 'orderId' | 'transactionType' | 'amountType' | 'amountDescription'>

/** A row of a journal, before its file is looked up. */
export interface JournalRow extends Omit<
  ExplainRow,
  'amount' | 'converted' | 'exchangeRate' | 'importId' | 'fileName' | 'rawLine' | 'costEntry' | keyof Names
> {
  /** With the sign that it has in the number that is explained. */
  amount: Decimal
  /** Whose rate converts it. */
  rateDay: string
  attempt: number
  part: number
  table: FactTable
  /** What it is called, with the words of its file where that has some. */
  named: (words: Words | undefined) => Names
  /** Of a cost: what it is the cost of. */
  costed: Costed | null
}

/** What the rows of a measure are to the number that is explained. */
export type CountsAs = (measure: Measure) => { metricId: MetricId; isTaken: boolean }

/** Rows of journals with the lines of the files that they were made from. */
export async function explainedRows(
  services: Services,
  company: Company,
  currency: string,
  rows: readonly JournalRow[],
  signal: AbortSignal | undefined,
): Promise<ExplainRow[]> {
  if (rows.length === 0) return []
  const live = await heldImports(services, company)
  const importOf = new Map<number, Import>(live.map((record) => [record.attemptVersion!, record]))
  const wanted = (attempt: number | undefined, lineNumber: number | undefined, table: FactTable) => {
    const record = attempt === undefined ? undefined : importOf.get(attempt)
    return record && lineNumber !== undefined ? [{ record, lineNumber, table }] : []
  }
  const linesWithCosts = async () => {
    const entryOf = await costEntries(services, company, live, rows, signal)
    const places = rows.flatMap((row) => [
      ...wanted(row.attempt, row.lineNumber, row.table),
      ...wanted(entryOf(row)?.attempt, entryOf(row)?.lineNumber, 'product_costs'),
    ])
    return { entryOf, texts: await rawLines(services, company, places, signal) }
  }
  const [factorOf, wordsOf, { entryOf, texts }] = await Promise.all([
    factorsOfRows(services, company, currency, rows),
    wordsOfRows(services.analytics, company, rows, { signal }),
    linesWithCosts(),
  ])
  const placeOf = (record: Import | undefined, lineNumber: number, table: FactTable) => ({
    importId: record?.id ?? 0,
    fileName: record?.fileName ?? '',
    lineNumber,
    rawLine: (record && texts.get(`${record.id}:${table}:${lineNumber}`)) ?? null,
  })
  return rows.map((row) => {
    const { amount, rateDay: _, attempt, part: __, table, costed: ___, named, ...said } = row
    const entry = entryOf(row)
    const isAsItIs = row.currency === '' || row.currency === currency
    const factor = isAsItIs ? 10n ** 12n : factorOf(row)
    const share = row.share === null ? amount : multiply(amount, parseDecimal(row.share))
    return {
      ...said,
      ...named(wordsOf(row)),
      amount: toText(amount, 9),
      converted: factor === null ? null : toText(multiply(share, factor)),
      exchangeRate: isAsItIs || factor === null ? null : toText(factor, 10),
      ...placeOf(importOf.get(attempt), row.lineNumber, table),
      costEntry: entry ? placeOf(importOf.get(entry.attempt), entry.lineNumber, 'product_costs') : null,
    }
  })
}

/** What rows are converted by, each at its day; null where that has no rate. */
async function factorsOfRows(
  services: Services,
  company: Company,
  currency: string,
  rows: readonly JournalRow[],
): Promise<(row: JournalRow) => Decimal | null> {
  const foreign = rows.filter((row) => row.currency !== '' && row.currency !== currency)
  if (foreign.length === 0) return () => null
  const days = foreign.map(({ rateDay }) => rateDay).toSorted()
  const rates = await rememberedRates(services, company, {
    currencies: [...new Set([currency, ...foreign.map((row) => row.currency)])].toSorted(),
    from: startOfMonth(days[0]!),
    to: endOfMonth(days.at(-1)!),
  })
  const usd = new Map(
    rates.map((rate) => [`${rate.currency} ${rate.day} ${rate.readVersion}`, parseDecimal(rate.usd)]),
  )
  return (row) => {
    const readVersion = readVersionOn(company, row.day)
    const from = usd.get(`${row.currency} ${row.rateDay} ${readVersion}`)
    const to = usd.get(`${currency} ${row.rateDay} ${readVersion}`)
    return from && to ? (from * 10n ** 12n) / to : null
  }
}

/** The entries of price lists that rows were made with: in a closed month of those that counted when it was closed. */
async function costEntries(
  services: Services,
  company: Company,
  held: readonly ImportLine[],
  rows: readonly JournalRow[],
  signal: AbortSignal | undefined,
): Promise<(row: JournalRow) => CostPlace | undefined> {
  const versionOf = ({ day }: JournalRow) => readVersionOn(company, day)
  const states = await closedStates(services, company)
  const moments = readingMoments(held)
  const entries = new Map<number, Map<string, CostPlace>>()
  const withCosts = rows.filter(({ costed }) => costed)
  for (const version of new Set(withCosts.map(versionOf))) {
    const live = await liveVersions(services.accounts, states.get(version) ?? company)
    const costed = withCosts.flatMap((row) => (versionOf(row) === version ? row.costed! : []))
    entries.set(version, await costPlaces(services.analytics, company.id, { live, moments }, costed, signal))
  }
  return (row) => (row.costed ? entries.get(versionOf(row))?.get(costKey(row.costed)) : undefined)
}
