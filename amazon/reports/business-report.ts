import { marketplaceOf } from '#contract/marketplaces.ts'
import { FACTS, readingOf } from '../facts.ts'
import { dayReader } from '../files/day-order.ts'
import type { Columns } from '../files/header.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import { dayGaps } from './day-gaps.ts'
import { RefusedRecord, type CellRules } from './cells.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { decimalMarkIn, hasTable, tableFacts } from './tabular.ts'
import { lacksVisits, trafficNumber, withoutVisits } from './traffic-facts.ts'

/**
 * Newer headings before older ones, then those in other languages, as real files have them or programs that read such files
 * name them: German, Japanese, Chinese, Spanish of Spain and of Mexico, Portuguese of Brazil, and what is known of Italian. The
 * same with ` - B2B` or `: B2B` behind it is of buyers that are businesses.
 */
const HEADINGS: Record<string, readonly string[]> = {
  ordered_product_sales: [
    'Ordered Product Sales',
    'Durch bestellte Produkte erzielter Umsatz',
    '注文商品の売上額',
    '注文商品売上',
    '已订购商品销售额',
    'Ventas de productos encargados',
    'Ventas de productos pedidos',
    'Vendas de produtos pedidos',
    'Vendite di prodotti ordinati',
  ],
  units_ordered: [
    'Units Ordered',
    'Bestellte Einheiten',
    '注文された商品点数',
    '已订购商品数量',
    'Unidades encargadas',
    'Unidades pedidas',
    'Unità ordinate',
  ],
  total_order_items: [
    'Total Order Items',
    'Zahl der Bestellposten',
    '注文品目総数',
    '订单商品总数',
    'Total de artículos del pedido',
    'Total de itens do pedido',
  ],
  units_refunded: ['Units Refunded', '已退款的商品数量', 'Unidades reembolsadas'],
  shipped_product_sales: ['Shipped Product Sales'],
  units_shipped: ['Units Shipped'],
  orders_shipped: ['Orders Shipped'],
  browser_page_views: ['Page Views - Browser', 'Browser Page Views'],
  mobile_app_page_views: ['Page Views - Mobile App', 'Mobile App Page Views'],
  page_views: [
    'Page Views - Total',
    'Page Views',
    'Seitenaufrufe - Summe',
    'ページビュー - 合計',
    '页面浏览量 - 总计',
    'Vistas de página: total',
    'Vistas de página - Total',
    'Total de visualizaciones de página',
    'Visualizações da página - Total',
  ],
  browser_sessions: ['Sessions - Browser', 'Browser Sessions', 'Sitzungen - Browser', '会话次数 - 浏览器'],
  mobile_app_sessions: [
    'Sessions - Mobile App',
    'Mobile App Sessions',
    'Sitzungen - mobile App',
    '会话次数 - 移动应用',
  ],
  sessions: [
    'Sessions - Total',
    'Sessions',
    'Sitzungen - Summe',
    'セッション数 - 合計',
    'セッション - 合計',
    '会话数 - 总计',
    '会话次数 - 总计',
    'Sesiones: total',
    'Sesiones - Total',
    'Total de sesiones',
    'Sessões - Total',
    'Sessioni',
  ],
  buy_box_percentage: [
    'Featured Offer (Buy Box) Percentage',
    'Featured Offer Percentage',
    'Buy Box Percentage',
    'おすすめ出品の獲得率',
    'おすすめ出品（おすすめ商品）の獲得率',
    '推荐报价（推荐报价展示位）百分比',
    'Porcentaje de ofertas destacadas (Buy Box)',
    'Porcentagem de Ofertas em destaque',
  ],
  average_offer_count: ['Average Offer Count'],
  feedback_received: ['Feedback Received'],
  negative_feedback_received: ['Negative Feedback Received'],
}
/** What is called otherwise where buyers are businesses. */
const OF_BUSINESSES: Record<string, readonly string[]> = {
  ordered_product_sales: ['Bestellsumme - B2B', 'Ventas de productos pedidos: entre empresas'],
  units_ordered: ['注文点数 - B2B'],
  sessions: ['会话 - 总计 - B2B'],
}
const REQUIRED = ['ordered_product_sales', 'sessions']

type TrafficTable = 'sales_traffic_date' | 'sales_traffic_asin_day'

/** The numbers that the report has for a table. */
const numbersOf = (table: TrafficTable): Columns =>
  Object.fromEntries(
    Object.keys(FACTS[table]).flatMap((column) => {
      const key = column.replace('_b2b', '')
      const names = HEADINGS[key]
      if (!names) return []
      const own = column.endsWith('_b2b')
        ? [...names.flatMap((name) => [`${name} - B2B`, `${name}: B2B`]), ...(OF_BUSINESSES[key] ?? [])]
        : names
      return [[column, { names: own, required: REQUIRED.includes(column) }]]
    }),
  )
const OF_DATE = numbersOf('sales_traffic_date')
const OF_PRODUCT = numbersOf('sales_traffic_asin_day')
const AMOUNTS = ['ordered_product_sales', 'shipped_product_sales']
/** Spanish and Brazilian files have a decimal comma in amounts and a point here. */
const SHARES = ['buy_box_percentage']

const columns: Columns = {
  date: { names: ['Date', 'Datum', '日付', '日期', 'Fecha', 'Data'], required: true },
  ...OF_DATE,
}

/** Seller Central: business report "Sales and traffic", by date. It names neither its marketplace nor a currency. */
export const businessReport: RecordReportType = {
  kind: 'records',
  id: 'business_report',
  label: 'Business report: Sales and traffic by date',
  guide: {
    gives: 'Sales, sessions and page views of all products by day. The profit and loss does not need it.',
    where: 'Reports → Business reports → Sales and traffic by date, with days for its rows; download as CSV',
  },
  source: 'NONE',
  isOfMarketplace: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const { marketplace } = input.options
  const table = findTable(input.head, columns)
  // Without its marketplace, which is asked, nothing is known of its money nor of its days.
  if (!marketplace || !isWhole(table)) return
  const cell = table.header.cellOf['date']!
  const dayOf = await dayReader(() => tableRows(input, table), [cell], input.options)
  const days = async function* () {
    for await (const row of tableRows(input, table)) if ('cells' in row) yield dayOf(row.cells[cell] ?? '')
  }
  // By days there is a row for each, whatever happened on it. A range that begins within a week has a shorter one.
  const gaps = await dayGaps(days())
  if (gaps.filter((gap) => gap >= 7).length > gaps.length / 2)
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      'The rows of this business report are weeks or months, and what happened on their days is not in it. Show it by day in Seller Central, and download it again.',
    )
  const shares = { decimalMark: await decimalMarkIn(input, table, SHARES) }
  yield* tableFacts(input, columns, 'sales_traffic_date', AMOUNTS, (cells) => [
    factOf('sales_traffic_date', cells, shares, { date: dayIn(cells, dayOf), marketplace }),
  ])
}

function dayIn(cells: Cells, dayOf: (text: string) => string | undefined): string {
  const date = dayOf(cells.text('date'))
  if (!date) throw cells.refuse('date', 'a date')
  return date
}

const OF_ITEM: Columns = {
  // Spanish and Portuguese files leave parent and child untranslated.
  child_asin: { names: ['(Child) ASIN', '(Untergeordnete) ASIN', '（子）ASIN', 'ASIN (child)'] },
  parent_asin: {
    names: ['(Parent) ASIN', '(Übergeordnete) ASIN', '（親）ASIN', '（父）ASIN', 'ASIN (parent)'],
  },
  sku: { names: ['SKU', 'Código SKU'] },
  ...OF_PRODUCT,
}

/**
 * Seller Central: business report "Detail page sales and traffic", by parent, child or SKU. It has one sum for each over the
 * days that were chosen, and says neither these nor its marketplace; only where it was one day do its numbers belong to any.
 */
export const businessReportByProduct: RecordReportType = {
  kind: 'records',
  id: 'business_report_by_product',
  label: 'Business report: Detail page sales and traffic',
  guide: {
    gives:
      'Sales, sessions and page views of each product on the one day that was chosen: sums of several days belong to none. The profit and loss does not need it.',
    where:
      'Reports → Business reports → Detail page sales and traffic by child item, with one day as its range; download as CSV',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'date',
  dayQuestion:
    'This report has one sum for each product over the days that were chosen in Seller Central, and does not say which. If it was one day, give that day. If there were several, cancel this import and download the report for each day: their sums belong to none of them.',
  columns: OF_ITEM,
  recognise(head) {
    const table = findTable(head, OF_ITEM)
    if (!isWhole(table)) return false
    const { cellOf } = table.header
    return cellOf['child_asin'] !== undefined || cellOf['parent_asin'] !== undefined
  },
  async *read(input) {
    const table = findTable(input.head, OF_ITEM)
    if (!isWhole(table)) return
    const { marketplace = null, day = null } = input.options
    const shares = { decimalMark: await decimalMarkIn(input, table, SHARES) }
    yield* tableFacts(input, OF_ITEM, 'sales_traffic_asin_day', AMOUNTS, (cells) => {
      const item = Object.fromEntries(
        ['child_asin', 'parent_asin', 'sku'].map((column) => [column, cells.text(column) || null]),
      )
      if (Object.values(item).every((name) => name === null))
        throw new RefusedRecord('The row names neither an ASIN nor a SKU')
      // Sums that somebody put below the rows would count beside them.
      for (const column of ['child_asin', 'parent_asin'])
        if (item[column] && !ASIN.test(item[column])) throw cells.refuse(column, 'an ASIN')
      // Never the day in its name, on which it was downloaded.
      return [factOf('sales_traffic_asin_day', cells, shares, { date: day, marketplace, ...item })]
    })
  },
}

const ASIN = /^[A-Z0-9]{10}$/

function factOf(
  table: TrafficTable,
  cells: Cells,
  /** How shares are written. */
  shares: CellRules,
  of: Record<string, string | null>,
): FactRecord {
  const numbers = Object.keys(table === 'sales_traffic_date' ? OF_DATE : OF_PRODUCT)
  const values: Record<string, string | null> = {
    ...cells.facts(table, []),
    ...of,
    currency: marketplaceOf(of['marketplace'] ?? '')?.currency ?? null,
    ...Object.fromEntries(
      numbers.map((column) => [
        column,
        trafficNumber(
          table,
          column,
          cells.heading(column),
          textOf(table, column, cells),
          cells.rules(column, SHARES.includes(column) ? shares : undefined),
        ),
      ]),
    ),
  }
  const isUncounted = table === 'sales_traffic_date' && lacksVisits(values)
  return {
    table,
    lineNumber: cells.lineNumber,
    part: 0,
    values: isUncounted ? withoutVisits(values) : values,
  }
}

/** A count has no decimals, whichever mark is between its thousands: German files have a comma there, and one in amounts. */
function textOf(table: TrafficTable, column: string, cells: Cells): string {
  const text = cells.text(column)
  const isGrouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(text)
  return isGrouped && readingOf(table, column) === 'integer' ? text.replace(/[.,]/g, '') : text
}
