import { marketplaceOf, marketplaceOfName } from '#contract/marketplaces.ts'
import { instantText } from '../files/moment-text.ts'
import { RefusedRecord } from './cells.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable, tableFacts } from './tabular.ts'

const columns = {
  sku: { names: ['sku'], required: true },
  marketplace: { names: ['marketplace'] },
  valid_from: { names: ['valid_from'], required: true },
  valid_to: { names: ['valid_to'] },
  currency: { names: ['currency'], required: true },
  manufacturing: { names: ['manufacturing'], required: true },
  freight: { names: ['freight'] },
  duty: { names: ['duty'] },
  other: { names: ['other'] },
  fbm_shipping: { names: ['fbm_shipping'] },
  note: { names: ['note'] },
}

export const PRODUCT_COST_COLUMNS = Object.keys(columns) as (keyof typeof columns)[]

export const PRODUCT_COSTS = ['manufacturing', 'freight', 'duty', 'other', 'fbm_shipping']

/** Landed cost per unit, in our own template as CSV or workbook. The README beside this file describes its columns. */
export const productCosts: RecordReportType = {
  kind: 'records',
  id: 'product_costs',
  label: 'Product costs (our template)',
  guide: {
    gives: 'What a unit costs until it can be sold: the cost of goods.',
    where: 'Yours: a template with your products is on the import page, and sextant cost-template writes it',
  },
  source: 'NONE',
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) => tableFacts(input, columns, 'product_costs', PRODUCT_COSTS, productCost),
}

function productCost(cells: Cells): FactRecord[] {
  const currency = currencyIn(cells)
  const from = dayIn(cells, 'valid_from')
  const to = dayIn(cells, 'valid_to')
  if (!from) throw cells.refuse('valid_from', 'a date such as 2026-03-31')
  if (to && to < from) throw cells.refuse('valid_to', `a day after ${from}`)

  const values = cells.facts('product_costs', [...PRODUCT_COSTS, 'note'])
  // Nothing stated is not a cost of nothing.
  if (values['manufacturing'] === null)
    throw new RefusedRecord(`${cells.heading('manufacturing')}: missing; 0 where it costs nothing`)
  const negative = PRODUCT_COSTS.find((column) => values[column]?.startsWith('-'))
  if (negative) throw cells.refuse(negative, 'a cost of 0 or more')
  const sku = cells.required('sku', 'text')
  Object.assign(values, { sku, marketplace: marketplaceIn(cells), valid_from: from, valid_to: to, currency })
  return [{ table: 'product_costs', lineNumber: cells.lineNumber, part: 0, values }]
}

/** Empty means every marketplace. */
export function marketplaceIn(cells: Cells): string | null {
  const text = cells.text('marketplace')
  if (text === '') return null
  const upper = text.toUpperCase()
  const code = marketplaceOf(upper === 'UK' ? 'GB' : upper)?.code ?? marketplaceOfName(text)
  if (!code) throw cells.refuse('marketplace', 'a marketplace such as DE')
  return code
}

/** Written as 2026-03-31 or 31.03.2026; slashes are refused, because nobody can tell the day from the month in them. */
export function dayIn(cells: Cells, column: string): string | null {
  const text = cells.text(column)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (german) {
    const [, day, month, year] = german.map(Number)
    const read = instantText({ year: year!, month: month!, day: day!, hour: 0, minute: 0, second: 0 }, 0)
    if (read) return read.slice(0, 10)
  }
  return cells.value(column, 'day')
}
