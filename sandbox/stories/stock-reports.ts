/** Reports of stock, prices and expected fees of one marketplace, as tab-separated tables. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { momentOf } from '../demo-window.ts'
import { fulfilmentFee, referralFee } from '../fees.ts'
import { offeredFrom, priceOf, type Good } from '../goods.ts'
import { amountText } from '../money.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import type { MarketDays } from './market-days.ts'
import { table } from './order-reports.ts'
import { eachDay } from './story.ts'
import { tableOf } from './table.ts'
import type { StockOfDay, Warehouse } from './warehouse.ts'

/** A marketplace with its stock, as it is at a moment. */
export interface StockQuestion {
  question: ReportQuestion
  days: MarketDays
  warehouse: Warehouse
  /** The last day that is over there: stock is that of its end. */
  day: IsoDate
}

/** A table of rows, or that there is nothing. */
export const answer = (
  rows: Readonly<Record<string, string | number>>[],
  { region }: ReportQuestion,
): ReportAnswer => (rows.length === 0 ? { kind: 'CANCELLED' } : table(tableOf(rows), region))

const offeredOn = (day: IsoDate, { market, context }: MarketDays): Good[] =>
  market.goods.filter((good) => offeredFrom(good, context.window) <= day)

const priceText = (good: Good, day: IsoDate, { market, context }: MarketDays): string =>
  amountText(priceOf(good, market, day, context.window), market.currency)

export function manageInventory({ question, days, warehouse, day }: StockQuestion): ReportAnswer {
  const rows = warehouse.stock(day).map((one) => {
    const here = one.available + one.reserved + one.unsellable
    return {
      sku: one.good.sku,
      fnsku: one.good.fnsku,
      asin: one.good.asin,
      'product-name': one.good.title,
      condition: 'New',
      'your-price': priceText(one.good, day, days),
      'mfn-listing-exists': 'No',
      'mfn-fulfillable-quantity': '',
      'afn-listing-exists': 'Yes',
      'afn-warehouse-quantity': here,
      'afn-fulfillable-quantity': one.available,
      'afn-unsellable-quantity': one.unsellable,
      'afn-reserved-quantity': one.reserved,
      'afn-total-quantity': here + one.inboundWorking + one.inboundShipped,
      'per-unit-volume': '0.05',
      'afn-inbound-working-quantity': one.inboundWorking,
      'afn-inbound-shipped-quantity': one.inboundShipped,
      'afn-inbound-receiving-quantity': 0,
      'afn-researching-quantity': 0,
      'afn-reserved-future-supply': 0,
      'afn-future-supply-buyable': 0,
      'afn-fc-transfer-quantity': 0,
      'afn-onhand-buyable-quantity': one.available,
      store: '',
    }
  })
  return answer(rows, question)
}

/** Bands of age in days; some lie within others. */
const AGES: readonly [name: string, from: number, to: number][] = [
  ['0-to-90', 0, 90],
  ['91-to-180', 91, 180],
  ['181-to-270', 181, 270],
  ['271-to-365', 271, 365],
  ['365-plus', 366, Infinity],
  ['0-to-30', 0, 30],
  ['31-to-60', 31, 60],
  ['61-to-90', 61, 90],
  ['181-to-330', 181, 330],
  ['331-to-365', 331, 365],
]

export function inventoryPlanning({ question, days, warehouse, day }: StockQuestion): ReportAnswer {
  const rows = warehouse.stock(day).map((one) => {
    const ages = one.ages()
    const aged = (from: number, to: number) =>
      ages.reduce((sum, age) => (age.days >= from && age.days <= to ? sum + age.units : sum), 0)
    const band = (names: typeof AGES) =>
      Object.fromEntries(names.map(([name, from, to]) => [`inv-age-${name}-days`, aged(from, to)]))
    const ofMonth = one.shippedIn(30)
    const daysOfSupply = ofMonth === 0 ? '' : Math.round((one.available * 30) / ofMonth)
    return {
      'snapshot-date': day,
      sku: one.good.sku,
      fnsku: one.good.fnsku,
      asin: one.good.asin,
      'product-name': one.good.title,
      condition: 'New',
      available: one.available,
      'pending-removal-quantity': 0,
      ...band(AGES.slice(0, 5)),
      currency: days.market.currency,
      'units-shipped-t7': one.shippedIn(7),
      'units-shipped-t30': ofMonth,
      'units-shipped-t60': one.shippedIn(60),
      'units-shipped-t90': one.shippedIn(90),
      alert: alertOf(one, aged),
      'your-price': priceText(one.good, day, days),
      'sales-price': '',
      'recommended-action': aged(181, Infinity) > 0 ? 'Create sale' : 'No excess',
      'storage-type': 'Standard-Size',
      marketplace: days.market.code,
      'days-of-supply': daysOfSupply,
      'estimated-excess-quantity': Math.max(0, one.available - one.shippedIn(90)),
      ...band(AGES.slice(5)),
      'inbound-quantity': one.inboundWorking + one.inboundShipped,
      'inbound-working': one.inboundWorking,
      'inbound-shipped': one.inboundShipped,
      'inbound-received': 0,
      'reserved-quantity': one.reserved,
      'unfulfillable-quantity': one.unsellable,
      'Reserved Customer Order': one.reserved,
      'Reserved FC Processing': 0,
      'Reserved Staging': 0,
      'fc-transfer': 0,
    }
  })
  return answer(rows, question)
}

function alertOf({ available }: StockOfDay, aged: (from: number, to: number) => number): string {
  if (available === 0) return 'Out of stock'
  return aged(181, Infinity) > 0 ? 'Low traffic' : ''
}

/** Of every marketplace: a question of one day in UTC is one from four in the afternoon until four. */
const LEDGER_DAYS = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

/**
 * Daily, with the country for a location, each with its own stock. What leaves is negative. Days are Pacific ones, of which those
 * are told that the question has whole (github.com/amzn/selling-partner-api-docs/issues/3520).
 */
export function ledgerSummary(places: readonly StockQuestion[], question: ReportQuestion): ReportAnswer {
  if (question.options['aggregatedByTimePeriod'] !== 'DAILY')
    return { kind: 'FATAL', reason: 'The sandbox tells aggregatedByTimePeriod DAILY only.' }
  const start = addDays(LEDGER_DAYS.format(question.start.getTime() - 1), 1)
  const end = addDays(LEDGER_DAYS.format(question.end.getTime() + 1000), -1)
  const [year, month, date] = [
    (text: string) => text.slice(0, 4),
    (text: string) => text.slice(5, 7),
    (text: string) => text.slice(8),
  ]
  const rows = places.flatMap(({ days, warehouse, day }) =>
    [...eachDay(start, end < day ? end : day)].flatMap((one) =>
      warehouse.ledger(one).map((line) => ({
        Date: `${month(one)}/${date(one)}/${year(one)}`,
        FNSKU: line.good.fnsku,
        ASIN: line.good.asin,
        MSKU: line.good.sku,
        Title: line.good.title,
        Disposition: line.disposition,
        StartingWarehouseBalance: line.starting,
        InTransitBetweenWarehouses: 0,
        Receipts: line.receipts,
        CustomerShipments: -line.shipped || 0,
        CustomerReturns: line.returned,
        VendorReturns: 0,
        'WarehouseTransferIn/Out': 0,
        Found: line.found,
        Lost: -line.lost || 0,
        Damaged: 0,
        Disposed: -line.disposed || 0,
        OtherEvents: 0,
        EndingWarehouseBalance: line.ending,
        UnknownEvents: 0,
        Location: days.market.code,
      })),
    ),
  )
  return answer(rows, question)
}

export function feePreview({ question, days, day }: StockQuestion): ReportAnswer {
  const { market, context } = days
  const money = (amount: number) => amountText(amount, market.currency)
  const rows = offeredOn(day, days)
    .filter(({ fulfilment }) => fulfilment === 'AFN')
    .map((good) => {
      const price = priceOf(good, market, day, context.window)
      const [referral, fulfilment] = [referralFee(price), fulfilmentFee(good, market, day, context.window)]
      const isEuropean = question.region === 'EUROPE'
      return {
        sku: good.sku,
        fnsku: good.fnsku,
        asin: good.asin,
        ...(!isEuropean && { 'amazon-store': market.code }),
        'product-name': good.title,
        'product-group': 'gl_home',
        brand: '',
        'fulfilled-by': 'Amazon',
        'your-price': money(price),
        'sales-price': money(price),
        'product-size-tier': 'Standard',
        currency: market.currency,
        'estimated-fee-total': money(referral + fulfilment + good.closingFee),
        'estimated-referral-fee-per-unit': money(referral),
        'estimated-variable-closing-fee': money(good.closingFee),
        [isEuropean ? 'expected-domestic-fulfilment-fee-per-unit' : 'expected-fulfillment-fee-per-unit']:
          money(fulfilment),
        ...(isEuropean && { 'expected-efn-fulfilment-fee-per-unit-de': '--' }),
      }
    })
  return answer(rows, question)
}

/**
 * Of listings in other languages than that of America, as github.com/jlevers/selling-partner-api/issues/525 and
 * github.com/amzn/selling-partner-api-models/issues/4140 show them. Some Chinese ones are the same.
 */
const LISTING_HEADINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en_GB: { 'image-url': 'Deprecated column', 'fulfillment-channel': 'fulfilment-channel' },
  zh_CN: {
    'item-name': '商品名称',
    'item-description': '商品描述',
    'listing-id': '商品编码',
    'seller-sku': '卖家 SKU',
    price: '价格',
    quantity: '数量',
    'open-date': '开售日期',
    'image-url': '不适用项目',
    'item-is-marketplace': '是否为商城中的商品',
    'product-id-type': '商品编码类型',
    'item-note': '商品备注',
    'item-condition': '商品状况',
    asin1: 'ASIN1',
    'product-id': '商品编码',
    'fulfillment-channel': '配送渠道',
    status: '状态',
  },
}

/** @param accountLocale the language of headings, where none is asked for and it is another than English */
export function merchantListings(
  { question, days, day }: StockQuestion,
  accountLocale?: string,
): ReportAnswer {
  const channel = { EUROPE: 'AMAZON_EU', NORTH_AMERICA: 'AMAZON_NA', FAR_EAST: 'AMAZON_JP' }[question.region]
  const rows = offeredOn(day, days).map((good) => ({
    'item-name': good.title,
    'item-description': '',
    'listing-id': `0${good.asin.slice(2)}`,
    'seller-sku': good.sku,
    price: priceText(good, day, days),
    quantity: good.fulfilment === 'AFN' ? '' : 5,
    'open-date': new Date(momentOf(addDays(offeredFrom(good, days.context.window), -7)))
      .toISOString()
      .slice(0, 10),
    'image-url': '',
    'item-is-marketplace': 'y',
    'product-id-type': 1,
    'item-note': '',
    'item-condition': 11,
    asin1: good.asin,
    'product-id': good.asin,
    'fulfillment-channel': good.fulfilment === 'AFN' ? channel : 'DEFAULT',
    status: 'Active',
  }))
  const english = question.region === 'EUROPE' ? 'en_GB' : 'en_US'
  const locale = question.options['preferredReportDocumentLocale'] ?? accountLocale ?? english
  const told = answer(rows, question)
  return told.kind === 'DONE'
    ? { ...told, content: withHeadings(told.content, LISTING_HEADINGS[locale] ?? {}) }
    : told
}

function withHeadings(content: string, names: Readonly<Record<string, string>>): string {
  const end = content.indexOf('\n')
  const headings = content.slice(0, end).split('\t')
  return headings.map((heading) => names[heading] ?? heading).join('\t') + content.slice(end)
}

const STRANDED_HEADINGS = [
  'primary-action',
  'date-stranded',
  'date-to-take-auto-removal',
  'status-primary',
  'status-secondary',
  'error-message',
  'stranded-reason',
  'asin',
  'sku',
  'fnsku',
  'product-name',
  'condition',
  'fulfilled-by',
  'fulfillable-qty',
  'your-price',
  'unfulfillable-qty',
  'reserved-quantity',
  'inbound-shipped-qty',
]

/** Whatever lies in a warehouse has an offer in every story, so that the headings are all that there is. */
export const strandedStock = ({ region }: ReportQuestion): ReportAnswer =>
  table(`${STRANDED_HEADINGS.join('\t')}\n`, region)
