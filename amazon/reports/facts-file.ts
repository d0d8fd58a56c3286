import { z } from 'zod'
import type { FactTable } from '../facts.ts'
import { FACT_TABLES, isFactTable, readingOf } from '../facts.ts'
import type { CompanySettings } from '../facts.ts'
import { Currency } from '#contract/fields.ts'
import { EstablishmentCountry, FX_POLICIES } from '#contract/company-settings.ts'
import { MARKETPLACES, marketplaceOf, marketplaceOfName } from '#contract/marketplaces.ts'
import { plainNumber } from '../files/decimal-text.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import type { FactRecord, FileHead, RecordReportType } from './report-type.ts'

/**
 * Our own format: `{"settlement_lines": [{…}], "company": {…}}` with the tables and columns of the warehouse. Numbers
 * may be JSON numbers or text; an empty or missing value is none. The line number is the row's place in its table.
 */
export const factsFile: RecordReportType = {
  kind: 'records',
  id: 'facts_file',
  label: 'Facts file (JSON)',
  source: 'FACTS',
  recognise,
  read: (input) => facts(jsonParts(input.text())),
}

const KEYS = [...FACT_TABLES, 'company'].join('|')

function recognise({ text, fileName, format }: FileHead): boolean {
  if (format !== 'text' || !/^\s*\{\s*(?:"|\}|$)/.test(text)) return false
  const knownKey = RegExp(String.raw`"(?:${KEYS})"\s*:\s*[[{]`)
  return knownKey.test(text) || (/facts/i.test(fileName) && /^\s*\{\s*"[a-z0-9_]+"\s*:\s*\[/.test(text))
}

async function* facts(parts: AsyncIterable<JsonPart>): AsyncGenerator<FactRecord> {
  const stated: StatedCurrencies = new Map()
  for await (const part of parts) {
    try {
      if (part.key === 'company' && !part.problem) yield* settingsOf(part)
      else yield factOf(part, stated)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, part.key)
    }
  }
}

/** Currency of each settlement that the file has stated so far. */
type StatedCurrencies = Map<string, string>

function factOf(part: JsonPart, stated: StatedCurrencies): FactRecord {
  const { key, index, problem } = part
  if (problem) throw new RefusedRecord(problem)
  if (!isFactTable(key)) throw new RefusedRecord(`${key}: not read by this version`)
  const row = parse(part.text)
  if (index === null) throw new RefusedRecord(`${key}: a list of rows is expected`)

  const unknown = Object.keys(row).filter((column) => readingOf(key, column) === undefined)
  if (unknown.length > 0) throw new RefusedRecord(`${key} has no column ${unknown.join(', ')}`)
  const values = emptyRow(key)
  for (const [column, value] of Object.entries(row)) values[column] = valueOf(key, column, value)
  checkMoney(key, values, stated)
  return { table: key, lineNumber: index, part: 0, values }
}

/** Tables whose amounts are in the currency of the row or of its marketplace. */
const MONEY_OF_MARKETPLACES: readonly FactTable[] = ['settlement_lines', 'order_items', 'ads_daily']

/** Money is in a currency that somebody has said; none is ever guessed. */
function checkMoney(table: FactTable, values: Values, stated: StatedCurrencies): void {
  const { currency, settlement_id: settlement } = values
  if (table === 'settlements' && settlement && currency) stated.set(settlement, currency)
  if (currency || !MONEY_OF_MARKETPLACES.includes(table)) return
  if (table === 'settlement_lines' && stated.has(settlement ?? '')) return
  const place = values['marketplace'] ?? values['sales_channel'] ?? ''
  // Orders of other shops are kept, and are no sales on Amazon.
  if (table === 'order_items' && isOfAnotherShop(place)) return
  const itsCurrency = marketplaceOf(marketplaceIn(place) ?? '')?.currency
  if (!itsCurrency) throw new RefusedRecord('The row names neither a currency nor a marketplace')
  // A reading of an advertising day replaces another one, however its currency was said.
  if (table === 'ads_daily') values['currency'] = itsCurrency
}

type Values = Record<string, string | null>

const isOfAnotherShop = (name: string): boolean => /^non-amazon\b/i.test(name)

/** The code of `DE`, `Amazon.de`, `A1PA6795UKMFR9` or `Non-Amazon DE`. */
function marketplaceIn(name: string): string | undefined {
  const own = isOfAnotherShop(name) ? (name.split(' ').at(-1) ?? '') : name
  const upper = own.toUpperCase()
  return (
    marketplaceOf(upper === 'UK' ? 'GB' : upper)?.code ??
    marketplaceOfName(own) ??
    MARKETPLACES.find(({ amazonId }) => amazonId === upper)?.code
  )
}

/** A number with more digits than a JavaScript number surely holds. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16}/

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** As JSON, with every digit of its numbers. */
const parseExactly = (text: string): unknown =>
  JSON.parse(
    LONG_NUMBER.test(text)
      ? text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
      : text,
  )

function parse(text: string, read: (text: string) => unknown = parseExactly): Record<string, unknown> {
  let value: unknown
  try {
    value = read(text)
  } catch {
    throw new RefusedRecord('Not valid JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new RefusedRecord('An object in { } is expected')
  }
  return value as Record<string, unknown>
}

function valueOf(table: FactTable, column: string, value: unknown): string | null {
  if (value === null) return null
  const text = typeof value === 'number' ? (plainNumber(String(value)) ?? String(value)) : value
  if (typeof text !== 'string' && typeof text !== 'boolean') {
    throw new RefusedRecord(`${column}: a plain value is expected`)
  }
  const read = readCell(column, String(text), readingOf(table, column)!)
  if (read !== null) checkValue(table, column, read)
  return read
}

/** What the warehouse keeps of a decimal; one with more digits would be another number. */
const DIGITS = { whole: 9, decimals: 9 }
const RATE_DIGITS = { whole: 20, decimals: 18 }

function checkValue(table: FactTable, column: string, value: string): void {
  if (readingOf(table, column) === 'decimal') {
    const { whole, decimals } = column === 'usd_per_unit' ? RATE_DIGITS : DIGITS
    const [before = '', after = ''] = value.replace('-', '').split('.')
    if (after.length > decimals)
      throw new RefusedRecord(`${column}: "${value}" has more than ${decimals} decimals`)
    if (before.length > whole)
      throw new RefusedRecord(`${column}: "${value}" has more than ${whole} digits before the decimal point`)
  } else if (column === 'currency' && !/^[A-Z]{3}$/i.test(value)) {
    throw new RefusedRecord(`currency: "${value.slice(0, 100)}" is not a currency code such as EUR`)
  } else if (column === 'marketplace' && !isOfAnotherShop(value) && !marketplaceIn(value)) {
    throw new RefusedRecord(`marketplace: "${value.slice(0, 100)}" is not a marketplace such as DE`)
  }
}

/** What each setting may be, as in the settings of a company. */
const SETTINGS = {
  establishment_country: EstablishmentCountry.nullable(),
  fee_vat_recoverable: z.boolean('Give true or false.'),
  default_currency: Currency.nullable(),
  fx_policy: z.enum(FX_POLICIES, 'Choose DAILY or LATEST.'),
} satisfies { [Name in keyof Required<CompanySettings>]: z.ZodType<CompanySettings[Name]> }

/** Settings are taken one by one, and one that can't be is refused alone. Its place is its place in the object. */
function* settingsOf(part: JsonPart): Generator<FactRecord> {
  const entries = Object.entries(parse(part.text, JSON.parse))
  if (entries.length === 0) yield { company: {} }
  for (const [index, [name, value]] of entries.entries()) {
    const problem = Object.hasOwn(SETTINGS, name)
      ? SETTINGS[name as keyof CompanySettings].safeParse(value).error?.issues[0]?.message
      : `company has no setting ${name}`
    if (problem === undefined) yield { company: { [name]: value } }
    else {
      const text = JSON.stringify({ [name]: value })
      yield refused(
        index + 1,
        problem.startsWith('company') ? problem : `company.${name}: ${problem}`,
        text,
        'company',
      )
    }
  }
}
