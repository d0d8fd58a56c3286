import { MARKETPLACES } from '#contract/marketplaces.ts'
import { dayReader } from '../files/day-order.ts'
import { fold, type Columns } from '../files/header.ts'
import type { Table } from '../files/table.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import type { AD_FORMATS } from '../facts.ts'
import type { AdType } from './ads-facts.ts'
import { adNumber, adTypeIn, campaignOf, inWindowOf, levelOf, placeOf, shareIn } from './ads-facts.ts'
import type { FactRecord, FileHead, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { tableFacts } from './tabular.ts'
import { isBulkFile } from './unread-reports.ts'

/** A spreadsheet that saves a file in characters without a sign leaves a question mark in its place. */
const SIGNS =
  '? $ £ € ₹ ¥ ₺ R$ C$ CA$ MX$ A$ AU$ S$ kr zł TL USD GBP EUR INR JPY CAD MXN AUD SGD BRL SEK PLN TRY AED SAR EGP'
/** Some downloads put the currency behind the heading of an amount: `7 Day Total Sales ($)`. */
const inMoney = (...names: string[]): string[] =>
  names.flatMap((name) => [name, ...SIGNS.split(' ').map((sign) => `${name} (${sign})`)])
const counted = (...names: string[]): string[] => names.flatMap((name) => [`${name} (#)`, name])

/** Italian puts the currency before the window. */
const inMoneyOf7Days = (name: string): string[] => inMoney(name).map((heading) => `${heading} 7 giorni`)

/**
 * Older layouts, the unified one of 2025, both of them in Chinese, and the older ones in Spanish of Mexico and of Spain, German,
 * Japanese, Italian and, without orders, Portuguese of Brazil, each as real files have it or programs that read such files name
 * it. French is absent: programs name its campaigns, clicks and spend, and none was found that shows how it calls sales.
 */
const columns = {
  date: { names: ['Date', 'Fecha', 'Datum', '日付', 'Data', '日期'] },
  start: { names: ['Start Date', 'Fecha de inicio', '開始日', 'Data di inizio', '开始日期'] },
  end: { names: ['End Date', 'Fecha de fin', 'Fecha de finalización', '終了日', 'Data di fine', '结束日期'] },
  range: { names: ['Date range'] },
  ad_type: { names: ['Campaign Type', 'Ad product', 'Ad type', '广告活动类型'] },
  /** In the unified layout a country is where the viewer was. */
  country: { names: ['Advertised product marketplace', 'Country', 'Marketplace', 'País', '国家/地区'] },
  currency: { names: ['Currency', 'Budget currency', 'Divisa', 'Währung', '货币'] },
  campaign_name: {
    names: [
      'Campaign Name',
      'Campaign',
      'Nombre de la campaña',
      'Nombre de campaña',
      'Kampagnen-Name',
      'キャンペーン名',
      'Nome campagna',
      '广告活动名称',
      'Nome da campanha',
    ],
  },
  campaign_id: { names: ['Campaign ID'] },
  ad_group_name: {
    names: [
      'Ad Group Name',
      'Ad Group',
      'Nombre del grupo de anuncios',
      'Anzeigengruppenname',
      '広告グループ名',
      'Nome gruppo di annunci',
      '广告组名称',
    ],
  },
  ad_group_id: { names: ['Ad group ID'] },
  sku: {
    names: [
      'Advertised SKU',
      'Advertised product SKU',
      'Beworbene SKU',
      '宣伝SKU',
      '广告SKU',
      'SKU anunciado',
    ],
  },
  asin: {
    names: [
      'Advertised ASIN',
      'Advertised product ID',
      'Beworbene ASIN',
      '宣伝ASIN',
      '广告ASIN',
      'ASIN anunciado',
    ],
  },
  target: { names: ['Targeting', 'Target value', 'Segmentación', 'ターゲティング', '投放'] },
  match_type: {
    names: [
      'Match Type',
      'Target match type',
      'Targeting match type',
      'Tipo de concordancia',
      'Tipo de coincidencia',
      'Übereinstimmungstyp',
      'マッチタイプ',
      '匹配类型',
    ],
  },
  search_term: {
    names: [
      'Customer Search Term',
      'Search term',
      'Término de búsqueda del cliente',
      'Término de búsqueda de cliente',
      'Suchbegriff des Kunden',
      'カスタマーの検索キーワード',
      'Termine ricerca cliente',
      '客户搜索词',
      'Termo de pesquisa do cliente',
    ],
  },
  placement: { names: ['Placement', 'Placement classification', '放置'] },
  impressions: {
    names: [
      'Impressions',
      'Impresiones',
      'Impressionen',
      'インプレッション',
      'Impressioni',
      '展示量',
      '总展示量',
      'Impressões',
    ],
  },
  clicks: {
    names: ['Clicks', 'Clics', 'Klicks', 'クリック', 'Clic', '点击量', '总点击量', 'Cliques'],
    required: true,
  },
  cost: {
    names: inMoney(
      'Spend',
      'Total cost',
      'Gasto',
      'Ausgaben',
      '費用',
      '広告費',
      'Spesa',
      '花费',
      '总成本',
      '广告主总成本',
      'Gastos',
    ),
    required: true,
  },
  sales_7d: {
    names: [
      ...inMoney(
        '7 Day Total Sales',
        'Ventas totales en 7 días',
        'Ventas totales de 7 días',
        '7 Tage, Umsatz gesamt',
        '広告がクリックされてから7日間の総売上高',
        '7天总销售额',
        'Total de vendas de 7 dias',
      ),
      ...inMoneyOf7Days('Vendite totali'),
    ],
  },
  sales_14d: { names: inMoney('14 Day Total Sales', 'Ventas totales en 14 días', '14天总销售额') },
  sales_same_sku_7d: {
    names: inMoney(
      '7 Day Advertised SKU Sales',
      '7 Day Advertised ASIN Sales',
      'Ventas SKU anunciadas 7 días',
      '7 Tage, Beworbene SKU-Umsätze',
      '7天内广告SKU销售额',
    ),
  },
  purchases_7d: {
    names: [
      ...counted(
        '7 Day Total Orders',
        'Pedidos totales en 7 días',
        'Pedidos totales de 7 días',
        '7 Tage, Aufträge gesamt',
        '広告がクリックされてから7日間の合計注文数',
        '7天总订单数',
      ),
      'Totale ordini (#) 7 giorni',
    ],
  },
  purchases_14d: { names: counted('14 Day Total Orders', 'Pedidos totales en 14 días', '14天总订单数') },
  units_7d: {
    names: counted(
      '7 Day Total Units',
      'Unidades totales en 7 días',
      'Unidades totales de 7 días',
      '7 Tage, Einheiten gesamt',
      '広告がクリックされてから7日間の合計販売数',
      '7天总销售量',
    ),
  },
  units_14d: { names: counted('14 Day Total Units', 'Unidades totales en 14 días', '14天总销售量') },
  ntb_purchases_14d: { names: counted('14 Day New-to-brand Orders') },
  ntb_sales_14d: { names: inMoney('14 Day New-to-brand Sales') },
  sales: { names: inMoney('Sales', '销售额') },
  purchases: { names: ['Purchases', '购买量', '订单量'] },
  units: { names: ['Units sold', '已售商品数量'] },
  status: { names: ['Status', 'State'] },
  budget: { names: inMoney('Budget', 'Campaign budget amount') },
  share: {
    names: [
      'Top-of-search Impression Share',
      'Top-of-search impression share (IS)',
      '搜索结果首页首位展示量份额',
    ],
  },
  cpc: {
    names: inMoney(
      'Cost Per Click (CPC)',
      'Average CPC',
      'CPC',
      'Coste por clic (CPC)',
      'Kosten pro Klick (CPC)',
      '平均クリック単価 (CPC)',
      '单次点击成本 (CPC)',
    ),
  },
  /** Only Sponsored Brands and Sponsored Display have these. */
  viewable: { names: ['Viewable Impressions', 'Cost type', 'Bid Optimization', '费用类型'] },
} satisfies Columns

const WITHOUT_WINDOW = ['sales', 'purchases', 'units'] as const
const WITH_WINDOW = [
  'sales_7d',
  'sales_14d',
  'sales_same_sku_7d',
  'purchases_7d',
  'purchases_14d',
  'units_7d',
  'units_14d',
  'ntb_purchases_14d',
  'ntb_sales_14d',
] as const
const TEXTS = [
  'campaign_name',
  'campaign_id',
  'ad_group_name',
  'ad_group_id',
  'sku',
  'asin',
  'target',
  'match_type',
  'search_term',
  'placement',
] as const

/** The advertising console: downloads by day of campaigns, products, targets, search terms, placements and the account. */
export const adsConsole: RecordReportType = {
  kind: 'records',
  id: 'ads_console',
  label: 'Report of the advertising console',
  guide: {
    gives:
      'Spend, clicks, impressions and sales of advertising by day, as the profit and loss takes them. The advertised product report gives them by product; campaign, targeting, placement and search term reports do not.',
    where:
      'Advertising console → Measurement & reporting → Sponsored ads reports, with the time unit "Daily"; CSV or XLSX',
  },
  source: 'NONE',
  isOfMarketplace: true,
  columns,
  recognise,
  read,
}

/** Clicks and spend by day are what others who sell advertising report too. */
function recognise(head: FileHead): boolean {
  const table = findTable(head, columns)
  return (
    isWhole(table) &&
    ['campaign_name', 'campaign_id', 'cpc'].some((column) => column in table.header.cellOf) &&
    !isBulkFile(head)
  )
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const table = findTable(input.head, columns)
  if (!isWhole(table)) return
  const { cellOf } = table.header
  const isOf = (column: keyof typeof columns) => cellOf[column] !== undefined
  // Its marketplace is asked then, and before that its money and its days are not known.
  if (!isOf('currency') && !isOf('country') && !input.options.marketplace) return
  if (!isOf('date')) await refuseRanges(input, table)
  if (!isOf('sku') && !isOf('asin')) await refuseUnknownProducts(input, table)
  const dateColumn = isOf('date') ? 'date' : isOf('range') ? 'range' : 'start'
  const days = await dayReader(
    () => tableRows(input, table),
    [cellOf[dateColumn]!],
    input.options,
    await marketplacesIn(input, table),
  )
  const dayOf = (cells: Cells) =>
    days(dateColumn === 'range' ? rangeIn(cells.text('range'))[0]! : cells.text(dateColumn))
  const level = levelOf({
    searchTerm: isOf('search_term'),
    placement: isOf('placement'),
    product: isOf('sku') || isOf('asin'),
    target: isOf('target'),
    ad: false,
    adGroup: isOf('ad_group_name'),
    campaign: isOf('campaign_name') || isOf('campaign_id'),
  })
  const adType = adTypeIn(input.head.fileName) ?? adTypeOf(isOf, isEnglish(table))
  // Without a column that names it, a download is of what was chosen for it, and its name says so.
  const adFormats = isOf('ad_type') ? null : adFormatsIn(input.head.fileName)
  yield* tableFacts(input, columns, 'ads_daily', ['cost', 'sales_7d', 'sales_14d', 'sales'], (cells) => {
    const date = dayOf(cells)
    if (!date) throw cells.refuse(dateColumn, 'a date')
    const values: Record<string, string | null> = cells.facts('ads_daily', [])
    const its = adTypeInCell(cells) ?? adType
    if (!its) throw nameless()
    const number = (column: string, stated = column) =>
      adNumber(column, cells.heading(stated), cells.text(stated), cells.rules(stated))
    Object.assign(values, {
      date,
      ad_type: its,
      ad_formats: adFormats,
      level,
      ...placeOf(
        { country: cells.text('country'), currency: cells.text('currency').toUpperCase() },
        input.options.marketplace,
      ),
    })
    for (const column of TEXTS) values[column] = idOrText(cells.text(column)) || null
    for (const column of ['impressions', 'clicks', 'cost', ...WITH_WINDOW]) values[column] = number(column)
    for (const stated of WITHOUT_WINDOW)
      values[inWindowOf(its)[stated]] ??= number(inWindowOf(its)[stated], stated)
    // Elsewhere a state is that of a target or an ad.
    if (level === 'CAMPAIGN')
      Object.assign(
        values,
        campaignOf(
          its,
          { status: cells.text('status'), budgetType: '' },
          number('campaign_budget', 'budget'),
        ),
        { top_of_search_share: shareIn(cells.heading('share'), cells.text('share'), cells.rules('share')) },
      )
    if (values['cost'] === null) throw cells.refuse('cost', 'an amount; 0 where nothing was spent')
    return [{ table: 'ads_daily', lineNumber: cells.lineNumber, part: 0, values }]
  })
}

/** Rows whose currencies are looked at. */
const SAMPLE_ROWS = 100

/** Those in whose money the first rows are: all that pay in euros write their days alike. */
async function marketplacesIn(input: RecordInput, table: Table): Promise<string[]> {
  const { currency } = table.header.cellOf
  const found = new Set<string>()
  let rows = 0
  for await (const row of tableRows(input, table)) {
    if ('cells' in row && currency !== undefined) found.add((row.cells[currency] ?? '').trim().toUpperCase())
    if (++rows >= SAMPLE_ROWS) break
  }
  return MARKETPLACES.filter((marketplace) => found.has(marketplace.currency)).map(({ code }) => code)
}

/** An id as a formula, so that no spreadsheet makes a number of it: `="468170906203317"`. */
const idOrText = (text: string): string => /^="(.*)"$/.exec(text)?.[1] ?? text

function adTypeInCell(cells: Cells): AdType | undefined {
  const text = cells.text('ad_type')
  const adType = adTypeIn(text)
  if (text !== '' && !adType)
    throw cells.refuse('ad_type', 'Sponsored Products, Sponsored Brands or Sponsored Display')
  return adType
}

/** The console offers `Sponsored Brands` and `Sponsored Brands Video`, and neither has the campaigns of the other. */
function adFormatsIn(fileName: string): (typeof AD_FORMATS)[number] | null {
  const named = /sponsored[\s_-]*brands([\s_-]*video)?/i.exec(fileName)
  return named && (named[1] ? 'VIDEO' : 'OTHER')
}

const isEnglish = ({ header }: Table): boolean =>
  /^(spend|totalcost)/.test(fold(header.cells[header.cellOf['cost']!] ?? ''))

/** What the headings say of it: those of the older layouts differ. Of other languages only those of Sponsored Products are known. */
function adTypeOf(isOf: (column: keyof typeof columns) => boolean, areEnglish: boolean): AdType | undefined {
  if (isOf('ntb_sales_14d') || isOf('ntb_purchases_14d') || isOf('viewable')) {
    if (isOf('sku') || isOf('asin')) return 'SD'
    return isOf('search_term') || isOf('match_type') ? 'SB' : undefined
  }
  if (WITHOUT_WINDOW.some(isOf)) return undefined
  return areEnglish || isOf('sales_7d') || isOf('purchases_7d') ? 'SP' : undefined
}

const nameless = () =>
  new UnreadableFile(
    'REPORT_NOT_READ',
    'This report of the advertising console does not say whether it is of Sponsored Products, Brands or Display. Keep the name that the console gave the file, such as "Sponsored Display Campaign report.xlsx", or add the column "Ad product" to the report.',
  )

/** A column of products under a heading that nobody knows: without it their spend would be of no product. */
async function refuseUnknownProducts(input: RecordInput, table: Table): Promise<void> {
  const known = new Set(Object.values(table.header.cellOf))
  let rows = 0
  for await (const row of tableRows(input, table)) {
    if (!('cells' in row)) continue
    const cell = row.cells.findIndex((text, index) => !known.has(index) && ASIN.test(text.trim()))
    if (cell >= 0)
      throw new UnreadableFile(
        'REPORT_NOT_READ',
        `The column "${(table.header.cells[cell] ?? '').trim().slice(0, 100)}" of this report of the advertising console names products, and its heading is not known here. Set the console to English and download the report again.`,
      )
    if (++rows >= SAMPLE_ROWS) break
  }
}
const ASIN = /^B0[A-Z0-9]{8}$/

const rangeIn = (text: string): string[] => text.split(/\s[-–—]\s/, 2).map((part) => part.trim())

/** Without a column of days a row is of those from its start to its end, and counts only where that is one day. */
async function refuseRanges(input: RecordInput, table: Table): Promise<void> {
  const { range, start, end } = table.header.cellOf
  for await (const row of tableRows(input, table)) {
    if (!('cells' in row)) continue
    const text = (cell: number | undefined) => (cell === undefined ? '' : (row.cells[cell] ?? '').trim())
    const [first, last = ''] = range === undefined ? [text(start), text(end)] : rangeIn(text(range))
    if (first && first === last) continue
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      `The rows of this report of the advertising console are sums of several days${first && last ? `, such as ${first} to ${last}` : ''}, and what was spent on each of them is not in it. Download the same report with the time unit "Daily" in place of "Summary".`,
    )
  }
}
