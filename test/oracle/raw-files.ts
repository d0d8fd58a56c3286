/** The files of the demo as they are uploaded, taken apart. */
import { amountOf, type Amount } from './decimals.ts'
import type { Day } from './calendar.ts'

export interface RawFile {
  name: string
  text: string
}

export type Cells = Record<string, string>

export interface Settlement {
  start: number
  end: number
  currency: string
  rows: Cells[]
}

export interface RawData {
  settlements: Settlement[]
  costs: Cells[]
  advertising: Cells[]
  returns: (Cells & { quantity: number })[]
  expenses: Cells[]
  rates: Map<string, Map<Day, Amount>>
}

export function rawDataOf(files: readonly RawFile[]): RawData {
  const named = (start: string) => files.filter(({ name }) => name.startsWith(start))
  const facts = <T>(start: string, table: string): T[] =>
    named(start).flatMap(({ text }) => (JSON.parse(text) as Record<string, T[]>)[table]!)
  return {
    settlements: named('settlement-').map(({ text }) => settlementOf(text)),
    costs: named('product-costs').flatMap(({ text }) => table(text, ',')),
    advertising: facts('advertising-', 'ads_daily'),
    returns: facts('returns', 'returns'),
    expenses: facts('expenses', 'expenses'),
    rates: ratesOf(facts('exchange-rates', 'exchange_rates')),
  }
}

/** No cell of these files holds a separator or a quote. */
function table(text: string, separator: string): Cells[] {
  const [header, ...lines] = text.trimEnd().split('\n')
  const names = header!.split(separator)
  return lines.map((line) => {
    const cells = line.split(separator)
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]))
  })
}

function settlementOf(text: string): Settlement {
  const [summary, ...rows] = table(text, '\t')
  return {
    start: momentOf(summary!['settlement-start-date']!),
    end: momentOf(summary!['settlement-end-date']!),
    currency: summary!['currency']!,
    rows,
  }
}

/** Of `17.07.2026 07:26:32 UTC`. */
export function momentOf(text: string): number {
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) ([\d:]{8}) UTC$/.exec(text)!
  return Date.parse(`${year}-${month}-${day}T${time}Z`)
}

function ratesOf(rows: readonly Cells[]): RawData['rates'] {
  const rates: RawData['rates'] = new Map()
  for (const { currency, rate_date: day, usd_per_unit: usd } of rows) {
    const ofCurrency = rates.get(currency!) ?? new Map<Day, Amount>()
    rates.set(currency!, ofCurrency.set(day!, amountOf(usd!)))
  }
  return rates
}
