import { MARKETPLACES } from '#contract/marketplaces.ts'
import { activeRows, OF_REPORTS, OF_TRANSACTIONS } from './active-rows.ts'
import { RETURN_KEY, WHOLE_SKU_FIRST } from './damaged-codes.ts'
import { OPEN_END, type DeriveContext, type FactScope } from './derive-context.ts'
import { LEDGER_COLUMNS } from '#server/ledger/journal.ts'
import { isFeeLine } from './mapping.ts'
import { OF_ONE_DAY } from './measures-journal.ts'
import { currencyOf, homeMarketplace, localDay, PURCHASED_DAY, quoted } from './local-days.ts'
import { IS_PAID } from './paid-deferrals.ts'
import { placedInMonth, placedMarketplace } from './places.ts'
import { LOST } from './row-identity.ts'
import { supersededParams } from '#server/ledger/settlements/settlement-sources.ts'
import { POSTED_FEES } from './settled-fees.ts'
import { COST_ENTRIES, COSTS_BY_SKU, costOn, withCosts } from './unit-costs.ts'
import { countingAds } from './counting-ads.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/** FEEVAT-2: Amazon adds local VAT to fees in these countries since this day. */
const FEE_VAT_MARKETPLACES = ['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'BE', 'PL', 'SE', 'IE']
const FEE_VAT_SINCE = '2024-08-01'
export const FEE_VAT_COUNTRIES = ['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'BE', 'SE']

/** Orders of other shops are no sales on Amazon. */
export const IS_OF_ANOTHER_SHOP = `(multichannel OR startsWith(lower(sales_channel), 'non-amazon'))`

/** Rows that are the same in the transaction and in the order basis. */
const BOTH_BASES = `arrayJoin(['TRANSACTION', 'ORDER'])`

/**
 * REF-1: lines that the order basis takes from settlements, on the day they were posted and whatever their status: what
 * came back with refunds, and marketing that belongs to no order.
 */
export const SETTLED_ORDER_LINES = [
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

export const withoutTax = quoted(MARKETPLACES.filter((m) => !m.priceIncludesTax).map((m) => m.code))

export const CURRENCY_OF = currencyOf('effective_marketplace', 'USD')

/**
 * The line that a row has in the order basis; empty where it has none. ORD-2: tax that stands beside an amount is no part of it.
 * UNIT-1: released fees that are of no order stand in lines that the statement does not have.
 */
const ORDER_LINE = `multiIf(
  tax_role IN ('TAX', 'DISCOUNT_TAX'), '',
  mapped_line IN (${quoted(SETTLED_ORDER_LINES)}), toString(mapped_line),
  status != 'DEFERRED', transform(toString(mapped_line), [${quoted(Object.keys(POSTED_FEES))}], [${quoted(Object.values(POSTED_FEES))}], ''),
  '')`
/** An entry for each side, which is its basis and line; where nothing else is said it has the row's currency and no rate. */
const entriesWhere = (
  condition: string,
  {
    sides,
    kind,
    amount,
    currency = 'toString(money)',
    rate = 'toDecimal64(0, 9)',
  }: Record<'sides' | 'kind' | 'amount', string> & Partial<Record<'currency' | 'rate', string>>,
) =>
  `if(${condition}, arrayMap(side -> (side.1, side.2, '${kind}', ${currency}, toDecimal128(${amount}, 9), ${rate}), ${sides}), [])`

/** Basis and line of a row in the order basis, if it has a place there. */
const inOrders = (line = 'order_line') => `if(order_line != '', [('ORDER', toString(${line}))], [])`

const isMovedToMemo = `(tax_role IN ('TAX', 'DISCOUNT_TAX') AND (effective_marketplace IN (${withoutTax}) OR withheld))`

/** What some row of an item says of all of it. */
const ITEM_MARKS = {
  // Some kinds of files write 0.00 where others write nothing, of the same sale.
  has_tax: `tax_role IN ('TAX', 'DISCOUNT_TAX') AND amount != 0`,
  withheld: `tax_role = 'WITHHELD'`,
  has_goods_rebate: `mapped_line = 'productPromotions' AND tax_role = 'BASE'`,
  has_shipping_rebate: `mapped_line = 'shippingPromotions' AND tax_role = 'BASE'`,
}

/** Sale-like rows look at the original shipment for their rates (VAT-4, FEEVAT-3). */
const LOOKS_BACK = `canonical_type IN ('Refund', 'Chargeback', 'GuaranteeClaim')`

/** What comes back without a line of tax, of a sale whose tax Amazon kept: the seller owed none, and owes no less. */
const TAX_WAS_KEPT = `${LOOKS_BACK} AND original_withheld AND NOT has_tax`

/** What `mapped` gives and something of the derivation asks for. */
const MAPPED_COLUMNS = `account_id, import_id, line_no, part, source, settlement_id, status, order_id, shipment_id, multichannel, sku, quantity, amount,
  tax_amount, fulfillment_channel, triple, lost, marketplace, nth, mapped_line, canonical_type, counts, tax_role, is_fee, unmapped, effective_marketplace,
  day, money, item_key`

/** SQL of the places that the company gives a name of an amount, the earliest first; none where a rule knows it. */
const OWN_PLACES = `if(unmapped, arrayFilter(
          own -> own.1 = transaction_type AND own.2 = amount_type AND own.3 = amount_description,
          arrayZip({ownTypes:Array(String)}, {ownAmountTypes:Array(String)}, {ownDescriptions:Array(String)}, {ownFrom:Array(Date)}, {ownLines:Array(String)}, {ownFees:Array(UInt8)})), [])`

const sliced = (where: string): string => `SELECT ${MAPPED_COLUMNS} FROM mapped_lines
  WHERE company_id = {companyId:String} AND version = {version:UInt64} AND slice = {slice:UInt32} AND ${where}`

/** SQL on what the file calls a line, whatever kind of report it is. */
export const IS_NO_SHIPMENT = `lower(transaction_type) NOT IN ('order', 'shipment')`

/** Orders of lines of a scope that may look back. */
export const ordersLookedBackAt = (where: string): string => `SELECT order_id FROM settlement_lines
  WHERE ${LIVE_FACTS.text} AND order_id != '' AND (${where}) AND ${IS_NO_SHIPMENT}`

/**
 * From facts to ledger rows, set by set, in SQL. Each statement is a SELECT of the ledger's columns without count and
 * version; what is done with its rows (added at once, or compared with what stands) is decided by the journal.
 */
export class Derivation {
  readonly params: Record<string, unknown>
  protected readonly scope: FactScope
  protected readonly context: DeriveContext
  readonly #slice: number | undefined

  /** Of `mapped_lines`, if it reads settlement lines from there. */
  get slice(): number | undefined {
    return this.#slice
  }

  /** Its scope. */
  get where(): string {
    return this.scope.where
  }

  /** With a slice of `mapped_lines`, settlement lines are read from there; `slicing` is what fills it. */
  constructor(scope: FactScope, context: DeriveContext, slice?: number) {
    this.scope = scope
    this.context = context
    this.#slice = slice
    const { accounts, places, lineMappings, vatPeriods, feeVatPeriods, superseded } = context
    this.params = {
      ...scope.params,
      live: context.live,
      ...context.moments,
      ...(slice !== undefined && { slice }),
      accountIds: accounts.map((a) => a.id),
      homes: accounts.map((a) => a.homeMarketplace),
      ...places,
      ownTypes: lineMappings.map((own) => own.transactionType),
      ownAmountTypes: lineMappings.map((own) => own.amountType),
      ownDescriptions: lineMappings.map((own) => own.amountDescription),
      ownFrom: lineMappings.map((own) => own.validFrom),
      ownLines: lineMappings.map((own) => own.line),
      ownFees: lineMappings.map((own) => Number(isFeeLine(own.line))),
      ratedMarketplaces: [...new Set(vatPeriods.filter((p) => p.sku === '').map((p) => p.marketplace))],
      vatMarketplaces: vatPeriods.map((p) => p.marketplace),
      vatSkus: vatPeriods.map((p) => p.sku),
      vatRates: vatPeriods.map((p) => p.rate),
      vatFrom: vatPeriods.map((p) => p.validFrom),
      vatTo: vatPeriods.map((p) => p.validTo || OPEN_END),
      feeVatRates: feeVatPeriods.map((p) => p.rate),
      feeVatFrom: feeVatPeriods.map((p) => p.validFrom),
      feeVatTo: feeVatPeriods.map((p) => p.validTo || OPEN_END),
      ...supersededParams(superseded),
    }
  }

  /**
   * Both bases, from settlement lines. One statement: a row is chosen, mapped and looked up once and then becomes its
   * entries, which costs the engine far less than a statement for each kind of entry.
   */
  settlementFeed(): string[] {
    const { survey } = this.context
    const { hasVat, reportsTax, hasUnits, hasFees } = survey
    const hasSalesVat = hasVat || reportsTax
    const hasFeeVat = hasFees && this.context.feeVatPeriods.length > 0
    const entries = [
      this.amounts(),
      ...(hasSalesVat ? [this.salesVat()] : []),
      ...(hasUnits ? [this.counts(), this.costs()] : []),
      ...(hasFeeVat ? [this.feeVat()] : []),
    ]
    // What an expression names several times is a column of a query of its own: the engine's planner works through an
    // alias anew wherever it stands.
    const first = [
      `${ORDER_LINE} AS order_line`,
      `${this.givesWay()} AS gives_way`,
      ...(hasUnits ? [`${DERIVED_UNITS} AS derived_units`] : []),
      ...(hasFeeVat ? [`${FEE_DAY} AS fee_day`] : []),
    ]
    const second = [
      `${this.counting()} AS is_counting`,
      ...(hasUnits ? [`${REFUNDED_UNITS} AS refunded_units`] : []),
      ...(hasFeeVat ? [`${FEE_RATE} AS fee_rate`] : []),
    ]
    const third = [...(hasUnits ? [`${UNIT} AS unit`] : []), ...(hasFeeVat ? [`${FEE_VAT} AS fee_vat`] : [])]
    let rows = this.withOriginals(`SELECT * FROM (${this.taxed()}) WHERE amount != 0 OR counts != ''`)
    if (hasSalesVat) rows = this.rated(rows, `if(${LOOKS_BACK} AND original_known, shipped_day, day)`)
    if (hasUnits) rows = this.costed(rows, `if(counts = 'SOLD', u.sku, '')`)
    return [
      `
WITH entries AS (
  SELECT *, arrayJoin(arrayConcat(${entries.join(',\n    ')})) AS entry
  FROM (${[first, second, third].reduce((from, columns) => `SELECT ${['*', ...columns].join(',\n      ')} FROM (${from})`, rows)})
)
${this.select(
  {
    basis: 'entry.1',
    line: 'entry.2',
    kind: 'entry.3',
    currency: 'entry.4',
    amount: 'toDecimal64(entry.5, 9)',
    rate: 'entry.6',
    unmapped: `entry.3 = 'AMOUNT' AND unmapped`,
  },
  'SELECT * FROM entries',
)}`,
    ]
  }

  protected occurring(): string[] {
    const homes = this.context.accounts.map((account) => account.homeMarketplace)
    return [...new Set([...this.context.survey.marketplaces, ...homes])]
  }

  /** Active rows with their line, local day and currency. */
  private mapped(where = this.scope.where): string {
    // Which of several equal deferrals a row is.
    const nth = this.context.survey.hasDeferred
      ? `row_number() OVER (PARTITION BY l.account_id, l.order_id, l.shipment_id, l.sku, l.quantity, l.triple, l.status ORDER BY l.posted_at, l.amount, l.line_no)`
      : '0'
    const hasOwn = this.context.lineMappings.length > 0
    const line = hasOwn
      ? `arrayLast(own -> own.4 <= day, m.own) AS own_place, if(own_place.5 != '', own_place.5, toString(m.line)) AS mapped_line,
        if(own_place.5 != '', own_place.6 = 1, m.is_fee) AS is_fee, m.unmapped AND own_place.5 = '' AS unmapped`
      : 'm.line AS mapped_line, m.is_fee AS is_fee, m.unmapped AS unmapped'
    return `
      SELECT l.* EXCEPT (marketplace), ${placedMarketplace('l')} AS marketplace, ${nth} AS nth, m.canonical_type AS canonical_type, m.counts AS counts, m.tax_role AS tax_role,
        ${line},
        if(marketplace != '', marketplace, ${homeMarketplace('l')}) AS effective_marketplace,
        ifNull(l.posted_day, ${localDay('l.posted_at', 'effective_marketplace', this.occurring())}) AS day,
        multiIf(l.currency != '', l.currency, s.settlement_currency != '', s.settlement_currency, ${CURRENCY_OF}) AS money,
        cityHash64(l.account_id, m.canonical_type, l.order_id, if(l.order_item_id != '', l.order_item_id, l.sku), l.posted_at) AS item_key
      FROM (${activeRows(where, this.context)}) AS l
      INNER JOIN (
        SELECT triple AS named_triple, line, canonical_type, counts, tax_role, is_fee, unmapped${hasOwn ? `, ${OWN_PLACES} AS own` : ''}
        FROM ledger_mapping FINAL WHERE company_id = {companyId:String}
      ) AS m ON l.triple = m.named_triple
      ANY LEFT JOIN (
        SELECT account_id AS stated_account, settlement_id AS stated_id, max(currency) AS settlement_currency FROM settlements
        WHERE ${LIVE_FACTS.text}
        GROUP BY account_id, settlement_id
      ) AS s ON l.account_id = s.stated_account AND l.settlement_id = s.stated_id`
  }

  /** Statements that fill the slice: the lines of the scope, and those of the orders that they look back at. */
  slicing(): string[] {
    const { looksBack, overlapping, hasDeferred } = this.context.survey
    const { where } = this.scope
    const original = `order_id != '' AND order_id IN (${ordersLookedBackAt(where)})`
    const insert = (of: string, isInScope: string, isLookedBackAt: string) =>
      `INSERT INTO mapped_lines (company_id, version, slice, is_in_scope, is_looked_back_at, ${MAPPED_COLUMNS})
SELECT {companyId:String}, {version:UInt64}, {slice:UInt32}, ${isInScope}, ${isLookedBackAt}, ${MAPPED_COLUMNS}
FROM (${this.mapped(of)})`
    if (!looksBack) return [insert(where, 'true', 'false')]
    // Where rows are chosen or numbered, it is among those of the scope, and apart from them among the originals.
    if (overlapping || hasDeferred) return [insert(where, 'true', 'false'), insert(original, 'false', 'true')]
    return [insert(`(${where}) OR (${original})`, `(${where})`, `(${original})`)]
  }

  private lines(): string {
    return this.#slice === undefined ? this.mapped() : sliced('is_in_scope')
  }

  /** Mapped rows that know whether their item's tax is reported, withheld, or neither. */
  private taxed(): string {
    if (!this.context.survey.reportsTax)
      return `SELECT *, false AS has_tax, false AS withheld, false AS rebate_is_for_goods FROM (${this.lines()})`
    const item = `(order_id != '' OR bitAnd(lost, ${LOST.order_id}) != 0) AND effective_marketplace NOT IN (${withoutTax})`
    // Rows that a choice is made among are few at a time and in memory already: marking them by their item spares the
    // engine the planning of a second choice, which takes it longer than running it.
    if (this.context.survey.overlapping) {
      const marks = Object.entries(ITEM_MARKS).map(
        ([name, mark]) => `max(is_item AND ${mark}) OVER (PARTITION BY item_key) AS ${name}`,
      )
      return `SELECT *, (has_tax OR withheld) AND has_goods_rebate AND NOT has_shipping_rebate AS rebate_is_for_goods FROM (SELECT *, ${marks.join(', ')} FROM (SELECT *, ${item} AS is_item FROM (${this.lines()})))`
    }
    const marks = Object.entries(ITEM_MARKS).map(([name, mark]) => `max(${mark}) AS ${name}`)
    return `
      SELECT r.*, i.has_tax AS has_tax, i.withheld AS withheld, i.has_goods_rebate AND NOT i.has_shipping_rebate AS rebate_is_for_goods
      FROM (${this.lines()}) AS r
      ANY LEFT JOIN (
        SELECT item_key AS item, ${marks.join(', ')}
        FROM (${this.lines()})
        WHERE ${item}
        GROUP BY item_key
        HAVING has_tax OR withheld
      ) AS i ON r.item_key = i.item`
  }

  /**
   * First shipment of an order's product: its day, where it was sold, what a unit was charged, whether Amazon kept its tax, whether
   * any of it is released, and whether it was sold in another shop.
   */
  private originals(orders?: string): string {
    const rows =
      this.#slice !== undefined && orders === undefined
        ? sliced('is_looked_back_at')
        : this.mapped(`order_id != '' AND order_id IN (${orders ?? ordersLookedBackAt(this.scope.where)})`)
    return `
      SELECT order_id AS original_order_id, sku AS original_sku, min(day) AS shipped_day, any(marketplace) AS shipped_marketplace,
        sumIf(toDecimal128(amount, 9), mapped_line = 'productSales' AND tax_role = 'BASE') AS original_principal,
        sumIf(ifNull(quantity, 0), counts = 'SOLD') AS original_units,
        max(${ITEM_MARKS.withheld}) AS original_withheld, max(status != 'DEFERRED') AS original_released, max(multichannel) AS of_another_shop
      FROM (${rows})
      WHERE canonical_type = 'Shipment'
      GROUP BY order_id, sku`
  }

  private withOriginals(rows: string): string {
    if (!this.context.survey.looksBack) {
      return `SELECT *, toDate(0) AS shipped_day, toDecimal128(0, 9) AS original_principal, 0 AS original_units, false AS original_withheld, false AS original_known FROM (${rows})`
    }
    return `SELECT t.*, o.shipped_day AS shipped_day, o.original_principal AS original_principal, o.original_units AS original_units, o.original_withheld AS original_withheld, o.original_order_id != '' AS original_known
      FROM (${rows}) AS t
      ANY LEFT JOIN (SELECT * FROM (${this.originals()}) WHERE NOT of_another_shop) AS o ON t.order_id = o.original_order_id AND t.sku = o.original_sku`
  }

  protected select(columns: Partial<Record<(typeof LEDGER_COLUMNS)[number], string>>, from: string): string {
    const defaults: Record<string, string> = {
      company_id: '{companyId:String}',
      basis: `'TRANSACTION'`,
      feed: `if(${OF_REPORTS}, 'SETTLEMENT', 'FACTS')`,
      fx_day: 'day',
      currency: 'money',
      rate: 'toDecimal64(0, 9)',
      unmapped: 'false',
    }
    // Inner names carry a prefix so that an alias never hides the column it is made from.
    return `SELECT ${LEDGER_COLUMNS.map((column) => `${columns[column] ?? defaults[column] ?? column} AS ${column}_`).join(', ')}\nFROM (${from})`
  }

  /** The money of the file itself, one entry each; these alone add up to the settlement. */
  private amounts(): string {
    const line = `multiIf(status = 'DEFERRED', 'deferredNetProceeds', ${isMovedToMemo}, 'memoFacilitatorTax',
      tax_role = 'DISCOUNT_TAX' AND rebate_is_for_goods, 'productPromotions', toString(mapped_line))`
    return entriesWhere(`amount != 0 AND NOT gives_way`, {
      sides: `arrayConcat([('TRANSACTION', ${line})], ${inOrders()})`,
      kind: 'AMOUNT',
      amount: 'amount',
    })
  }

  /** What is derived from a row counts in the transaction basis when the row is released, in the order basis at once. */
  private counting(): string {
    if (!this.context.survey.hasDeferred) return '1'
    return `(status != 'DEFERRED' OR order_line != '' AND NOT gives_way)`
  }

  private inTransactions(line: string): string {
    const side = `[('TRANSACTION', toString(${line}))]`
    return this.context.survey.hasDeferred ? `if(status != 'DEFERRED', ${side}, [])` : side
  }

  /** A deferred row and its release are the same sale; as many are over as were released. Transactions know their own. */
  private givesWay(): string {
    const { hasDeferred, hasDeferredReports } = this.context.survey
    if (!hasDeferred) return 'false'
    const sale = 'account_id, order_id, shipment_id, sku, ifNull(quantity, 0) AS units, triple'
    const isReleased = `(account_id, order_id, shipment_id, sku, ifNull(quantity, 0), triple, nth) IN (
      SELECT account_id, order_id, shipment_id, sku, units, triple, arrayJoin(range(1, sum(times) + 1)) FROM (
        SELECT ${sale}, max(held) AS times FROM (
          SELECT account_id, order_id, shipment_id, sku, quantity, triple, line_id, row_hash, import_id, count() AS held FROM settlement_lines
          WHERE ${LIVE_FACTS.text} AND status != 'DEFERRED' AND order_id != '' AND NOT ${OF_TRANSACTIONS}
          GROUP BY account_id, order_id, shipment_id, sku, quantity, triple, line_id, row_hash, import_id)
        GROUP BY account_id, order_id, shipment_id, sku, units, triple, line_id, row_hash)
      GROUP BY account_id, order_id, shipment_id, sku, units, triple)`
    const isOver = hasDeferredReports ? `if(${OF_REPORTS}, ${IS_PAID}, ${isReleased})` : isReleased
    return `status = 'DEFERRED' AND ${isOver}`
  }

  /** Rows with the cost of their day of the SKU that `key` names. */
  protected costed(rows: string, key?: string): string {
    return withCosts(rows, { key, hasCosts: this.context.held.has('product_costs') })
  }

  /** Rows with the VAT rate of a day, the product's own before the marketplace's. */
  protected rated(rows: string, rateDay: string): string {
    const hasOwn = this.context.vatPeriods.some(({ sku }) => sku !== '')
    const own = `
    ANY LEFT JOIN (
      SELECT p.1 AS own_marketplace, p.2 AS own_sku, groupArray((p.3, p.4, p.5)) AS own_periods
      FROM (SELECT arrayJoin(${VAT_PERIODS}) AS p) WHERE p.2 != '' GROUP BY own_marketplace, own_sku
    ) AS own ON w.effective_marketplace = own.own_marketplace AND w.sku = own.own_sku`
    // Marketplaces are few, so that their periods are found without a join.
    const standard = `arrayMap(m -> arrayMap(p -> (p.3, p.4, p.5), arrayFilter(p -> p.1 = m AND p.2 = '', ${VAT_PERIODS})), {ratedMarketplaces:Array(String)})[indexOf({ratedMarketplaces:Array(String)}, w.effective_marketplace)]`
    return `
  SELECT v.*, arrayFirst(p -> p.2 <= rate_day AND p.3 >= rate_day, periods).1 AS vat_rate
  FROM (
    SELECT w.*, ${rateDay} AS rate_day, ${hasOwn ? `arrayConcat(own.own_periods, ${standard})` : standard} AS periods
    FROM (${rows}) AS w${hasOwn ? own : ''}
  ) AS v`
  }

  /** VAT-1 and VAT-4: the tax inside the sales lines, with the opposite sign. */
  private salesVat(): string {
    return entriesWhere(
      `tax_role IN ('BASE', 'TAX', 'DISCOUNT_TAX') AND effective_marketplace NOT IN (${withoutTax}) AND is_counting
        AND amount != 0 AND NOT withheld AND NOT (${TAX_WAS_KEPT}) AND (tax_role != 'BASE' OR NOT has_tax AND vat_rate > 0)`,
      {
        sides: `arrayConcat(${this.inTransactions(`'salesVat'`)}, ${inOrders()})`,
        kind: 'SALES_VAT',
        amount: `-if(tax_role = 'BASE', ${vatIn('amount', 'vat_rate')}, toDecimal128(amount, 9))`,
        rate: `if(tax_role = 'BASE', vat_rate, toDecimal64(0, 9))`,
      },
    )
  }

  /** FEEVAT-1 to 3: recoverable tax leaves the fee and stands in the memo. */
  private feeVat(): string {
    return entriesWhere('fee_vat != 0', {
      sides: `arrayConcat(${this.inTransactions('mapped_line')}, ${this.inTransactions(`'memoFeeVat'`)}, ${inOrders()})`,
      kind: 'FEE_VAT',
      amount: `if(side.2 = 'memoFeeVat', fee_vat, -fee_vat)`,
      rate: 'fee_rate',
    })
  }

  /** Units sold and refunded. */
  private counts(): string {
    return entriesWhere(`unit.2 != 0`, {
      sides: `arrayConcat(${this.inTransactions('unit.1')}, ${inOrders('unit.1')})`,
      kind: 'COUNT',
      currency: `''`,
      amount: 'unit.2',
    })
  }

  /** COGS-1 and COGS-2, with own shipping of orders that the seller sent. */
  private costs(): string {
    return `if(${COUNTS_UNITS} AND status != 'DEFERRED' AND counts = 'SOLD' AND ifNull(quantity, 0) != 0,
      arrayMap(c -> ('TRANSACTION', c.1, if(has_cost, 'COST', 'COUNT'), if(has_cost, cost.3, ''),
        toDecimal128(c.2, 9) * ifNull(quantity, 0), toDecimal64(abs(c.2), 9)), ${COST_ENTRIES}), [])`
  }

  private returnedOrders(): string {
    return `SELECT order_id FROM returns WHERE ${LIVE_FACTS.text} AND (${this.scope.where})`
  }

  /** Units that came back, with the shipment that they came back from. What another shop sold was no sale on Amazon. */
  private returned(condition: string): string {
    const orders = this.returnedOrders()
    return `
    SELECT r.*, o.original_order_id != '' AS original_known, o.original_released AS original_released, o.shipped_day AS shipped_day,
      p.ordered_day AS ordered_day,
      multiIf(original_known, toString(o.shipped_marketplace), isNotNull(ordered_day), p.ordered_marketplace, toString(r.own_marketplace)) AS cost_marketplace,
      multiIf(r.own_marketplace != '', toString(r.own_marketplace), original_known, toString(o.shipped_marketplace), p.ordered_marketplace) AS marketplace
    FROM (
      SELECT account_id, import_id, line_no, part, return_date AS day, order_id, sku, returns.marketplace AS own_marketplace,
        assumeNotNull(quantity) AS units, upper(disposition) = 'SELLABLE' AS is_sellable
      FROM (
        SELECT *, ${RETURN_KEY} AS same, row_number() OVER (PARTITION BY import_id, same ORDER BY line_no) AS ordinal FROM returns
        WHERE ${LIVE_FACTS.text} AND quantity > 0 AND ${condition} AND (${this.scope.where})
          AND order_id NOT IN (SELECT order_id FROM order_items WHERE ${LIVE_FACTS.text} AND ${IS_OF_ANOTHER_SHOP} AND order_id IN (${orders}))
      ) AS returns
      ORDER BY ${WHOLE_SKU_FIRST}, import_id
      LIMIT 1 BY same, ordinal
    ) AS r
    ANY LEFT JOIN (${this.originals(orders)}) AS o ON r.order_id = o.original_order_id AND r.sku = o.original_sku
    ANY LEFT JOIN (
      SELECT order_id AS ordered_id, sku AS ordered_sku, toNullable(min(assumeNotNull(${PURCHASED_DAY}))) AS ordered_day,
        max(toString(marketplace)) AS ordered_marketplace
      FROM order_items WHERE ${LIVE_FACTS.text} AND order_id != '' AND order_id IN (${orders})
      GROUP BY order_id, sku
    ) AS p ON r.order_id = p.ordered_id AND r.sku = p.ordered_sku
    WHERE NOT o.of_another_shop`
  }

  /** What came back, on the day it did. */
  returnMeasures(): string[] {
    return [
      `
SELECT {companyId:String} AS company_id_, account_id AS account_id_, 'returns' AS fact_, 'ANY' AS level_, day AS day_, marketplace AS marketplace_,
  sku AS sku_, '' AS asin_, entry.1 AS measure_, '' AS currency_, toDecimal64(entry.2, 9) AS amount_, ${OF_ONE_DAY}, import_id AS import_id_, line_no AS line_no_, part AS part_
FROM (
  SELECT *, arrayJoin([('units', units), ('sellableUnits', if(is_sellable, units, 0))]) AS entry FROM (${this.returned('1')})
)`,
    ]
  }

  /**
   * COGS-3: a unit that came back sellable gives back what it cost when and where it was sold, so that both cancel. By transactions
   * that is the day of its shipment, and nothing before its sale is released; by orders the day of its order.
   */
  returnsFeed(): string[] {
    if (!this.context.held.has('product_costs')) return []
    return [
      `
WITH back AS (
  SELECT r.*, arrayJoin(arrayConcat(
      if(r.original_known AND NOT r.original_released, [], [('TRANSACTION', if(r.original_known, r.shipped_day, r.day))]),
      [('ORDER', multiIf(isNotNull(r.ordered_day), assumeNotNull(r.ordered_day), r.original_known, r.shipped_day, r.day))])) AS side, side.2 AS cost_day,
    ${costOn('c.costs', 'cost_day', 'cost_marketplace')}[1] AS cost, c.cost_sku != '' AND notEmpty(${costOn('c.costs', 'cost_day', 'cost_marketplace')}) AS has_cost
  FROM (${this.returned(`upper(disposition) = 'SELLABLE'`)}) AS r
  ANY LEFT JOIN (${COSTS_BY_SKU}) AS c ON r.sku = c.cost_sku
)
${this.select(
  {
    basis: 'side.1',
    feed: `'RETURN'`,
    line: `'cogsReturned'`,
    kind: `'COST'`,
    currency: 'cost.3',
    fx_day: 'cost_day',
    settlement_id: `''`,
    rate: 'cost.4 + cost.5 + cost.6 + cost.7',
    amount: 'toDecimal64(toDecimal128(cost.4 + cost.5 + cost.6 + cost.7, 9) * units, 9)',
  },
  'SELECT * FROM back WHERE has_cost',
)}`,
    ]
  }

  /** ADS-2: spend on its day, a cost. */
  adsFeed(): string[] {
    return [
      this.select(
        {
          basis: BOTH_BASES,
          feed: `'ADS'`,
          day: 'date',
          fx_day: 'date',
          line: `multiIf(upper(ad_type) = 'SB', 'advertisingSb', upper(ad_type) = 'SD', 'advertisingSd', 'advertisingSp')`,
          kind: `'AMOUNT'`,
          amount: '-cost',
          currency: 'currency',
          order_id: `''`,
          settlement_id: `''`,
        },
        `SELECT a.* EXCEPT (marketplace), ${placedInMonth('a', 'a.date')} AS marketplace FROM (
           SELECT * FROM ads_daily
           WHERE ${LIVE_FACTS.text} AND cost != 0 AND (import_id, line_no, part) IN (${countingAds(LIVE_FACTS.text)})
         ) AS a`,
      ),
    ]
  }
}

const FEE_DAY = `if(mapped_line = 'referralFeesRefunded' AND original_known, shipped_day, day)`
const FEE_RATE = `arrayFirst(p -> p.2 <= fee_day AND p.3 >= fee_day, arrayZip(arrayMap(x -> toDecimal64(x, 9), {feeVatRates:Array(String)}), {feeVatFrom:Array(Date)}, {feeVatTo:Array(Date)})).1`

const COUNTS_UNITS = `counts != '' AND NOT multichannel`

/**
 * r / (1 + r) of an amount, exact to the ninth digit, half away from zero; both are Decimal(18, 9). In whole numbers of
 * 10⁻⁹, because division of wide decimals takes twice as long.
 */
const vatIn = (amount: string, rate: string) => {
  const a = `toInt128(reinterpretAsInt64(toDecimal64(${amount}, 9)))`
  const r = `toInt128(reinterpretAsInt64(toDecimal64(${rate}, 9)))`
  return `toDecimal128(intDiv(2 * ${a} * ${r} + sign(${amount}) * (1000000000 + ${r}), 2 * (1000000000 + ${r})), 0) * toDecimal128('0.000000001', 9)`
}

const FEE_VAT = `if(is_fee AND is_counting AND effective_marketplace IN (${quoted(FEE_VAT_MARKETPLACES)}) AND fee_day >= '${FEE_VAT_SINCE}',
  if(isNotNull(tax_amount), sign(amount) * abs(toDecimal128(assumeNotNull(tax_amount), 9)), ${vatIn('amount', 'fee_rate')}), toDecimal128(0, 9))`

/** A refund without a quantity takes it from the price of the sale, if that comes out whole. */
const DERIVED_UNITS = `if(original_units > 0 AND original_principal > 0, abs(toFloat64(amount)) / (toFloat64(original_principal) / original_units), 0)`
const REFUNDED_UNITS = `multiIf(isNotNull(quantity), abs(assumeNotNull(quantity)),
  derived_units >= 0.999999 AND abs(derived_units - round(derived_units)) < 0.000001, toInt32(round(derived_units)), -1)`
const UNIT = `multiIf(NOT (${COUNTS_UNITS} AND is_counting), ('', 0), counts = 'SOLD', ('unitsSold', toInt32(ifNull(quantity, 0))),
  refunded_units >= 0, ('unitsRefunded', refunded_units), ('refundsWithoutQuantity', 1))`

/** (marketplace, SKU, rate, from, to) of each period, as an array. */
const VAT_PERIODS = `arrayZip({vatMarketplaces:Array(String)}, {vatSkus:Array(String)}, arrayMap(x -> toDecimal64(x, 9), {vatRates:Array(String)}), {vatFrom:Array(Date)}, {vatTo:Array(Date)})`
