/**
 * Tables about money, downloaded from their pages as somebody with decimal points and as somebody with decimal commas has
 * them, hold the answer of the server: as text to the last digit, and as LibreOffice understands them.
 */
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExpenseList } from '#contract/expenses.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import type { SettlementSummary } from '#contract/journals.ts'
import { unsaidText } from '#contract/lack-words.ts'
import type { ProductMaster } from '#contract/product-master.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { isCostLine, lineDefinition, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { ROLL_FORWARD_LABELS, type StockValue } from '#contract/stock-value.ts'
import type { VatReport } from '#contract/vat-report.ts'
import { exportedFile, WINDOWS } from '#test/support/browser.ts'
import {
  EMPTY,
  hasLibreOffice,
  LANGUAGES,
  openedFiles,
  WITHOUT_LIBREOFFICE,
  type Language,
  type OpenedCell,
  type OpenedTable,
} from '#test/support/libreoffice.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { answerTo } from './call-as.ts'
import { formsOf } from '../support/drawn-cases.ts'

// Orders are shown of days that depend on today. Exchange rates come with the product, and so do those of 2026-03.
const today = new Date().toISOString().slice(0, 10)
const month = startOfMonth(addMonths(today, -3))
const monthEnd = endOfMonth(month)
const DAYS = { startDate: '2026-03-01', endDate: '2026-04-10' } as const

const settled = (day: string, amountType: string, description: string, amount: string, more = {}) => ({
  source: 'SETTLEMENT_V2',
  settlement_id: '00000000001',
  transaction_type: 'Order',
  order_id: 'E-1',
  order_item_id: '1',
  posted_at: `${day}T12:00:00Z`,
  marketplace: 'DE',
  sku: '00123',
  currency: 'EUR',
  amount_type: amountType,
  amount_description: description,
  amount,
  ...more,
})
const JAPAN = { settlement_id: '2', order_id: 'J-1', marketplace: 'JP', sku: 'CUP', currency: 'JPY' }
const settlement = (id: string, start: string, end: string, total: string, currency = 'EUR') => ({
  source: 'SETTLEMENT_V2',
  settlement_id: id,
  start_at: `${start}T00:00:00Z`,
  end_at: `${end}T00:00:00Z`,
  currency,
  total_amount: total,
})
const item = (order: string, day: string, sku: string, title: string, price: string) => ({
  order_id: order,
  order_item_id: '1',
  purchased_at: `${day}T09:00:00Z`,
  order_status: 'Shipped',
  quantity: 2,
  marketplace: 'DE',
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  sku,
  asin: `B0${sku.padStart(8, '0')}`,
  title,
  item_price: price,
})
const STOCK = { marketplace: 'DE', location: 'DE', disposition: 'SELLABLE', sku: '00123', fnsku: 'X1' }
const FACTS = {
  company: { default_currency: 'EUR', establishment_country: 'DE' },
  coverage: [
    { table_name: 'order_items', marketplace: 'DE', start_date: month, end_date: addDays(today, -1) },
  ],
  settlements: [
    settlement('00000000001', '2026-03-01', '2026-03-31', '58.77'),
    settlement('2', '2026-04-01', '2026-04-10', '10500', 'JPY'),
    // More than its lines come to.
    settlement('3', '2026-04-01', '2026-04-10', '-1.00'),
  ],
  settlement_lines: [
    settled('2026-03-05', 'ItemPrice', 'Principal', '119.00', { quantity: 2 }),
    settled('2026-03-05', 'ItemFees', 'Commission', '-17.85'),
    settled('2026-03-20', 'ItemPrice', 'Principal', '-41.12', { transaction_type: 'Refund' }),
    settled('2026-03-21', 'other-transaction', 'Storage Fee', '-1.26', { order_id: '', sku: '' }),
    settled('2026-04-10', 'ItemPrice', 'Principal', '12345', { ...JAPAN, quantity: 1 }),
    settled('2026-04-10', 'ItemFees', 'Commission', '-1845', JAPAN),
    settled('2026-04-02', 'ItemFees', 'Commission', '-1.10', { settlement_id: '3' }),
  ],
  order_items: [
    item('E-1', month, '00123', 'Tea; "green",\nloose', '119.00'),
    item('E-2', addDays(month, 9), 'CUP', '=1+1', '33.33'),
  ],
  listings: [
    {
      snapshot_date: '2026-04-01',
      marketplace: 'DE',
      sku: '00123',
      asin: 'B000000123',
      title: 'Tea',
      price: '1059.5',
      currency: 'EUR',
      status: 'Active',
    },
  ],
  product_costs: [
    {
      sku: '00123',
      valid_from: '2026-01-01',
      currency: 'EUR',
      manufacturing: '4.123456789',
      freight: '0.000001',
    },
    { sku: 'CUP', valid_from: '2026-02-01', currency: 'JPY', manufacturing: '512.5' },
  ],
  expenses: [
    {
      name: 'Rent; "old"\nhall',
      amount: '100.000001',
      currency: 'EUR',
      start_date: '2026-03-01',
      frequency: 'MONTHLY',
      category: 'Rent',
      vendor: '=1+1',
    },
    {
      name: '=1+1',
      amount: '-12.345678',
      currency: 'EUR',
      start_date: '2026-03-15',
      frequency: 'ONE_TIME',
      category: 'Software',
    },
    {
      name: '00123',
      amount: '7000',
      currency: 'JPY',
      start_date: '2026-03-02',
      end_date: '2026-04-10',
      frequency: 'WEEKLY',
      category: 'Software',
    },
  ],
  inventory_ledger: [
    { ...STOCK, date: '2026-03-01', starting_balance: 100, receipts: 50, lost: 2, ending_balance: 148 },
    {
      ...STOCK,
      date: '2026-03-31',
      starting_balance: 148,
      customer_shipments: -18,
      ending_balance: 130,
    },
    { ...STOCK, sku: 'NEW', fnsku: 'X2', date: '2026-03-31', starting_balance: 3, ending_balance: 3 },
  ],
}

/** What a cell is of the answer. */
interface Cell {
  type: 'text' | 'day' | 'number' | 'share'
  value: string | number | null | undefined
}
const of =
  (type: Cell['type']) =>
  (value: Cell['value']): Cell => ({ type, value })
const [text, day, number, share] = [of('text'), of('day'), of('number'), of('share')]

/** Cells by the heads of their columns. */
type Row = Record<string, Cell>

interface Table {
  path: string
  /** Of its button, where that is not the one of the page. */
  menu?: string
  procedure: string
  input: object
  /** Every number and day of the table, and of its texts those that are easily taken for something else. */
  rows: (answer: never, ids: readonly string[]) => Row[]
  /** Amounts that stand above it. */
  facts?: (answer: never) => [string, Cell][]
}

const sum = (amounts: readonly (string | null)[]): string =>
  toText(amounts.reduce((total, amount) => total + parseDecimal(amount ?? '0'), 0n))

/** By the ids of the lines in the file, among which every line with an amount has to be. */
function statementRows(answer: PnlRow[], ids: readonly string[]): Row[] {
  const moved = PNL_LINE_IDS.filter((id) =>
    answer.some(({ lines }) => Number(lines[id].value ?? 0) !== 0 && id !== 'deferredNetProceeds'),
  )
  expect(ids).toEqual(expect.arrayContaining(moved))
  const cellOf = ({ lines, expenses = [] }: PnlRow, id: string): PnlCell => {
    if (id === 'netMargin') return lines.netProfit
    const category = /^operatingExpenses~(.*)$/.exec(id)?.[1]
    return category === undefined ? lines[id as PnlLine] : expenses.find((one) => one.category === category)!
  }
  return ids.map((id) => ({
    Id: text(id),
    ...Object.assign(
      {},
      ...answer.map((column): Row => {
        const cell = cellOf(column, id)
        const title = titleOf(column)
        const isMargin = id === 'netMargin'
        const isUnsaid = !isResult(id) && unsaidText(cell) !== null
        const hasGrowth = !isUnsaid && (isCost(id) || Number(cell.previous) >= 0)
        const percent = share(isUnsaid ? null : cell.percentOfNetSales)
        return {
          [title]: isMargin ? percent : number(isUnsaid ? null : cell.value),
          ...(column.comparisonStart !== null && {
            [`${title}, growth`]: share(isMargin ? marginGrowth(column) : hasGrowth ? cell.growth : null),
          }),
          ...(column.column === 'total' && { [`${title}, share of net sales`]: percent }),
          ...(cell.transactions && {
            [`${title}, more than transactions`]: number(isMargin ? null : cell.transactions.difference),
          }),
        }
      }),
    ),
  }))
}

/** The line whose numbers a row has: a category has some of those of operating expenses, the margin those of net profit. */
const lineOf = (id: string): PnlLine => (id === 'netMargin' ? 'netProfit' : (id.split('~')[0] as PnlLine))
const isResult = (id: string): boolean => lineDefinition(lineOf(id)).sumOf !== undefined
const isCost = (id: string): boolean => isCostLine(lineOf(id))

/** As programs name a period. */
function titleOf({ column, periodStart: start, periodEnd: end }: PnlRow): string {
  const isMonth = start === startOfMonth(start) && end === endOfMonth(start)
  const name = isMonth ? start.slice(0, 7) : `${start}/${end}`
  return column === 'total' ? `Total ${name}` : name
}

/** In points, of margins with the digits that are shown of them. */
function marginGrowth({ lines: { netProfit, netSales } }: PnlRow): string | null {
  if (netProfit.growth === null || netProfit.percentOfNetSales === null) return null
  const prior = Number(netProfit.previous) / Number(netSales.previous)
  return sum([netProfit.percentOfNetSales.toFixed(6), (-prior).toFixed(6)])
}

const SUMMARY = '&summaries=total'
const MAIN = {
  'the statement of transactions': {
    path: `profitAndLoss/transaction?dateInterval=MONTHLY${SUMMARY}`,
    procedure: 'profitAndLoss.getData',
    input: {
      ...DAYS,
      dateInterval: 'MONTHLY',
      growthMetricType: 'MONTH_ON_MONTH',
      summaryViews: { total: true },
    },
    rows: statementRows,
  },
  'the statement of orders': {
    path: `profitAndLoss/order?dateInterval=MONTHLY${SUMMARY}&startDate=${month}&endDate=${monthEnd}`,
    procedure: 'profitAndLoss.getOrderData',
    input: {
      startDate: month,
      endDate: monthEnd,
      dateInterval: 'MONTHLY',
      growthMetricType: 'MONTH_ON_MONTH',
      summaryViews: { total: true },
    },
    rows: statementRows,
  },
  settlements: {
    path: 'profitAndLoss/reconciliation?settledIn=EUR',
    procedure: 'profitAndLoss.getSettlements',
    input: {},
    rows: (answer: ReconcileRow[]) => {
      const rows = answer
        .filter(({ currency }) => currency === 'EUR')
        .toSorted((a, b) => (a.startDate! < b.startDate! ? 1 : -1))
      const row = (name: string, of: readonly ReconcileRow[]): Row => ({
        Settlement: text(name),
        From: day(of.map(({ startDate }) => startDate!).toSorted()[0]),
        To: day(
          of
            .map(({ endDate }) => endDate!)
            .toSorted()
            .at(-1),
        ),
        Deposit: number(sum(of.map(({ total }) => total))),
        Lines: number(of.reduce((count, { rows: lines }) => count + lines, 0)),
        'Sum of lines': number(sum(of.map((one) => one.sum))),
        Difference: number(sum(of.map(({ difference }) => difference))),
      })
      return [row('All settlements', rows), ...rows.map((one) => row(one.settlementId, [one]))]
    },
  },
  expenses: {
    path: 'opex?',
    procedure: 'expenses.list',
    input: DAYS,
    rows: ({ rows, total }: ExpenseList) => [
      {
        Name: text(`All ${rows.length} rows`),
        Amount: number(null),
        Start: day(null),
        End: day(null),
        'In range, EUR': number(total),
      },
      ...rows.map((row) => ({
        Name: text(row.name),
        Vendor: text(row.vendor),
        Amount: number(row.amount),
        'Cur.': text(row.currency),
        Start: day(row.startDate),
        End: day(row.endDate),
        'In range, EUR': number(row.inRange),
      })),
    ],
  },
  products: {
    path: 'productMaster?',
    procedure: 'productMaster.list',
    input: {},
    rows: ({ rows }: ProductMaster) =>
      rows.map(({ sku, name, costs: [cost], listings: [listing] }) => ({
        SKU: text(sku),
        Product: text(name),
        'Cost of goods, EUR: Landed': number(cost?.converted?.landed),
        'Cost as entered': number(cost?.landed),
        'Currency of the cost': text(cost?.currency),
        'Cost of goods, EUR: Valid from': day(cost?.validFrom),
        'Basic information: Price': number(listing?.price),
        'Currency of the price': text(listing?.currency),
      })),
  },
  'the VAT report': {
    path: 'accounting/vat?',
    procedure: 'vatReport.getData',
    input: DAYS,
    rows: ({ rows }: VatReport) => [
      {
        Rate: share(null),
        'In EUR: Net': number(sum(rows.map(({ converted }) => converted.net))),
        'In EUR: VAT': number(sum(rows.map(({ converted }) => converted.vat))),
        'In EUR: Gross': number(sum(rows.map(({ converted }) => converted.gross))),
        Lines: number(rows.reduce((count, { rowCount }) => count + rowCount, 0)),
      },
      ...rows.map((row) => ({
        Rate: share(row.rate),
        Units: number(row.units),
        'In the currency of the transactions: Currency': text(row.currency),
        'In the currency of the transactions: Net': number(row.own.net),
        'In the currency of the transactions: VAT': number(row.own.vat),
        'In the currency of the transactions: Gross': number(row.own.gross),
        'In EUR: Net': number(row.converted.net),
        'In EUR: VAT': number(row.converted.vat),
        'In EUR: Gross': number(row.converted.gross),
        Lines: number(row.rowCount),
      })),
    ],
    facts: ({ tie }: VatReport) => [
      ['VAT in sales, as the statement has it', number(tie.statement)],
      ['Calculated like the statement', number(tie.calculated)],
      ['VAT you owe by this report', number(tie.owed)],
      ['Difference', number(tie.difference)],
    ],
  },
  journals: {
    path: 'accounting/journals?',
    procedure: 'journals.list',
    input: {},
    rows: (settlements: SettlementSummary[]) =>
      settlements.map((one) => ({
        Settlement: text(one.settlementId),
        From: day(one.startDate),
        To: day(one.endDate),
        'Cur.': text(one.currency),
        Payout: number(one.payout),
      })),
  },
  'stock value': {
    path: 'accounting/stock?',
    procedure: 'stockValue.getData',
    input: DAYS,
    rows: ({ total, rows }: StockValue) =>
      [total, ...rows].map((row) => ({
        ...(row !== total && {
          SKU: text(row.identity.sku),
          Product: text(row.identity.name || row.identity.sku),
        }),
        'Cost of a unit, EUR': number(row.closingCost),
        'Opening value, EUR': number(row.openingValue),
        'Closing value, EUR': number(row.closingValue),
        'Written off, EUR': number(row.writtenOff),
        Opening: number(row.opening),
        Received: number(row.moved.receipts),
        'Shipped to customers': number(row.moved.customer_shipments),
        'Returned by customers': number(row.moved.customer_returns),
        Found: number(row.moved.found),
        Lost: number(row.moved.lost),
        Damaged: number(row.moved.damaged),
        Unexplained: number(row.unexplained),
        Sellable: number(row.sellable),
        'Not sellable': number(row.other),
      })),
    facts: ({ rollForward, withoutValue, tie }: StockValue) => [
      ...rollForward
        .filter(({ units, value }) => units !== null || value !== null)
        .map(({ id, value }): [string, Cell] => [ROLL_FORWARD_LABELS[id], number(value)]),
      ['Rows without a value, which are in no value', number(withoutValue)],
      ['Written off of sellable stock', number(tie.writtenOff)],
    ],
  },
} satisfies Record<string, Table>

/** With the smaller ones beside them. */
const TABLES: Record<string, Table> = {
  ...MAIN,
  'recurring expenses': {
    ...MAIN.expenses,
    menu: 'Export recurring',
    rows: ({ perMonth }: ExpenseList) =>
      perMonth.rows.map(({ name, amount }) => ({ Name: text(name), 'Per month, EUR': number(amount) })),
  },
  vendors: {
    ...MAIN.expenses,
    path: 'opex?beside=VENDORS',
    menu: 'Export vendors',
    rows: ({ byVendor }: ExpenseList) =>
      byVendor.map(({ vendor, amount }) => ({
        Vendor: text(vendor || 'Without a vendor'),
        'In range, EUR': number(amount),
      })),
  },
  'VAT beside the statement': {
    ...MAIN['the VAT report'],
    menu: 'Export comparison',
    rows: ({ tie }: VatReport) =>
      [tie.statement, tie.replaced, tie.calculated, tie.reported, tie.owed, tie.difference].map((amount) => ({
        'Amount, EUR': number(amount),
      })),
    facts: () => [],
  },
  'stock rolled forward': {
    ...MAIN['stock value'],
    menu: 'Export sums',
    rows: ({ rollForward }: StockValue) =>
      rollForward
        .filter(({ id, units, value }) => id === 'revaluation' || units !== null || value !== null)
        .map(({ id, units, value }) => ({
          Stock: text(ROLL_FORWARD_LABELS[id]),
          Units: number(units),
          'Value, EUR': number(value),
        })),
    facts: ({ tie }: StockValue) => [
      ['Written off of sellable stock', number(tie.writtenOff)],
      ['Difference', number(tie.difference)],
    ],
  },
}

/** Said of every table about money. */
const SAID = [
  'Page',
  'Company',
  'Basis',
  'Data version',
  'Data as of',
  'Read at',
  'Written at',
  'Program version',
  'Mapping version',
  'Exchange rates',
  'Rates of EUR',
  'Rates of JPY',
]

let story: Story
const LANGUAGE_IDS = formsOf(Object.keys(LANGUAGES) as Language[], 2)
const answers = new Map<string, unknown>()
/** By language and name; workbooks are the same for everybody, and downloaded once. */
const files = new Map<Language, Map<string, Buffer>>()
const opened = new Map<Language, Map<string, OpenedTable[]>>()

beforeAll(async () => {
  story = await startStory()
  const { id, page } = await companyPage(story, [JSON.stringify(FACTS)])
  await page.goto(`${story.server.address}/${id}/glossary`)
  for (const [name, { procedure, input }] of Object.entries(TABLES))
    answers.set(name, await answerTo(page, procedure, { companyId: id, currencyCode: 'EUR', ...input }))
  const storageState = await page.context().storageState()
  await Promise.all(
    LANGUAGE_IDS.map(async (language) => {
      const own = await story.browser.newPage({ viewport: WINDOWS.wide, storageState })
      own.on('pageerror', ({ message }) => void story.log.push(message))
      await own.addInitScript(`localStorage.setItem('sextant.formats', '"${language}"')`)
      const kinds = language === 'en-US' ? (['CSV', 'Excel'] as const) : (['CSV'] as const)
      files.set(language, await exportsOf(own, `${story.server.address}/${id}`, kinds))
    }),
  )
  if (hasLibreOffice)
    for (const language of LANGUAGE_IDS)
      opened.set(
        language,
        await openedFiles(new Map([...files.get('en-US')!, ...files.get(language)!]), language),
      )
})
afterAll(async () => {
  await story?.end()
  expect(story.log).toEqual([])
})

async function exportsOf(
  page: Page,
  company: string,
  kinds: readonly ('CSV' | 'Excel')[],
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const tables = Object.entries(TABLES).toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1))
  let shown: string | undefined
  for (const [name, { path, menu }] of tables) {
    // What the path says itself goes before the days of the others.
    const search = new URLSearchParams({ currencyCode: 'EUR', ...DAYS, growthType: 'MONTH_ON_MONTH' })
    const [place, own] = path.split('?')
    for (const [key, value] of new URLSearchParams(own)) search.set(key, value)
    const address = `${company}/${place}?${search}`
    // What comes late, as the parts of a page do, would close a menu that is open already.
    if (address !== shown) await page.goto(address, { waitUntil: 'networkidle' })
    shown = address
    for (const kind of kinds)
      found.set(`${name}.${kind === 'CSV' ? 'csv' : 'xlsx'}`, await exportedFile(page, kind, menu))
  }
  return found
}

/** The facts, the heads and the rows of a CSV file. */
function readCsv(language: Language, name: string) {
  const { delimiter } = LANGUAGES[language].notation
  const records: string[][] = parse(files.get(language)!.get(`${name}.csv`)!, {
    bom: true,
    delimiter,
    record_delimiter: '\r\n',
    relax_column_count: true,
  })
  const blank = records.findIndex((record) => record.length === 1 && record[0] === '')
  const [heads = [], ...rows] = records.slice(blank + 1)
  return { facts: records.slice(0, blank), heads, rows }
}

function expectedRows(name: string, { heads, rows }: { heads: string[]; rows: string[][] }): Row[] {
  const ids = rows.map((row) => row[heads.indexOf('Id')] ?? '')
  const expected = TABLES[name]!.rows(answers.get(name) as never, ids)
  expect(expected).not.toEqual([])
  for (const row of expected) expect(heads).toEqual(expect.arrayContaining(Object.keys(row)))
  return expected
}

/** What a spreadsheet would run has an apostrophe before it. */
const harmless = (value: string) => (/^[=+@]/.test(value) ? `'${value}` : value)
const isText = ({ type }: Cell) => type === 'text'
const isBlank = ({ value }: Cell) => value == null || value === ''

/** As the file has it, to the last digit. */
function writtenAs(cell: Cell, language: Language): string {
  if (isBlank(cell)) return ''
  const value = String(cell.value)
  if (isText(cell)) return harmless(value)
  return cell.type === 'day' ? value : value.replace('.', LANGUAGES[language].notation.decimal)
}

/** What LibreOffice has to make of it: a workbook knows texts and shares, CSV does not. */
function understoodAs(cell: Cell, kind: 'csv' | 'xlsx'): OpenedCell {
  if (isBlank(cell)) return EMPTY
  if (isText(cell)) return { type: 'string', value: harmless(String(cell.value)) }
  if (cell.type === 'day') return { type: 'date', value: String(cell.value) }
  const isShare = cell.type === 'share' && kind === 'xlsx'
  return { type: isShare ? 'percentage' : 'float', value: digits(cell.value!) }
}
/** As many as a spreadsheet keeps. */
const digits = (value: string | number) => String(Number(Number(value).toPrecision(15)))
const NUMBERS = ['float', 'percentage', 'currency']
const comparable = ({ type, value }: OpenedCell): OpenedCell => ({
  type,
  value: NUMBERS.includes(type) ? digits(value) : value,
})

describe.each(LANGUAGE_IDS)('with numbers as in %s', (language) => {
  test.each(Object.keys(TABLES))('a CSV file of %s has every digit of the answer', (name) => {
    const table = readCsv(language, name)
    const expected = expectedRows(name, table)
    const found = table.rows.map((cells, place) =>
      Object.fromEntries(
        Object.keys(expected[place] ?? {}).map((head) => [head, cells[table.heads.indexOf(head)]]),
      ),
    )
    expect(found).toEqual(
      expected.map((row) =>
        Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, writtenAs(cell, language)])),
      ),
    )
    const facts = new Map(table.facts.map(([fact, value]) => [fact, value]))
    expect([...facts.keys()]).toEqual(expect.arrayContaining(SAID))
    for (const [fact, cell] of TABLES[name]!.facts?.(answers.get(name) as never) ?? [])
      expect([fact, facts.get(fact)]).toEqual([fact, writtenAs(cell, language) || 'no value'])
  })

  describe.each(['csv', 'xlsx'] as const)('opened from %s', (kind) => {
    beforeEach(({ skip }) => skip(!hasLibreOffice, WITHOUT_LIBREOFFICE))

    test.each(formsOf(Object.keys(TABLES), 8))(
      '%s has the numbers and days of the answer, as such',
      (name) => {
        const expected = expectedRows(name, readCsv(language, name))
        const [first, about] = opened.get(language)!.get(`${name}.${kind}`)!
        const blank = kind === 'csv' ? first!.findIndex((cells) => cells.length === 0) : -1
        const [heads = [], ...rows] = first!.slice(blank + 1)
        expect(rows).toHaveLength(expected.length)
        for (const [place, row] of expected.entries())
          for (const [column, { value: head }] of heads.entries()) {
            const cell = row[head]
            const found = comparable(rows[place]![column] ?? EMPTY)
            const where = `${head} of row ${place + 1}`
            if (kind === 'csv' && (!cell || isText(cell))) {
              // CSV does not say that a text of digits is one; the file has all of them, as is tested above.
              if (cell && !/^[\d.]*$/.test(String(cell.value)))
                expect([where, found]).toEqual([where, understoodAs(cell, kind)])
              continue
            }
            if (cell) expect([where, found]).toEqual([where, understoodAs(cell, kind)])
            // Whatever is a number or a day has been compared.
            else expect([where, ['string', 'empty']]).toEqual([where, expect.arrayContaining([found.type])])
          }
        const facts = new Map(
          (kind === 'csv' ? first!.slice(0, blank) : about!).map(([fact, value]) => [fact!.value, value]),
        )
        for (const [fact, cell] of TABLES[name]!.facts?.(answers.get(name) as never) ?? [])
          if (!isBlank(cell))
            expect([fact, comparable(facts.get(fact)!)]).toEqual([fact, understoodAs(cell, kind)])
      },
    )
  })
})
