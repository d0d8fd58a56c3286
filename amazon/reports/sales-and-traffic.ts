import { FACTS } from '../facts.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { dayOf } from '../files/moment-text.ts'
import { RefusedRecord } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { marketplaceIn } from './facts-file.ts'
import { jsonObject, plainText } from './json-object.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import { lacksVisits, trafficNumber, withoutVisits } from './traffic-facts.ts'

const LISTS = {
  sales_traffic_date: 'salesAndTrafficByDate',
  sales_traffic_asin_day: 'salesAndTrafficByAsin',
} as const
type TrafficTable = keyof typeof LISTS

/**
 * Sales and traffic as the API gives it (GET_SALES_AND_TRAFFIC_REPORT): by date, and by ASIN over the whole range that was
 * asked for. The second part is of days only where that range is one day.
 */
export const salesAndTraffic: RecordReportType = {
  kind: 'records',
  id: 'sales_and_traffic',
  label: 'Sales and traffic report (JSON)',
  guide: {
    gives:
      'Sales, sessions and page views by day; by product too, if the report was asked for one day at a time. The profit and loss does not need it.',
    where: 'The API: GET_SALES_AND_TRAFFIC_REPORT with dateGranularity DAY and asinGranularity CHILD',
  },
  source: 'NONE',
  isOfMarketplace: true,
  lists: LISTS,
  recognise: ({ text }) =>
    /^\s*\{/.test(text) && Object.values(LISTS).some((list) => text.includes(`"${list}"`)),
  read,
}

interface Specification {
  marketplace: string | null
  granularity: string | null
  isBySku: boolean
  start: string | undefined
  end: string | undefined
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const asked = await specificationIn(input)
  if (asked.granularity !== null && asked.granularity !== 'DAY')
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      `This report was asked for by ${asked.granularity.toLowerCase()}, and what happened on its days is not in it. Ask for it with dateGranularity DAY.`,
    )
  const day = asked.start !== undefined && asked.start === asked.end ? asked.start : undefined
  // By SKU it has no rows of what nobody ordered, whose visitors would look as if there had been none.
  const isUncounted = day !== undefined && (asked.isBySku || (await lacksVisitsOn(day, input)))
  let hasRange = false
  for await (const part of jsonParts(input.text())) {
    const table = tableOf(part)
    if (!table) {
      if (part.problem) yield refused(part.index ?? 1, part.problem, part.text, part.key)
      continue
    }
    if (table === 'sales_traffic_asin_day' && !day) {
      // Once for the list: its rows are all right, and of no day.
      const isAsked = input.options.tables?.includes(table) ?? true
      if (!hasRange && isAsked) yield refused(1, ofRange(asked), part.text, table)
      hasRange = true
      continue
    }
    try {
      const fact = factOf(table, part, asked.marketplace, day)
      // A single product may be bought without a visit, by subscription.
      const isUnknown = table === 'sales_traffic_date' ? lacksVisits(fact.values) : isUncounted
      yield isUnknown ? { ...fact, values: withoutVisits(fact.values) } : fact
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, table)
    }
  }
}

/** Whether Amazon has sales and no visitors of the one day of a report. */
async function lacksVisitsOn(day: string, input: RecordInput): Promise<boolean> {
  for await (const part of jsonParts(input.text())) {
    if (tableOf(part) !== 'sales_traffic_date' || part.problem) continue
    try {
      const { values } = factOf('sales_traffic_date', part, null, undefined)
      if (values['date'] === day) return lacksVisits(values)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
    }
  }
  return false
}

const tableOf = ({ key }: JsonPart): TrafficTable | undefined =>
  (Object.keys(LISTS) as TrafficTable[]).find((table) => LISTS[table] === key)

const ofRange = ({ start, end }: Specification): string =>
  `The part by ASIN has one sum per product for ${start && end ? `${start} to ${end}` : 'the whole range'}, and no days, so it is left out. Ask for the report one day at a time`

/** What was asked for, which stands above the lists or below them. */
async function specificationIn(input: RecordInput): Promise<Specification> {
  const found: Specification = {
    marketplace: input.options.marketplace ?? null,
    granularity: null,
    isBySku: false,
    start: undefined,
    end: undefined,
  }
  for await (const { key, index, text: value, problem } of jsonParts(input.text())) {
    if (key !== 'reportSpecification' || index !== null || problem) continue
    const { reportOptions, marketplaceIds, dataStartTime, dataEndTime } = asObject(value)
    const [id, ...others] = Array.isArray(marketplaceIds) ? marketplaceIds.map(String) : []
    found.marketplace = (others.length === 0 && marketplaceIn(id ?? '')) || found.marketplace
    const { dateGranularity, asinGranularity } = (reportOptions ?? {}) as Record<string, unknown>
    if (typeof dateGranularity === 'string') found.granularity = dateGranularity.toUpperCase()
    found.isBySku = asinGranularity === 'SKU'
    found.start = dayOf(String(dataStartTime))
    found.end = dayOf(String(dataEndTime))
    break
  }
  return found
}

function asObject(text: string): Record<string, unknown> {
  try {
    return jsonObject(text)
  } catch {
    return {}
  }
}

function factOf(
  table: TrafficTable,
  { index, text, problem }: JsonPart,
  marketplace: string | null,
  day: string | undefined,
): Extract<FactRecord, { values: unknown }> {
  if (problem) throw new RefusedRecord(problem)
  if (index === null) throw new RefusedRecord(`${LISTS[table]}: a list of rows is expected`)
  const row = jsonObject(text)
  const values = emptyRow(table)
  const stated: Record<string, unknown> =
    table === 'sales_traffic_date'
      ? { ...inside(row, 'salesByDate'), ...inside(row, 'trafficByDate') }
      : { ...inside(row, 'salesByAsin'), ...inside(row, 'trafficByAsin') }
  for (const [column, reading] of Object.entries(FACTS[table])) {
    if (reading !== 'integer' && reading !== 'decimal') continue
    const name = nameOf(column)
    const { number, currency } = numberIn(name, stated[name])
    values[column] = trafficNumber(table, column, name, number)
    if (currency && (values['currency'] ??= currency) !== currency)
      throw new RefusedRecord(`${name}: ${currency}, where the row is in ${values['currency']}`)
  }
  values['marketplace'] = marketplace
  if (table === 'sales_traffic_date') {
    const text = plainText('date', row['date'])
    const date = dayOf(text)
    if (!date) throw new RefusedRecord(`date: "${text.slice(0, 100)}" is not a date`)
    values['date'] = date
  } else {
    values['date'] = day!
    values['parent_asin'] = plainText('parentAsin', row['parentAsin']) || null
    values['child_asin'] = plainText('childAsin', row['childAsin']) || null
    values['sku'] = plainText('sku', row['sku']) || null
    if (!values['parent_asin'] && !values['child_asin'] && !values['sku'])
      throw new RefusedRecord('The row names neither an ASIN nor a SKU')
  }
  return { table, lineNumber: index, part: 0, values }
}

const inside = (row: Record<string, unknown>, name: string): object =>
  typeof row[name] === 'object' && row[name] !== null ? row[name] : {}

/** `orderedProductSalesB2B` for `ordered_product_sales_b2b`. */
const nameOf = (column: string): string =>
  column.replace('_b2b', 'B2B').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A plain number, or one with its currency. */
function numberIn(name: string, value: unknown): { number: string; currency?: string } {
  if (typeof value !== 'object' || value === null) return { number: plainText(name, value) }
  const { amount, currencyCode } = value as Record<string, unknown>
  const number = plainText(name, amount)
  const currency = plainText(name, currencyCode).toUpperCase()
  if (number !== '' && !/^[A-Z]{3}$/.test(currency))
    throw new RefusedRecord(`${name}: an amount without its currency`)
  return number === '' ? { number } : { number, currency }
}
