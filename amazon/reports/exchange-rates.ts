import { addDays, daysOf, earlier, endOfMonth } from '#contract/date-range.ts'
import { fold } from '../files/header.ts'
import { dayOf } from '../files/moment-text.ts'
import { findTable } from '../files/table.ts'
import { RefusedRecord } from './cells.ts'
import type { FactRecord, FileHead, RecordInput, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

/** Our own layout: one rate per row. */
const ownColumns = {
  rate_date: { names: ['rate_date'], required: true },
  currency: { names: ['currency'], required: true },
  usd_per_unit: { names: ['usd_per_unit'], required: true },
  source: { names: ['source'] },
}

/** Means of months; the currency stands in the name of the file. */
const monthlyColumns = {
  month: { names: ['month'], required: true },
  mean: { names: ['mean'], required: true },
  min: { names: ['min'], required: true },
  max: { names: ['max'], required: true },
  days: { names: ['days'] },
}

/**
 * US dollars for a unit of each currency, from our own CSV, from the reference rates of the European Central Bank
 * (units of each currency for one euro) or from monthly means in a file named like `egp-per-usd-monthly.csv`.
 */
export const exchangeRates: RecordReportType = {
  kind: 'records',
  id: 'exchange_rates',
  label: 'Exchange rates (CSV)',
  guide: {
    gives: 'Rates that the installation does not have by itself.',
    where: 'Yours, the file of the European Central Bank, or a list of monthly means',
  },
  source: 'NONE',
  columns: ownColumns,
  recognise: (head) =>
    hasTable(head, ownColumns) || hasTable(head, monthlyColumns) || ecbColumns(head) !== undefined,
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const { head } = input
  if (hasTable(head, ownColumns))
    return tableFacts(input, ownColumns, 'exchange_rates', ['usd_per_unit'], ownRate)
  if (hasTable(head, monthlyColumns)) {
    const pair = pairIn(head.fileName)
    return tableFacts(input, monthlyColumns, 'exchange_rates', ['mean'], (cells) => monthlyRates(cells, pair))
  }
  const columns = ecbColumns(head) ?? {}
  const currencies = Object.keys(columns).filter((column) => column !== 'date')
  return tableFacts(input, columns, 'exchange_rates', currencies, (cells) => ecbRates(cells, currencies))
}

const rate = (
  lineNumber: number,
  part: number,
  day: string,
  currency: string,
  usdPerUnit: string,
  source: string | null,
): FactRecord => ({
  table: 'exchange_rates',
  lineNumber,
  part,
  values: { rate_date: day, currency, usd_per_unit: usdPerUnit, source },
})

function ownRate(cells: Cells): FactRecord[] {
  const currency = cells.required('currency', 'text').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw cells.refuse('currency', 'a currency code such as EUR')
  const usdPerUnit = positive(cells, 'usd_per_unit')
  return [
    rate(
      cells.lineNumber,
      0,
      cells.required('rate_date', 'day'),
      currency,
      usdPerUnit,
      cells.value('source', 'text'),
    ),
  ]
}

function positive(cells: Cells, column: string): string {
  const value = cells.required(column, 'decimal')
  if (value.startsWith('-') || value === '0') throw cells.refuse(column, 'a rate above 0')
  return value
}

/** `date,USD,GBP,…` as the European Central Bank publishes it; undefined where the head has no such line. */
function ecbColumns(head: FileHead): Record<string, { names: string[]; required: boolean }> | undefined {
  const cells = findTable(head, {
    date: { names: ['date'], required: true },
    USD: { names: ['USD'], required: true },
  })?.header.cells
  const headings = (cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '')
  const isEcb =
    fold(headings[0] ?? '') === 'date' &&
    headings.length > 1 &&
    headings.slice(1).every((name) => /^[A-Z]{3}$/.test(name))
  if (!isEcb || !headings.includes('USD')) return undefined
  return Object.fromEntries(
    headings.map((name, index) => [index === 0 ? 'date' : name, { names: [name], required: true }]),
  )
}

function ecbRates(cells: Cells, currencies: readonly string[]): FactRecord[] {
  const day = cells.required('date', 'day')
  const usd = positive(cells, 'USD')
  const others = currencies.flatMap((currency, index) => {
    // Currencies that came or went have no rate on other days.
    if (currency === 'USD' || /^(n\/?a)?$/i.test(cells.text(currency))) return []
    return [rate(cells.lineNumber, index + 1, day, currency, quotient(usd, positive(cells, currency)), ECB)]
  })
  return [rate(cells.lineNumber, 0, day, 'EUR', usd, ECB), ...others]
}

const ECB = 'European Central Bank'

/** Decimals of a rate, as the warehouse keeps them. */
const RATE_DECIMALS = 18

/** Rounds half up; both arguments are positive. */
export function quotient(dividend: string, divisor: string): string {
  const [top, bottom] = [scaled(dividend), scaled(divisor)]
  const units =
    (2n * top.units * 10n ** BigInt(RATE_DECIMALS + bottom.decimals) +
      bottom.units * 10n ** BigInt(top.decimals)) /
    (2n * bottom.units * 10n ** BigInt(top.decimals))
  const digits = units.toString().padStart(RATE_DECIMALS + 1, '0')
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`.replace(/\.?0+$/, '')
}

function scaled(text: string): { units: bigint; decimals: number } {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), decimals: fraction.length }
}

interface Pair {
  currency: string
  /** Whether the file gives units for a dollar, or dollars for a unit. */
  isPerUsd: boolean
}

function pairIn(fileName: string): Pair | undefined {
  const match = /(?:^|[^a-z])([a-z]{3})[-_ ]per[-_ ]([a-z]{3})(?![a-z])/i.exec(fileName)
  const [of, per] = [match?.[1]?.toUpperCase(), match?.[2]?.toUpperCase()]
  if (of && per === 'USD') return { currency: of, isPerUsd: true }
  return of === 'USD' && per ? { currency: per, isPerUsd: false } : undefined
}

const MONTH_DAYS_MAX = 31

/** A mean stands for each day of its month, so that every day has a rate that is at most hours old. */
function monthlyRates(cells: Cells, pair: Pair | undefined): FactRecord[] {
  if (!pair)
    throw new RefusedRecord('The name of the file must say the currencies, as egp-per-usd-monthly.csv does')
  const first = dayOf(`${cells.text('month')}-01`)
  if (!first) throw cells.refuse('month', 'a month such as 2026-03')
  const mean = positive(cells, 'mean')
  const usdPerUnit = pair.isPerUsd ? quotient('1', mean) : mean
  // The running month is a mean of the days so far.
  const covered = Math.min(MONTH_DAYS_MAX, Number(cells.value('days', 'integer') ?? MONTH_DAYS_MAX))
  const end = earlier(endOfMonth(first), addDays(first, Math.max(0, covered) - 1))
  return daysOf({ start: first, end }).map((day, index) =>
    rate(cells.lineNumber, index, day, pair.currency, usdPerUnit, 'monthly mean'),
  )
}
