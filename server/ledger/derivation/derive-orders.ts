import { TAXED_LINES } from '#contract/profit-and-loss-lines.ts'
import { IS_ROUNDED, withoutZeros } from './damaged-codes.ts'
import { FACTS, type FactTable } from '#amazon/index.ts'
import { CURRENCY_OF, Derivation, IS_OF_ANOTHER_SHOP, withoutTax } from './derive.ts'
import { COST_ENTRIES } from './unit-costs.ts'
import { effectiveMarketplace, localDay, quoted } from './local-days.ts'
import { PUBLISHED, WITH_OWN } from '#server/ledger/journal.ts'
import { SHARED_ORDERS, type Level } from './measures-journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { MADE_AT } from './reading-moments.ts'

/** ORD-3: the referral fee, as a share of what is paid, of an item of which nobody has said anything. */
const DEFAULT_REFERRAL_SHARE = '0.15'
/** ORD-3: fees of so many days before the order count, if so many units were sold in them. */
const EFFECTIVE_DAYS = 30
const EFFECTIVE_UNITS_MIN = 5

/** ORD-1: Amazon writes Canceled and Cancelled. */
const IS_CANCELLED = `(startsWith(lower(order_status), 'cancel') OR startsWith(lower(item_status), 'cancel'))`

/** An order that waits for its payment has no price yet. */
const LACKS_PRICE = `(isNull(item_price) AND startsWith(lower(order_status), 'pending'))`

const MOMENT = `ifNull(purchased_at, toDateTime(ifNull(purchased_day, toDate(0)), 'UTC'))`
const DAY_ABOUT = `ifNull(purchased_day, toDate(purchased_at))`

/** Every cell of the file, so that rows and versions of an order are compared by what they say. */
const HAS_ITEM_ID = `order_item_id != '' AND NOT ${IS_ROUNDED.order_item_id.text}`
const CELLS = `[${Object.keys(FACTS.order_items)
  .map((column) => `ifNull(toString(${column}), '')`)
  .join(', ')}]`

const STATES_REFERRAL = '(ifNull(price, 0) > 0 AND isNotNull(referral_fee))'
/** Amazon writes `--` where it knows no price, and states the fulfilment fee of the product's size nevertheless. */
const STATES_FEES = `(${STATES_REFERRAL} OR isNotNull(fulfillment_fee))`
const USABLE_PREVIEWS = `${LIVE_FACTS.text} AND ${STATES_FEES}`
/** Which of several previews of one day counts: one that states the referral fee, then the newest. */
export const PREVIEW_ORDER = `${STATES_REFERRAL} DESC, ${STATES_FEES} DESC, ${MADE_AT} DESC`

const ZERO = 'toDecimal128(0, 9)'
const money = (column: string) => `ifNull(toDecimal128(${column}, 9), ${ZERO})`
/** A quotient below 1 that gives every amount times it exact to the ninth digit. */
const quotient = (numerator: string, denominator: string) => `toDecimal128(${numerator}, 18) / ${denominator}`
/** The share of tax in a price, if the item states it. */
const statedShare = (tax: string, price: string) =>
  `if(${tax} > 0 AND ${price} > ${tax}, ${quotient(tax, price)}, NULL)`
const portion = (amount: string, share: string) => `toDecimal128(round(${amount} * ${share}, 9), 9)`
const rate = (value: string) => `toDecimal64(round(${value}, 9), 9)`

/**
 * ORD-3: the share of what is paid that a product was charged. Amazon takes it of the price with its tax. That is what the ledger
 * says was paid, but for tax that Amazon kept (VAT-3): where sales hold far less tax than the item, the share is taken of
 * what is paid without tax. A tenth less is rounding, or another rate.
 */
const CHARGED_SHARE = `if(effective_tax * 10 >= paid_tax * 9, effective_share,
          toDecimal128(toDecimal256(effective_share, 18) * (1 - paid_tax) / (1 - effective_tax), 18))`

/** Units that wait to be paid for, of a product that nobody has bought for a known price yet. */
const UNPRICED = `toDecimal128(if(price_is_estimated AND price = 0, units, 0), 9)`

/** The order basis of order items; refunds, returns and advertising are derived with the transaction basis. */
export class OrderDerivation extends Derivation {
  /** ORD-1 to 3: sales, units, costs and expected fees. One statement, since every entry needs the whole item. */
  ordersFeed(): string[] {
    const { lacksPrices } = this.context.survey
    const priceKind = lacksPrices
      ? `if(price_is_estimated AND s.1 = 'productSales', 'ESTIMATE', 'AMOUNT')`
      : `'AMOUNT'`
    return [
      `
WITH entries AS (
  SELECT *, arrayJoin(arrayFilter(e -> e.4 != 0, arrayConcat(
    -- The amount as the buyer sees it, and the tax in it.
    arrayFlatten(arrayMap(s -> [
        (s.1, ${priceKind}, money, s.2, ${rate('0')}),
        (s.1, 'SALES_VAT', money, -${portion('s.2', 's.3')}, ${rate('s.3 / (1 - s.3)')})],
      [('productSales', price, goods_tax), ('shippingRevenue', shipping, shipping_tax), ('giftWrapRevenue', gift_wrap, gift_wrap_tax),
        ('productPromotions', -discount, goods_tax), ('shippingPromotions', -shipping_discount, shipping_tax)])),
    [('referralFees', 'ESTIMATE', money, -${portion('paid', 'referral_share')}, ${rate('referral_share')}),
      ('fbaFulfilmentFees', 'ESTIMATE', fulfilment_money, -fulfilment_fee * afn_units, ${rate('fulfilment_fee')}),
      ('closingFees', 'ESTIMATE', closing_money, -closing_fee * units, ${rate('closing_fee')}),
      -- Sales stand without VAT; what one unit is sold for does not.
      ('productSalesVat', 'SALES_VAT', money, ${portion('price', 'goods_tax')}, ${rate('goods_tax / (1 - goods_tax)')}),
      ('otherSalesVat', 'SALES_VAT', money, ${portion('shipping', 'shipping_tax')} + ${portion('gift_wrap', 'gift_wrap_tax')}
        - ${portion('discount', 'goods_tax')} - ${portion('shipping_discount', 'shipping_tax')}, ${rate('shipping_tax / (1 - shipping_tax)')}),
      ('unitsSold', 'COUNT', '', toDecimal128(units, 9), ${rate('0')}),
      ('unitsWithoutPrice', 'COUNT', '', ${UNPRICED}, ${rate('0')}),
      ('ordersWithDefaultFees', 'COUNT', '', toDecimal128(fee_is_default, 9), ${rate('0')})],
    arrayMap(c -> (c.1, cost_kind, cost_money, c.2 * units, ${rate('abs(c.2)')}), cost_entries)))) AS entry
  FROM (
    SELECT *, if(fulfillment_channel = 'AFN', units, 0) AS afn_units,
      ${COST_ENTRIES} AS cost_entries, if(has_cost, 'COST', 'COUNT') AS cost_kind, if(has_cost, toString(cost.3), '') AS cost_money
    FROM (${this.withFees(this.costed(this.withTax(this.rated(this.priced(), 'day'))))})
  )
)
${this.select(
  {
    basis: `'ORDER'`,
    feed: `'ORDER'`,
    settlement_id: `''`,
    line: 'entry.1',
    kind: 'entry.2',
    currency: 'entry.3',
    amount: 'toDecimal64(entry.4, 9)',
    // What a count says needs no rate.
    rate: `if(entry.2 = 'COUNT', toDecimal64(0, 9), entry.5)`,
  },
  'SELECT * FROM entries',
)}`,
    ]
  }

  /**
   * The rows that count for each order: of the newest state that any import holds, and of those that name their items
   * best; for each item of it then the import that says most, has the longest SKUs, which no spreadsheet cut, then by content. So the order of imports decides nothing,
   * and an order may be torn apart between files. Equal rows of one file are one item, unless the file numbers them; another file numbers
   * them otherwise.
   */
  standing(): string {
    return `
      SELECT * EXCEPT (item, item_naming, newest, naming, filled, named, content, standing, place) FROM (
        SELECT *, dense_rank() OVER (PARTITION BY account_id, order_id, item ORDER BY filled DESC, named DESC, content, import_id) AS place
        FROM (
          SELECT *, dense_rank() OVER (PARTITION BY account_id, order_id ORDER BY newest DESC, naming DESC) AS standing
          FROM (
            SELECT * EXCEPT (cell_count, cell_hash),
              max(ifNull(last_updated_at, toDateTime(0, 'UTC'))) OVER version AS newest, min(item_naming) OVER version AS naming,
              sum(cell_count) OVER item_of_version AS filled, sum(length(sku)) OVER item_of_version AS named, sum(cell_hash) OVER item_of_version AS content
            FROM (
              SELECT account_id, import_id, line_no, part, order_id, order_status, item_status, sales_channel, multichannel,
                purchased_day, last_updated_at, marketplace, sku, fulfillment_channel, currency, ifNull(quantity, 0) AS units,
                if(${HAS_ITEM_ID}, ${withoutZeros('order_item_id')}, ${withoutZeros('sku')}) AS item,
                multiIf(${HAS_ITEM_ID}, 2, sku != '' AND NOT ${IS_ROUNDED.sku.text}, 1, 0) AS item_naming,
                ${MOMENT} AS moment, ${LACKS_PRICE} AS price_is_estimated,
                ${money('item_price')} AS price, ${money('shipping_price')} AS shipping, ${money('gift_wrap_price')} AS gift_wrap,
                abs(${money('item_promotion_discount')}) AS discount, abs(${money('ship_promotion_discount')}) AS shipping_discount,
                ${statedShare('item_tax', 'item_price')} AS stated_goods_tax, ${statedShare('shipping_tax', 'shipping_price')} AS stated_shipping_tax,
                ${statedShare('gift_wrap_tax', 'gift_wrap_price')} AS stated_gift_wrap_tax,
                arrayCount(c -> c != '', ${CELLS}) AS cell_count, cityHash64(${CELLS}) AS cell_hash
              FROM order_items
              WHERE ${LIVE_FACTS.text} AND (${this.scope.where}) AND (isNotNull(purchased_at) OR isNotNull(purchased_day))
              ORDER BY line_no, part
              LIMIT 1 BY account_id, import_id, cell_hash
            )
            WINDOW version AS (PARTITION BY account_id, order_id, import_id), item_of_version AS (PARTITION BY account_id, order_id, import_id, item)
          )
        )
        WHERE standing = 1
      )
      WHERE place = 1`
  }

  /**
   * What orders count by themselves: each once in the whole and once for each of its products, once more where it has several
   * (`SHARED_ORDERS`), and prices and units of the items that count. An order is cancelled where all of it is.
   */
  orderMeasures(): string[] {
    const order = 'account_id, order_id, day, marketplace'
    const place = 'ORDER BY import_id, line_no, part'
    const counts = (level: Level, sku: string, of: 'order' | 'product', { isShared = false } = {}) => {
      const entry = (name: keyof typeof SHARED_ORDERS, isIt: string) =>
        `('${level}', ${sku}, '${isShared ? SHARED_ORDERS[name] : name}', toDecimal64(${isIt}, 9), '', ${isShared ? 'toString(order_id)' : `''`})`
      return `[${entry('orders', `${of}_counts`)}, ${entry('cancelledOrders', `NOT ${of}_counts`)}, ${entry('pendingOrders', `${of}_waits`)}]`
    }
    return [
      `
WITH stated AS (
  SELECT *, arrayJoin(arrayConcat(
    arrayFilter(c -> c.4 != 0, arrayConcat(if(nth_of_order = 1, ${counts('ACCOUNT', `''`, 'order')}, []), if(nth_of_product = 1, ${counts('PRODUCT', 'item_sku', 'product')}, []),
      if(nth_of_product = 1 AND has_others, ${counts('PRODUCT', 'item_sku', 'product', { isShared: true })}, []))),
    if(is_cancelled, [], [('ANY', item_sku, 'itemPrice', toDecimal64(price, 9), money, ''), ('ANY', item_sku, 'quantity', toDecimal64(units, 9), '', '')]),
    if(is_cancelled OR ${UNPRICED} = 0, [], [('ANY', item_sku, 'unpricedUnits', toDecimal64(${UNPRICED}, 9), '', '')]))) AS entry
  FROM (
    SELECT *, toString(sku) AS item_sku,
      min(sku) OVER (PARTITION BY ${order}) != max(sku) OVER (PARTITION BY ${order}) AS has_others,
      row_number() OVER (PARTITION BY ${order} ${place}) AS nth_of_order, row_number() OVER (PARTITION BY ${order}, sku ${place}) AS nth_of_product,
      max(NOT is_cancelled) OVER (PARTITION BY ${order}) AS order_counts, max(NOT is_cancelled) OVER (PARTITION BY ${order}, sku) AS product_counts,
      max(is_pending AND NOT is_cancelled) OVER (PARTITION BY ${order}) AS order_waits, max(is_pending AND NOT is_cancelled) OVER (PARTITION BY ${order}, sku) AS product_waits
    FROM (${this.priced(`SELECT * FROM (${this.standing()}) WHERE NOT (${IS_OF_ANOTHER_SHOP})`)})
  )
)
SELECT {companyId:String} AS company_id_, account_id AS account_id_, 'orders' AS fact_, entry.1 AS level_, day AS day_, marketplace AS marketplace_,
  entry.2 AS sku_, '' AS asin_, entry.3 AS measure_, entry.5 AS currency_, entry.4 AS amount_, 1 AS days_, entry.6 AS search_query_, import_id AS import_id_, line_no AS line_no_, part AS part_
FROM stated`,
    ]
  }

  private chosen(): string {
    return `SELECT * FROM (${this.standing()}) WHERE NOT (${IS_CANCELLED} OR ${IS_OF_ANOTHER_SHOP})`
  }

  /** Order items with their local day, currency and amounts as the buyer sees them. */
  private priced(rows = this.chosen()): string {
    const items = `SELECT c.*, ${effectiveMarketplace('c')} AS effective_marketplace FROM (${rows}) AS c`
    const withPrices = this.context.survey.lacksPrices
      ? `SELECT i.*, p.unit_price AS unit_price FROM (${items}) AS i
         ASOF LEFT JOIN (${this.knownPrices()}) AS p ON i.sku = p.priced_sku AND i.effective_marketplace = p.priced_marketplace AND i.moment >= p.priced_from`
      : `SELECT *, ${ZERO} AS unit_price FROM (${items})`
    return `
      SELECT account_id, import_id, line_no, part, order_id, marketplace, effective_marketplace, sku, fulfillment_channel, units, price_is_estimated,
        ${IS_CANCELLED} AS is_cancelled, startsWith(lower(order_status), 'pending') AS is_pending,
        if(isNotNull(purchased_day), assumeNotNull(purchased_day), ${localDay('moment', 'effective_marketplace', this.occurring())}) AS day,
        toString(if(currency != '', currency, ${CURRENCY_OF})) AS money, if(price_is_estimated, unit_price * units, k.price) AS price, shipping, gift_wrap,
        discount, shipping_discount, stated_goods_tax, stated_shipping_tax, stated_gift_wrap_tax
      FROM (${withPrices}) AS k`
  }

  /** Unit prices of products that are ordered without one, each from its moment on; the first holds for all time before. */
  private knownPrices(): string {
    const prices = `
      SELECT o.sku AS sku, ${effectiveMarketplace('o')} AS effective_marketplace, ${MOMENT} AS moment,
        argMax(toDecimal128(assumeNotNull(item_price), 9) / assumeNotNull(quantity), (ifNull(last_updated_at, toDateTime(0, 'UTC')), item_price)) AS price
      FROM order_items AS o
      WHERE ${LIVE_FACTS.text} AND sku != '' AND item_price > 0 AND quantity > 0 AND sku IN (SELECT sku FROM order_items WHERE ${LIVE_FACTS.text} AND ${LACKS_PRICE})
      GROUP BY sku, effective_marketplace, moment`
    return `
      SELECT sku AS priced_sku, effective_marketplace AS priced_marketplace, moment AS priced_from, price AS unit_price FROM (${prices})
      UNION ALL
      SELECT sku, effective_marketplace, toDateTime(0, 'UTC'), argMin(price, moment) FROM (${prices}) GROUP BY sku, effective_marketplace`
  }

  /** VAT-2: the share of tax in each amount, by the tax that the item states or else by the table, and in what is paid. */
  private withTax(items: string): string {
    const share = (stated: string, otherwise: string) =>
      `if(prices_include_tax, ifNull(${stated}, ${otherwise}), toDecimal128(0, 18))`
    return `
      SELECT *, ${share('stated_shipping_tax', 'goods_tax')} AS shipping_tax, ${share('stated_gift_wrap_tax', 'goods_tax')} AS gift_wrap_tax,
        greatest(price - discount + shipping - shipping_discount, ${ZERO}) AS paid,
        ${portion('(price - discount)', 'goods_tax')} + ${portion('(shipping - shipping_discount)', 'shipping_tax')} AS tax_paid,
        if(paid > 0, ${quotient('tax_paid', 'paid')}, toDecimal128(0, 18)) AS paid_tax
      FROM (
        SELECT *, ${share('stated_goods_tax', quotient('vat_rate', '(1 + vat_rate)'))} AS goods_tax
        FROM (SELECT *, effective_marketplace NOT IN (${withoutTax}) AS prices_include_tax FROM (${items}))
      )`
  }

  /** ORD-3, for each fee: the newest preview of the order day if it states it, else what the product was really charged before, else a default. */
  private withFees(items: string): string {
    const previews = `
      SELECT account_id, sku, toString(marketplace) AS effective_marketplace, snapshot_date AS day, toString(currency) AS preview_currency,
        if(${STATES_REFERRAL}, ${quotient('referral_fee', 'nullIf(price, 0)')}, NULL) AS preview_share,
        toDecimal128(fulfillment_fee, 9) AS preview_fulfilment, toDecimal128(closing_fee, 9) AS preview_closing
      FROM fee_estimates WHERE ${USABLE_PREVIEWS}
      ORDER BY ${PREVIEW_ORDER}, import_id DESC, line_no DESC
      LIMIT 1 BY account_id, sku, marketplace, snapshot_date`
    const { held } = this.context
    const [hasPreviews, hasCharges] = [held.has('fee_estimates'), held.has('settlement_lines')]
    const expected = (ofPreview: string, ofCharges: string, otherwise: string) => {
      const withoutPreview = hasCharges ? `if(has_effective, ${ofCharges}, ${otherwise})` : otherwise
      return hasPreviews ? `ifNull(${ofPreview}, ${withoutPreview})` : withoutPreview
    }
    const isDefault = (ofPreview: string) =>
      expected(`if(isNull(${ofPreview}), NULL, false)`, 'false', 'true')
    const moneyOf = (ofPreview: string) =>
      hasPreviews
        ? `if(isNotNull(${ofPreview}) AND preview_currency != '', preview_currency, money)`
        : 'money'
    return `
      SELECT *, ${moneyOf('preview_fulfilment')} AS fulfilment_money, ${moneyOf('preview_closing')} AS closing_money,
        ${isDefault('preview_share')} OR (fulfillment_channel = 'AFN' AND ${isDefault('preview_fulfilment')}) AS fee_is_default,
        ${expected('preview_share', CHARGED_SHARE, `toDecimal128('${DEFAULT_REFERRAL_SHARE}', 18)`)} AS referral_share,
        ${expected('preview_fulfilment', 'effective_fulfilment', ZERO)} AS fulfilment_fee,
        ${expected('preview_closing', 'effective_closing', ZERO)} AS closing_fee
      FROM (${items}) AS i
      ${hasPreviews ? `ASOF LEFT JOIN (${previews}) AS p USING (account_id, sku, effective_marketplace, day)` : ''}
      ${hasCharges ? `ANY LEFT JOIN (${this.effectiveFees()}) AS e USING (sku, effective_marketplace, day)` : ''}`
  }

  /**
   * What the ledger says of released sales of the products in question: the sums of a day count for each of the days after it. What
   * was sent for another shop was charged and not sold. The version that is being made is in no roll-up yet.
   */
  private effectiveFees(): string {
    const sums = {
      sold: ['unitsSold'],
      paid: ['productSales', 'shippingRevenue', 'productPromotions', 'shippingPromotions'],
      referral: ['referralFees'],
      fulfilment: ['fbaFulfilmentFees'],
      closing: ['closingFees'],
      // What came back took its tax along, which no sum tells apart.
      taxed: TAXED_LINES,
      vat: ['salesVat'],
    }
    const skus = `SELECT sku FROM order_items WHERE ${LIVE_FACTS.text} AND sku != '' AND (${this.scope.where})`
    const charged = (table: string, amount: string, where: string) => `
          SELECT sku, marketplace, line, day, ${amount} AS amount FROM ${table}
          WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND line IN (${quoted(Object.values(sums).flat())})
            AND day BETWEEN {firstOrderDay:Date} - ${EFFECTIVE_DAYS + 1} AND {lastOrderDay:Date} + 1 AND ${where}`
    const ofOtherShops = `SELECT order_id FROM settlement_lines WHERE ${LIVE_FACTS.text} AND multichannel AND order_id != ''`
    return `
      SELECT sku, toString(marketplace) AS effective_marketplace, sold_on + arrayJoin(range(1, ${EFFECTIVE_DAYS + 1})) AS day, true AS has_effective,
        ${quotient('-sum(referral)', 'sum(paid)')} AS effective_share,
        if(sum(taxed) > 0, greatest(${quotient('-sum(vat)', 'sum(taxed)')}, toDecimal128(0, 18)), toDecimal128(1, 18)) AS effective_tax,
        -sum(fulfilment) / toInt64(sum(sold)) AS effective_fulfilment, -sum(closing) / toInt64(sum(sold)) AS effective_closing
      FROM (
        SELECT sku, marketplace, day AS sold_on,
          ${Object.entries(sums)
            .map(([name, lines]) => `sumIf(amount, line IN (${quoted(lines)})) AS ${name}`)
            .join(',\n          ')}
        FROM (${[
          charged('ledger_by_day_sku', 'toDecimal128(amount, 9)', PUBLISHED.text),
          charged('ledger', 'toDecimal128(amount, 9) * n', 'version = {version:UInt64}'),
          charged('ledger', '-toDecimal128(amount, 9) * n', `${WITH_OWN} AND order_id IN (${ofOtherShops})`),
        ].join(' UNION ALL ')})
        WHERE sku IN (${skus})
        GROUP BY sku, marketplace, sold_on
      )
      GROUP BY sku, effective_marketplace, day
      HAVING sum(sold) >= ${EFFECTIVE_UNITS_MIN} AND sum(paid) > 0`
  }
}

/** What an `OrderDerivation` must know of the order items of its scope. */
export interface OrderSurvey {
  items: string
  marketplaces: string[]
  lacksPrices: boolean
  /** Some item is of an import that did not come with the change. */
  hasOthers: boolean
  firstOrderDay: string
  lastOrderDay: string
}

export const ORDER_SURVEY = `
  SELECT count() AS items, groupUniqArrayIf(toString(marketplace), marketplace != '') AS marketplaces, toBool(max(${LACKS_PRICE})) AS lacksPrices,
    toBool(max(import_id NOT IN {came:Array(UInt64)})) AS hasOthers,
    toString(ifNull(min(${DAY_ABOUT}), toDate(0))) AS firstOrderDay, toString(ifNull(max(${DAY_ABOUT}), toDate(0))) AS lastOrderDay
  FROM order_items WHERE company_id = {companyId:String} AND problem = ''`

const CHANGED = `company_id = {companyId:String} AND problem = '' AND import_id IN {changed:Array(UInt64)}`
const CHANGED_POSTINGS = `FROM settlement_lines WHERE ${CHANGED}`

/** Orders whose rows may be different, by the table of which the imports `changed` hold rows. */
const TOUCHED_BY: Partial<Record<FactTable, string[]>> = {
  order_items: [
    CHANGED,
    // An order without a price takes that of other orders.
    `${LIVE_FACTS.text} AND ${LACKS_PRICE}`,
  ],
  fee_estimates: [`${LIVE_FACTS.text} AND sku IN (SELECT sku FROM fee_estimates WHERE ${CHANGED})`],
  // Fees that no preview states are those of the settlements of the days before.
  settlement_lines: [
    `${LIVE_FACTS.text} AND sku IN (SELECT sku ${CHANGED_POSTINGS} AND sku != '')
      AND ${DAY_ABOUT} BETWEEN (SELECT toDate(min(posted_at)) - 1 ${CHANGED_POSTINGS}) AND (SELECT toDate(max(posted_at)) + ${EFFECTIVE_DAYS + 2} ${CHANGED_POSTINGS})
      AND (account_id, sku, marketplace) NOT IN (
        SELECT account_id, sku, marketplace FROM fee_estimates WHERE ${USABLE_PREVIEWS} GROUP BY account_id, sku, marketplace
        HAVING min(snapshot_date) < (SELECT toDate(min(posted_at)) - 1 ${CHANGED_POSTINGS}) AND min(${STATES_REFERRAL} AND isNotNull(fulfillment_fee) AND isNotNull(closing_fee)))`,
  ],
}

/** The scope, as SQL on `order_id`, of what a change of these tables may make different; undefined where that is nothing. */
export function ordersTouched(by: ReadonlySet<FactTable> | 'ALL'): string | undefined {
  if (by === 'ALL') return '1'
  const conditions = [...by].flatMap((table) => TOUCHED_BY[table] ?? [])
  if (conditions.length === 0) return undefined
  return conditions
    .map((where) => `order_id IN (SELECT order_id FROM order_items WHERE ${where})`)
    .join('\n  OR ')
}
