/**
 * Lists of costs whose headings are not ours: a column of SKUs beside one of costs, as people keep them, and as other
 * tools for sellers export them. Which column is what is only guessed here; a person confirms it.
 */
import type { CostMapping, CostQuestion } from '#contract/cost-mapping.ts'
import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { fold, splitHead } from '../files/header.ts'
import { formatOf, instantOf } from '../files/moment-text.ts'
import type { Table } from '../files/table.ts'
import { emptyRow } from './fact-records.ts'
import { dayIn, marketplaceIn } from './product-costs.ts'
import type { FactRecord, FileHead, RecordInput, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { tableFacts } from './tabular.ts'
import { unreadReportOf } from './unread-reports.ts'

type Column = 'sku' | 'cost' | 'currency' | 'valid_from' | 'valid_to' | 'marketplace'

/**
 * Spellings of headings, folded. `CostPeriodStartDate` is Sellerboard's (as public programs write and read its file);
 * `Product Sku`, `From Date`, `To Date` and `Total Cost Per Unit` are SellerLegend's
 * (https://docs.slstudio.net/financials/cogs/bulk-upload-details.html). The others are words for these things.
 */
const HEADINGS: Record<Column, readonly string[]> = {
  sku: words(
    'SKU, Seller SKU, Merchant SKU, MSKU, Product SKU, Item SKU, Amazon SKU, SKU code, SKU ID, Artikelnummer, Artikel-Nr., Händler-SKU',
  ),
  cost: words(
    `Total cost per unit, Landed cost, Cost, Unit cost, Cost per unit, Cost per item, COGS, Cost of goods, Cost of goods sold,
    Product cost, Item cost, Cost price, Purchase price, Buy cost, Buy price, Buying price, EK, EK netto, EK-Preis, Netto-EK,
    Einkaufspreis, Einkaufspreis netto, Stückkosten, Selbstkosten, Warenkosten, Prix d'achat, Coût, Coût unitaire, Coste,
    Coste unitario, Precio de compra, Costo, Costo unitario, Prezzo di acquisto, Prezzo d'acquisto, Kostprijs, Inkoopprijs,
    Inköpspris, Koszt, Cena zakupu, Maliyet, Alış fiyatı, Custo, Custo unitário, Preço de custo, 原価, 仕入価格, 仕入れ値`,
  ),
  currency: words(
    'Currency, Currency code, Währung, Devise, Moneda, Valuta, Waluta, Para birimi, Moeda, 通貨',
  ),
  valid_from: words(
    'CostPeriodStartDate, Valid from, From date, From, Start date, Date from, Effective date, Effective from, Gültig ab, Gültig von',
  ),
  valid_to: words('CostPeriodEndDate, Valid to, Valid until, To date, End date, Date to, Gültig bis'),
  marketplace: words('Marketplace, Marktplatz, Place de marché, Mercado, Rynek, Marknadsplats'),
}

/** How many rows may stand above the headings. */
const PREAMBLE_ROWS_MAX = 20
const ROWS_SHOWN = 5

export const priceList: RecordReportType = {
  kind: 'records',
  id: 'price_list',
  label: 'List of costs by SKU',
  guide: {
    gives:
      'The same as the template, out of two columns or the export of another tool, once you have seen how they are read.',
    where: 'Yours: a table with a column of SKUs and one of costs',
  },
  source: 'NONE',
  // Reports of Amazon have columns of these names too.
  recognise: (head) => !unreadReportOf(head) && listIn(head) !== undefined,
  read,
}

/** What a person has to say before a list can be read; the currency only where the file names it. */
export function costQuestionOf(head: FileHead): CostQuestion | undefined {
  const list = listIn(head)
  if (!list) return undefined
  const { table, currency, below } = list
  const { header } = table
  const column = (name: Column) => header.cellOf[name] ?? null
  const days = [column('valid_from'), column('valid_to')].flatMap((index) =>
    index === null ? [] : below.map((row) => formatOf(row[index] ?? '')),
  )
  return {
    headings: header.cells.map((heading) => heading.trim()),
    rows: below.slice(0, ROWS_SHOWN).map((row) => row.map((cell) => cell.trim().slice(0, 200))),
    hasSlashedDates: days.some((format) => format?.endsWith('SLASH') && format !== 'YMD_SLASH'),
    guess: {
      skuColumn: header.cellOf['sku']!,
      costColumn: header.cellOf['cost']!,
      currencyColumn: column('currency'),
      currency: currency ?? null,
      validFromColumn: column('valid_from'),
      validFrom: EARLIEST_DAY,
      validToColumn: column('valid_to'),
      marketplaceColumn: column('marketplace'),
      dateOrder: days.includes('DMY_SLASH') ? 'DMY' : days.includes('MDY_SLASH') ? 'MDY' : null,
    },
  }
}

/** Before anything was sold that a report still covers: a list without days holds for all of it. */
const EARLIEST_DAY = '2000-01-01'

interface List {
  table: Table
  /** That a heading names, as in `Cost (EUR)`. */
  currency: string | undefined
  /** The rows below the headings that the head of the file holds. */
  below: readonly (readonly string[])[]
}

function listIn(head: FileHead): List | undefined {
  const layouts = head.sheet ? [{ delimiter: null, quoted: false, rows: head.sheet }] : splitHead(head.text)
  for (const { delimiter, quoted, rows } of layouts) {
    for (const [lineIndex, cells] of rows.slice(0, PREAMBLE_ROWS_MAX).entries()) {
      const headings = cells.map(headingOf)
      const cellOf = Object.fromEntries(
        Object.entries(HEADINGS).flatMap(([name, spellings]) => {
          // The first spelling that the file has, because a file can have several costs of which one is the sum.
          const found = spellings.map((spelling) => headings.findIndex(({ name }) => name === spelling))
          const cell = found.find((index) => index >= 0)
          return cell === undefined ? [] : [[name, cell]]
        }),
      )
      if (cellOf['sku'] === undefined || cellOf['cost'] === undefined) continue
      const below = rows.slice(lineIndex + 1).filter((row) => row.some((cell) => cell.trim() !== ''))
      const header = { lineIndex, cells, cellOf, matched: Object.keys(cellOf).length, missing: [] }
      return { table: { header, delimiter, quoted }, currency: headings[cellOf['cost']]!.currency, below }
    }
  }
  return undefined
}

/** Longer than any heading that is known, and short enough for a search that goes back and forth in it. */
const HEADING_LENGTH_MAX = 200

/** A heading without a currency that stands behind it: `Cost (EUR)`, `EK in €`, `Cost USD`. */
function headingOf(text: string): { name: string; currency?: string } {
  if (text.length > HEADING_LENGTH_MAX) return { name: '' }
  const match = /^(.*?)[\s([]+(?:in\s+)?([A-Z]{3}|[€£])[\s)\]]*$/u.exec(text.replace(/["\ufeff]/g, '').trim())
  const named = { '€': 'EUR', '£': 'GBP' }[match?.[2] ?? ''] ?? match?.[2]
  const currency = RATED_CURRENCY_CODES.find((code) => code === named)
  return currency ? { name: plain(match![1]!), currency } : { name: plain(text) }
}

function plain(text: string): string {
  return fold(text).replace(/[.:*()[\]]/g, '')
}

function words(list: string): readonly string[] {
  return list.split(',').map(plain)
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const list = listIn(input.head)
  const mapping = input.options.costs
  if (!list || !mapping) return
  const cells = Object.entries({
    sku: mapping.skuColumn,
    cost: mapping.costColumn,
    currency: mapping.currencyColumn,
    valid_from: mapping.validFromColumn,
    valid_to: mapping.validToColumn,
    marketplace: mapping.marketplaceColumn,
  }).filter((entry): entry is [Column, number] => entry[1] !== null)
  const table = { ...list.table, header: { ...list.table.header, cellOf: Object.fromEntries(cells) } }
  yield* tableFacts(
    input,
    COLUMNS,
    'product_costs',
    ['cost'],
    (row) => [{ table: 'product_costs', lineNumber: row.lineNumber, part: 0, values: costIn(row, mapping) }],
    table,
  )
}

const COLUMNS = Object.fromEntries(Object.keys(HEADINGS).map((name) => [name, { names: [name] }]))

function costIn(cells: Cells, mapping: CostMapping): Record<string, string | null> {
  const cost = cells.required('cost', 'decimal')
  if (cost.startsWith('-')) throw cells.refuse('cost', 'a cost of 0 or more')
  const currency = cells.text('currency').toUpperCase() || mapping.currency
  if (!currency || !/^[A-Z]{3}$/.test(currency)) throw cells.refuse('currency', 'a currency code such as EUR')
  const from = slashedDayIn(cells, 'valid_from', mapping) ?? mapping.validFrom
  const to = slashedDayIn(cells, 'valid_to', mapping)
  if (to && to < from) throw cells.refuse('valid_to', `a day after ${from}`)
  return {
    ...emptyRow('product_costs'),
    sku: cells.required('sku', 'text'),
    marketplace: marketplaceIn(cells),
    valid_from: from,
    valid_to: to,
    currency,
    manufacturing: cost,
  }
}

/** Whoever was asked has said whether the day or the month comes first. */
function slashedDayIn(
  cells: Cells,
  column: 'valid_from' | 'valid_to',
  { dateOrder }: CostMapping,
): string | null {
  const text = cells.text(column)
  if (!dateOrder || !/^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(text)) return dayIn(cells, column)
  const day = instantOf(text, `${dateOrder}_SLASH`)?.slice(0, 10)
  if (!day)
    throw cells.refuse(column, `a date written ${dateOrder === 'DMY' ? 'day/month/year' : 'month/day/year'}`)
  return day
}
