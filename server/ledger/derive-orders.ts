import { FACTS } from '#amazon/index.ts'
import {
  COST_ENTRIES,
  CURRENCY_OF,
  Derivation,
  effectiveMarketplace,
  FEE_VAT,
  localDay,
  portion,
  quoted,
  RATE_DAY,
  REFUND_COUNT,
  vatIn,
  withCosts,
  withoutTax,
} from './derive.ts'
import { VISIBLE } from './journal.ts'

/**
 * What the order basis takes from settlements, on the day it was posted: what came back with refunds, and the fees and
 * charges of marketing that belong to no order.
 */
export const ORDER_BASIS_LINES = [
  'refundedProductSales',
  'refundedShipping',
  'refundedGiftWrap',
  'refundedPromotions',
  'claimsAndChargebacks',
  'referralFeesRefunded',
  'refundAdminFees',
  'fbaReturnFees',
  'promotionFees',
  'memoAdvertisingBilled',
]

/** ORD-3: what an order item is taken to cost where nobody has said it. */
const DEFAULT_REFERRAL_SHARE = '0.15'
/** ORD-3: fees of so many days before the order count, if so many units were sold in them. */
const EFFECTIVE_DAYS = 30
const EFFECTIVE_UNITS_MIN = 5

const LIVE_ORDERS = `company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)}`

/** ORD-1: Amazon writes Canceled and Cancelled. Orders of other shops are not sales on Amazon. */
const IS_LEFT_OUT = `startsWith(lower(order_status), 'cancel') OR startsWith(lower(item_status), 'cancel')
  OR multichannel OR startsWith(lower(sales_channel), 'non-amazon')`

/** An order that waits for its payment has no price yet. */
export const LACKS_PRICE = `isNull(item_price) AND startsWith(lower(order_status), 'pending')`

const MOMENT = `ifNull(purchased_at, toDateTime(ifNull(purchased_day, toDate(0)), 'UTC'))`

/** Every cell of the file, so that rows and versions of an order are compared by what they say. */
const CELLS = `[${Object.keys(FACTS.order_items)
  .map((column) => `ifNull(toString(${column}), '')`)
  .join(', ')}]`

/**
 * Derives the order basis beside the transaction basis: sales by the day of the order, without VAT, with the fees that
 * are to be expected. Refunds, returns and advertising are the same events in both.
 */
export class OrderDerivation extends Derivation {
  /** Both bases, as far as they are made from settlement lines. */
  override settlementFeed(): string[] {
    return [
      ...super.settlementFeed(),
      ...(this.context.survey.hasOrderLines ? [this.postedOnTheirDay()] : []),
    ]
  }

  /**
   * REF-1: refunds as they were posted, whatever their status, net of VAT. The file's amount and what is taken out of it
   * are rows of their own on the same line; reported tax is no part of this basis.
   */
  private postedOnTheirDay(): string {
    const { survey, feeVatPeriods } = this.context
    const rows = this.withOriginals(`
      SELECT * FROM (${this.taxed()})
      WHERE mapped_line IN (${quoted(ORDER_BASIS_LINES)}) AND tax_role NOT IN ('TAX', 'DISCOUNT_TAX') AND NOT (${this.isSupersededDeferral()})`)
    const rated = survey.hasVat
      ? this.rated(rows, RATE_DAY)
      : `SELECT *, toDecimal64(0, 9) AS vat_rate FROM (${rows})`
    const adjusts = survey.hasFees && feeVatPeriods.length > 0
    const feeRate = adjusts ? `if(${FEE_VAT.where}, ${FEE_VAT.rate}, toDecimal64(0, 9))` : 'toDecimal64(0, 9)'
    const feeVat = adjusts
      ? `if(${FEE_VAT.where}, ${FEE_VAT.amount}, toDecimal128(0, 9))`
      : 'toDecimal128(0, 9)'
    const hasVat = `tax_role = 'BASE' AND NOT has_tax AND NOT withheld AND effective_marketplace NOT IN (${withoutTax})`
    return `
WITH posted AS (
  SELECT *, ${feeRate} AS fee_rate, ${feeVat} AS fee_vat,
    if(${hasVat}, ${vatIn('amount', 'vat_rate')}, toDecimal128(0, 9)) AS sales_vat,
    if(counts = 'REFUNDED' AND NOT multichannel, ${REFUND_COUNT}, ('', 0)) AS unit
  FROM (${rated})
)
${this.entries(
  `[(toString(mapped_line), 'AMOUNT', toString(money), toDecimal128(amount, 9), toDecimal64(0, 9)),
    (toString(mapped_line), 'SALES_VAT', toString(money), -sales_vat, toDecimal64(vat_rate, 9)),
    (toString(mapped_line), 'FEE_VAT', toString(money), -fee_vat, toDecimal64(fee_rate, 9)),
    (unit.1, 'COUNT', '', toDecimal128(unit.2, 9), toDecimal64(0, 9))]`,
  'posted',
)}`
  }

  /** Rows of the order basis from entries (line, kind, currency, amount, rate), those of 0 left out. */
  private entries(
    entries: string,
    rows: string,
    columns: Parameters<OrderDerivation['select']>[0] = {},
  ): string {
    return this.select(
      {
        basis: `'ORDER'`,
        line: 'entry.1',
        kind: 'entry.2',
        currency: 'entry.3',
        amount: 'toDecimal64(entry.4, 9)',
        rate: 'entry.5',
        ...columns,
      },
      `SELECT *, arrayJoin(arrayFilter(e -> e.4 != 0, ${entries})) AS entry FROM ${rows}`,
    )
  }

  /** ORD-1 to 3: sales, units, costs and expected fees of the order items of the scope. */
  ordersFeed(): string[] {
    const sales = `[('productSales', price, goods_tax.1, goods_tax.2), ('shippingRevenue', shipping, shipping_tax.1, shipping_tax.2),
      ('giftWrapRevenue', gift_wrap, gift_wrap_tax.1, gift_wrap_tax.2), ('productPromotions', -discount, goods_tax.1, goods_tax.2),
      ('shippingPromotions', -shipping_discount, shipping_tax.1, shipping_tax.2)]`
    const none = 'toDecimal64(0, 9)'
    const entries = `arrayConcat(
      arrayMap(s -> (s.1, if(price_is_estimated AND s.1 = 'productSales', 'ESTIMATE', 'AMOUNT'), money, s.2, ${none}), ${sales}),
      arrayMap(s -> (s.1, 'SALES_VAT', money, -${portion('s.2', 's.3', 's.4')}, toDecimal64(s.3 / (s.4 - s.3), 9)), ${sales}),
      [('unitsSold', 'COUNT', '', toDecimal128(units, 9), ${none})],
      arrayMap(c -> (toString(c.1), if(has_cost, 'COST', 'COUNT'), if(has_cost, toString(cost.3), ''), toDecimal128(c.2, 9) * units, if(has_cost, toDecimal64(abs(c.2), 9), ${none})), ${COST_ENTRIES}),
      [('referralFees', 'ESTIMATE', money, -${portion('paid', 'fees.1', 'fees.2')}, toDecimal64(fees.1 / fees.2, 9)),
        ('fbaFulfilmentFees', 'ESTIMATE', fee_money, if(fulfillment_channel = 'AFN', -fees.3 * units, toDecimal128(0, 9)), toDecimal64(fees.3, 9)),
        ('closingFees', 'ESTIMATE', fee_money, -fees.4 * units, toDecimal64(fees.4, 9)),
        ('ordersWithDefaultFees', 'COUNT', '', toDecimal128(toUInt8(NOT has_preview AND NOT has_effective), 9), ${none})])`
    return [
      `
WITH items AS (
  SELECT *,
    -- Share of the referral fee as numerator and denominator, then fulfilment and closing fee of a unit.
    multiIf(has_preview, (preview_referral, preview_price, preview_fulfilment, preview_closing),
      has_effective, (effective_referral, effective_paid, effective_fulfilment, effective_closing),
      (toDecimal128('${DEFAULT_REFERRAL_SHARE}', 9), toDecimal128(1, 9), toDecimal128(0, 9), toDecimal128(0, 9))) AS fees,
    greatest(price - discount + shipping - shipping_discount, toDecimal128(0, 9)) AS paid
  FROM (${this.withFees(this.withTaxShares(this.priced()))})
)
${this.entries(entries, 'items', { feed: `'ORDER'`, settlement_id: `''` })}`,
    ]
  }

  /** The import that counts for each order, as a whole; equal rows of one file are one item unless it numbers them. */
  private chosen(): string {
    return `
      SELECT * EXCEPT (newest, filled, content, place) FROM (
        SELECT *, dense_rank() OVER (PARTITION BY account_id, order_id ORDER BY newest DESC, filled DESC, content, import_id) AS place
        FROM (
          SELECT * EXCEPT (cell_count, cell_hash), max(ifNull(last_updated_at, toDateTime(0, 'UTC'))) OVER version AS newest,
            sum(cell_count) OVER version AS filled, sum(cell_hash) OVER version AS content
          FROM (
            SELECT account_id, import_id, line_no, part, order_id, order_item_id, order_status, item_status, sales_channel, multichannel,
              purchased_at, purchased_day, last_updated_at, marketplace, sku, fulfillment_channel, currency, quantity, item_price, item_tax,
              shipping_price, shipping_tax, gift_wrap_price, gift_wrap_tax, item_promotion_discount, ship_promotion_discount,
              arrayCount(c -> c != '', ${CELLS}) AS cell_count, cityHash64(${CELLS}) AS cell_hash
            FROM order_items
            WHERE ${LIVE_ORDERS} AND (${this.scope.where})
            ORDER BY line_no, part
            LIMIT 1 BY account_id, import_id, cell_hash
          )
          WINDOW version AS (PARTITION BY account_id, order_id, import_id)
        )
      )
      WHERE place = 1 AND NOT (${IS_LEFT_OUT}) AND (isNotNull(purchased_at) OR isNotNull(purchased_day))`
  }

  /** Order items with their local day, currency and amounts as the buyer sees them. */
  private priced(): string {
    const money = (column: string) => `ifNull(toDecimal128(${column}, 9), toDecimal128(0, 9))`
    const items = `
      SELECT c.*, ${effectiveMarketplace('c')} AS effective_marketplace, ${MOMENT} AS moment,
        if(isNotNull(purchased_day), assumeNotNull(purchased_day), ${localDay('moment', 'effective_marketplace', this.occurring())}) AS day,
        toString(if(currency != '', currency, ${CURRENCY_OF})) AS money, ifNull(quantity, 0) AS units, ${LACKS_PRICE} AS price_is_estimated
      FROM (${this.chosen()}) AS c`
    const known = this.context.survey.lacksPrices
      ? `SELECT i.*, p.unit_price AS unit_price FROM (${items}) AS i
         ASOF LEFT JOIN (${this.knownPrices()}) AS p ON i.sku = p.priced_sku AND i.effective_marketplace = p.priced_marketplace AND i.moment >= p.priced_from`
      : `SELECT *, toDecimal128(0, 9) AS unit_price FROM (${items})`
    return `
      SELECT account_id, import_id, line_no, part, order_id, marketplace, effective_marketplace, sku, day, money, units, fulfillment_channel, price_is_estimated,
        if(price_is_estimated, unit_price * units, ${money('item_price')}) AS price, ${money('item_tax')} AS stated_goods_tax,
        ${money('shipping_price')} AS shipping, ${money('shipping_tax')} AS stated_shipping_tax,
        ${money('gift_wrap_price')} AS gift_wrap, ${money('gift_wrap_tax')} AS stated_gift_wrap_tax,
        abs(${money('item_promotion_discount')}) AS discount, abs(${money('ship_promotion_discount')}) AS shipping_discount
      FROM (${known})`
  }

  /** Unit prices of products that are ordered without one, each from its moment on; the first holds for all time before. */
  private knownPrices(): string {
    const prices = `
      SELECT o.sku AS sku, ${effectiveMarketplace('o')} AS effective_marketplace, ${MOMENT} AS moment,
        argMax(toDecimal128(assumeNotNull(item_price), 9) / assumeNotNull(quantity), (ifNull(last_updated_at, toDateTime(0, 'UTC')), item_price)) AS price
      FROM order_items AS o
      WHERE ${LIVE_ORDERS} AND sku != '' AND item_price > 0 AND quantity > 0
        AND sku IN (SELECT sku FROM order_items WHERE ${LIVE_ORDERS} AND ${LACKS_PRICE})
      GROUP BY sku, effective_marketplace, moment`
    return `
      SELECT sku AS priced_sku, effective_marketplace AS priced_marketplace, moment AS priced_from, price AS unit_price FROM (${prices})
      UNION ALL
      SELECT sku, effective_marketplace, toDateTime(0, 'UTC'), argMin(price, moment) FROM (${prices}) GROUP BY sku, effective_marketplace`
  }

  /** VAT-2: the tax in an amount as numerator and denominator, by the tax that the item states or else by the table. */
  private withTaxShares(items: string): string {
    const share = (tax: string, price: string, otherwise: string) =>
      `if(effective_marketplace NOT IN (${withoutTax}) AND ${tax} > 0 AND ${price} > ${tax}, (${tax}, ${price}), ${otherwise})`
    const byTable = `if(effective_marketplace IN (${withoutTax}), (toDecimal128(0, 9), toDecimal128(1, 9)), (toDecimal128(vat_rate, 9), toDecimal128(1, 9) + vat_rate))`
    return `
      SELECT *, ${share('stated_goods_tax', 'price', byTable)} AS goods_tax,
        ${share('stated_shipping_tax', 'shipping', 'goods_tax')} AS shipping_tax, ${share('stated_gift_wrap_tax', 'gift_wrap', 'goods_tax')} AS gift_wrap_tax
      FROM (${this.rated(items, 'day')})`
  }

  /** ORD-3: the newest fee preview of the order day, else what the product was really charged before; and COGS-1. */
  private withFees(items: string): string {
    const previews = `
      SELECT sku AS preview_sku, toString(marketplace) AS preview_marketplace, snapshot_date AS preview_day, toString(currency) AS preview_currency,
        toDecimal128(assumeNotNull(price), 9) AS preview_price, toDecimal128(assumeNotNull(referral_fee), 9) AS preview_referral,
        toDecimal128(ifNull(fulfillment_fee, 0), 9) AS preview_fulfilment, toDecimal128(ifNull(closing_fee, 0), 9) AS preview_closing
      FROM (
        SELECT * FROM fee_estimates WHERE ${USABLE_PREVIEWS}
        ORDER BY import_id DESC, line_no DESC
        LIMIT 1 BY sku, marketplace, snapshot_date
      )`
    const withPreview = `
      SELECT c.*, v.preview_sku != '' AS has_preview, v.preview_price AS preview_price, v.preview_referral AS preview_referral,
        v.preview_fulfilment AS preview_fulfilment, v.preview_closing AS preview_closing,
        if(v.preview_currency != '', v.preview_currency, c.money) AS fee_money
      FROM (${withCosts(items)}) AS c
      ASOF LEFT JOIN (${previews}) AS v ON c.sku = v.preview_sku AND c.effective_marketplace = v.preview_marketplace AND c.day >= v.preview_day`
    return `
      SELECT w.*, e.effective_sku != '' AS has_effective, e.effective_paid AS effective_paid, e.effective_referral AS effective_referral,
        e.effective_fulfilment AS effective_fulfilment, e.effective_closing AS effective_closing
      FROM (${withPreview}) AS w
      ANY LEFT JOIN (${this.effectiveFees()}) AS e ON w.sku = e.effective_sku AND w.effective_marketplace = e.effective_marketplace_code AND w.day = e.effective_day`
  }

  /** What the ledger says of released sales: the sums of a day count for each of the days after it. */
  private effectiveFees(): string {
    const sum = (...lines: string[]) => `sumIf(toDecimal128(amount, 9) * n, line IN (${quoted(lines)}))`
    return `
      SELECT sku AS effective_sku, toString(marketplace) AS effective_marketplace_code, day + arrayJoin(range(1, ${EFFECTIVE_DAYS + 1})) AS effective_day,
        sum(paid) AS effective_paid, -sum(referral) AS effective_referral,
        -sum(fulfilment) / toInt64(sum(sold)) AS effective_fulfilment, -sum(closing) / toInt64(sum(sold)) AS effective_closing
      FROM (
        SELECT sku, marketplace, day, ${sum('unitsSold')} AS sold,
          ${sum('productSales', 'shippingRevenue', 'productPromotions', 'shippingPromotions')} AS paid,
          ${sum('referralFees')} AS referral, ${sum('fbaFulfilmentFees')} AS fulfilment, ${sum('closingFees')} AS closing
        FROM ledger
        WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND sku != ''
          AND line IN ('unitsSold', 'productSales', 'shippingRevenue', 'productPromotions', 'shippingPromotions', 'referralFees', 'fbaFulfilmentFees', 'closingFees')
          AND day BETWEEN {firstOrderDay:Date} - ${EFFECTIVE_DAYS + 1} AND {lastOrderDay:Date} + 1
          AND (${VISIBLE} OR version = {version:UInt64})
        GROUP BY sku, marketplace, day
      )
      GROUP BY effective_sku, effective_marketplace_code, effective_day
      HAVING sum(sold) >= ${EFFECTIVE_UNITS_MIN} AND sum(paid) > 0`
  }
}

/** Previews that can be used to estimate a fee. */
const USABLE_PREVIEWS = `company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)} AND price > 0 AND isNotNull(referral_fee)`

const ORDERS_WITH = (condition: string) =>
  `SELECT order_id FROM order_items WHERE company_id = {companyId:String} AND problem = '' AND ${condition}`

/** Facts whose change may change rows of orders, each with the orders it touches; all by the imports `changed`. */
export const ORDERS_TOUCHED_BY = {
  // An order without a price takes that of other orders.
  order_items: [
    ORDERS_WITH(`import_id IN {changed:Array(UInt64)}`),
    ORDERS_WITH(`import_id IN {live:Array(UInt64)} AND ${LACKS_PRICE}`),
  ],
  fee_estimates: [
    ORDERS_WITH(`import_id IN {live:Array(UInt64)} AND sku IN (
      SELECT sku FROM fee_estimates WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '')`),
  ],
  // Where no preview is known, fees are those of the settlements of the days before.
  settlement_lines: [
    ORDERS_WITH(`import_id IN {live:Array(UInt64)}
      AND sku IN (SELECT sku FROM settlement_lines WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND sku != '')
      AND ifNull(purchased_day, toDate(purchased_at)) BETWEEN {firstPostedDay:Date} - 1 AND {lastPostedDay:Date} + ${EFFECTIVE_DAYS + 2}
      AND (sku, marketplace) NOT IN (SELECT sku, marketplace FROM fee_estimates WHERE ${USABLE_PREVIEWS} AND snapshot_date < {firstPostedDay:Date})`),
  ],
}
