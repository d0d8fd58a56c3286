/**
 * Small sellers at random: settlements that share orders, refunds before and after their sales, equal rows, costs, returns,
 * in four shops of three currencies and, now and then, in two accounts.
 */
import fc from 'fast-check'
import { cents, centsText, other, refund, sale, type Entry, type Settlement } from './settlement-file.ts'

/** One file of a seller as rows that may stand in any order and in any number of files. */
export interface FactRows {
  vat_rates: object[]
  product_costs: object[]
  returns: object[]
  ads_daily: AdsDay[]
  settlement_lines: ToldLine[]
  order_items: OrderItem[]
  fee_estimates: object[]
  expenses: object[]
}

/** A row of `ads_daily`. */
export interface AdsDay {
  date: string
  ad_type: string
  marketplace: string
  campaign_id: string
  currency: string
  cost: string
}

/** A row of `settlement_lines`; all of them are principals of shipments. */
export interface ToldLine {
  order_id: string
  status: string
  posted_at: string
  marketplace: string
  sku: string
  amount: string
  currency: string
}

/** A row of `order_items`; prices are with tax. */
export interface OrderItem {
  order_id: string
  order_item_id?: string
  purchased_at: string
  order_status: string
  marketplace: string
  currency: string
  sku: string
  quantity: number
  item_price: string
  item_tax?: string
  shipping_price?: string
  gift_wrap_price?: string
  item_promotion_discount?: string
  ship_promotion_discount?: string
}

/** Whose files they are: as one who uploads them says it. */
export interface Seller {
  account: string
  marketplace: string
}
/** The facts are Europe's. */
export const EUROPE: Seller = { account: 'Shop', marketplace: 'DE' }
const AMERICA: Seller = { account: 'Overseas', marketplace: 'US' }

export interface RandomLedger {
  settlements: { settlement: Settlement; seller: Seller; layouts: ('V2' | 'WIDE')[] }[]
  facts: FactRows
}

/** The range in which everything happens. Fees carry tax, and a VAT rate changes, in its middle. */
export const RANDOM_RANGE = { from: '2024-07-01', to: '2024-09-30' } as const
const DAYS = [
  '2024-07-05',
  '2024-07-28',
  '2024-07-31',
  '2024-08-01',
  '2024-08-10',
  '2024-08-18',
  '2024-09-01',
  '2024-09-22',
]
const HOURS = ['00:30:00', '12:00:00', '22:30:00']
export const SKUS = ['SKU-A', 'SKU-B', 'GRÖSSE "1"']

/** Shops by their codes, with what settlements call them. */
export const SHOPS = {
  DE: { name: 'Amazon.de', currency: 'EUR', timeZone: 'Europe/Berlin' },
  FR: { name: 'Amazon.fr', currency: 'EUR', timeZone: 'Europe/Paris' },
  GB: { name: 'Amazon.co.uk', currency: 'GBP', timeZone: 'Europe/London' },
  US: { name: 'Amazon.com', currency: 'USD', timeZone: 'America/Los_Angeles' },
} as const
export type Shop = keyof typeof SHOPS
export const SHOP_CODES = Object.keys(SHOPS) as Shop[]

/** Orders that all settlements of a seller share; each is sold in one shop. */
const ORDERS = [
  { order: '302-1', marketplace: 'Amazon.de' },
  { order: '302-2', marketplace: 'Amazon.de' },
  { order: '302-3', marketplace: 'Amazon.fr' },
  { order: '302-4', marketplace: 'Amazon.co.uk' },
]

const moment = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...HOURS))
  .map(([day, hour]) => `${day} ${hour}`)
const price = fc
  .integer({ min: 1, max: 99_999 })
  .map((units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`)
const minus = (amount: string) => `-${amount}`
const item = fc.record({ shop: fc.constantFrom(...ORDERS), sku: fc.constantFrom(...SKUS), at: moment })

const saleEntries = fc
  .record({
    item,
    units: fc.integer({ min: 1, max: 3 }),
    channel: fc.constantFrom('AFN', 'MFN'),
    principal: price,
    fee: price,
    tax: fc.option(price),
    withheld: fc.boolean(),
    shipping: fc.option(price),
    rebate: fc.option(price),
    /** Gift wrap, and what is taken of it all besides. */
    wrap: fc.option(price, { freq: 2 }),
  })
  .map(({ item: { shop, ...what }, units, channel, principal, fee, tax, withheld, shipping, rebate, wrap }) =>
    sale({
      ...shop,
      ...what,
      units,
      channel,
      amounts: {
        'ItemPrice Principal': principal,
        'ItemFees Commission': minus(fee),
        ...(tax !== null && { 'ItemPrice Tax': tax }),
        ...(tax !== null &&
          withheld && { 'ItemWithheldTax MarketplaceFacilitatorVAT-Principal': minus(tax) }),
        ...(shipping !== null && {
          'ItemPrice Shipping': shipping,
          'ItemFees FBAPerUnitFulfillmentFee': minus(shipping),
        }),
        ...(rebate !== null && { 'Promotion Principal': minus(rebate) }),
        ...(wrap !== null && {
          'ItemPrice GiftWrap': wrap,
          'Promotion Shipping': minus(wrap),
          'ItemFees VariableClosingFee': minus(wrap),
          'ItemFees DigitalServicesFee': minus(wrap),
        }),
      },
    }),
  )

const refundEntries = fc
  .record({ item, principal: price, fee: price, kept: fc.option(price) })
  .map(({ item: { shop, ...what }, principal, fee, kept }) =>
    refund({
      ...shop,
      ...what,
      amounts: {
        'ItemPrice Principal': minus(principal),
        'ItemFees Commission': fee,
        ...(kept !== null && { 'ItemFees RefundCommission': minus(kept) }),
      },
    }),
  )

const otherEntries = fc
  .tuple(
    fc.constantFrom(
      'Storage Fee',
      'FBALongTermStorageFee',
      'FBAInboundTransportationFee',
      'DisposalComplete',
      'FBACustomerReturnPerUnitFee',
      'CouponRedemptionFee',
      'Subscription Fee',
      'WAREHOUSE_DAMAGE',
      'Current Reserve Amount',
      'Nobody knows',
    ),
    price,
    moment,
    fc.boolean(),
  )
  .map(([description, amount, at, negative]) => [other(description, negative ? minus(amount) : amount, at)])

/** What every second settlement has, each by itself. */
const charges = fc
  .tuple(
    ...['Storage Fee', 'CouponRedemptionFee', 'Nobody knows this either'].map((description) =>
      fc
        .option(fc.tuple(price, moment), { freq: 2 })
        .map((drawn): Entry[] => (drawn ? [other(description, minus(drawn[0]), drawn[1])] : [])),
    ),
  )
  .map((all) => all.flat())

/** A transaction, sometimes twice: then its rows are equal and both are real. */
const transaction = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: saleEntries },
      { weight: 3, arbitrary: refundEntries },
      { weight: 3, arbitrary: otherEntries },
    ),
    fc.constantFrom(1, 1, 1, 2),
  )
  .map(([entries, times]): Entry[] => Array.from({ length: times }, () => entries).flat())

const settlements = fc
  .array(
    fc.record({
      transactions: fc.array(transaction, { minLength: 2, maxLength: 8 }),
      charges,
      currency: fc.constantFrom('EUR', 'GBP', 'USD', 'USD'),
      layouts: fc.constantFrom<('V2' | 'WIDE')[]>(['V2'], ['V2'], ['WIDE'], ['V2', 'WIDE']),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((drawn) =>
    drawn.map(({ transactions, charges: charged, ...one }, index) => {
      // Facts are those of the first one's account.
      const currency = index === 0 ? 'EUR' : one.currency
      const entries = [...transactions.flat(), ...charged]
      return {
        layouts: one.layouts,
        seller: currency === 'USD' ? AMERICA : EUROPE,
        settlement: {
          id: `9000000000${index}`,
          // A settlement states days that do not depend on how rows are spread over files.
          start: '2024-07-05',
          end: '2024-09-22',
          currency,
          entries: currency === 'USD' ? entries.map(inAmerica) : entries,
        },
      }
    }),
  )

/** All of it is sold in one shop, under orders of its own. */
const inAmerica = (entry: Entry): Entry =>
  entry.order === undefined
    ? entry
    : { ...entry, marketplace: SHOPS.US.name, order: entry.order.replace('302-', '112-') }

const day = fc.constantFrom(...DAYS)
const unique = <T extends object>(values: fc.Arbitrary<T>, ...keys: (keyof T)[]) =>
  fc.uniqueArray(values, {
    minLength: 1,
    maxLength: 4,
    selector: (value) => JSON.stringify(keys.map((key) => value[key])),
  })
/** A part of an amount, to the cent. */
const percentOf = (amount: string, percent: number) => centsText((cents(amount) * BigInt(percent)) / 100n)
const inShop = fc.constantFrom<Shop>('DE', 'FR', 'GB')

const uniqueBy = <T>(values: T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]

/** Periods of one key may not overlap, so that it does not matter which is read last. */
const facts: fc.Arbitrary<FactRows> = fc.record({
  vat_rates: fc.constantFrom<object[]>(
    [],
    [
      { marketplace: 'DE', rate: '0.19', valid_from: '2020-01-01', valid_to: '2024-08-09' },
      { marketplace: 'DE', rate: '0.07', valid_from: '2024-08-10' },
    ],
    [{ marketplace: 'FR', sku: 'SKU-A', rate: '0.055', valid_from: '2024-08-01' }],
  ),
  product_costs: unique(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      marketplace: fc.constantFrom('', 'DE'),
      valid_from: fc.constantFrom('2024-01-01', '2024-08-01'),
      currency: fc.constantFrom('EUR', 'USD'),
      manufacturing: price,
      freight: price,
      duty: price,
      other: price,
      fbm_shipping: price,
    }),
    'sku',
    'marketplace',
    'valid_from',
  ),
  returns: fc.array(
    fc.record({
      return_date: day,
      order_id: fc.constantFrom(...ORDERS.map(({ order }) => order)),
      sku: fc.constantFrom(...SKUS),
      quantity: fc.integer({ min: 1, max: 2 }),
      disposition: fc.constantFrom('SELLABLE', 'DEFECTIVE'),
    }),
    { maxLength: 2 },
  ),
  ads_daily: unique(
    fc
      .record({
        date: day,
        ad_type: fc.constantFrom('SP', 'SB'),
        marketplace: inShop,
        campaign_id: fc.constantFrom('1', '2'),
        cost: price,
      })
      .map((row) => ({ ...row, currency: SHOPS[row.marketplace].currency })),
    'date',
    'ad_type',
    'marketplace',
    'campaign_id',
  ),
  settlement_lines: unique(
    fc
      .record({
        line_id: fc.constantFrom('L-1', 'L-2', 'L-3', 'L-4'),
        order: fc.constantFrom('302-1', '302-3', '302-9'),
        status: fc.constantFrom('RELEASED', 'DEFERRED', 'DEFERRED_RELEASED'),
        at: moment,
        sku: fc.constantFrom(...SKUS),
        quantity: fc.integer({ min: 1, max: 2 }),
        amount: price,
      })
      .map(({ order, at, ...row }) => ({
        ...row,
        order_id: order,
        posted_at: at,
        transaction_type: 'Shipment',
        marketplace: order === '302-3' ? 'FR' : 'DE',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        currency: 'EUR',
      })),
    'line_id',
  ),
  // Of a few days each, so that their rows can be listed.
  expenses: unique(
    fc.record({
      name: fc.constantFrom('Rent', 'Photos', 'Fair', 'Software'),
      category: fc.constantFrom('', 'Rooms', 'Marketing'),
      brand_name: fc.constantFrom('', 'Harbour', 'Nobody'),
      marketplace: fc.constantFrom('', '', 'DE', 'FR', 'GB'),
      currency: fc.constantFrom('EUR', 'GBP', 'USD'),
      frequency: fc.constantFrom('ONE_TIME', 'DAILY', 'WEEKDAYS', 'MONTHLY'),
      start_date: fc.constantFrom('2024-07-30', '2024-08-29'),
      end_date: fc.constantFrom('2024-08-31', '2024-09-02'),
      amount: price,
    }),
    'name',
  ),
  // What a report says of an order's state it says of each of its items.
  order_items: fc
    .uniqueArray(
      fc.record({
        order: fc.constantFrom<[id: string, shop: Shop]>(
          ['302-1', 'DE'],
          ['302-2', 'DE'],
          ['302-3', 'FR'],
          ['302-4', 'GB'],
          ['302-8', 'FR'],
        ),
        state: fc.record({
          purchased_at: moment,
          last_updated_at: moment,
          order_status: fc.constantFrom('Shipped', 'Shipped', 'Pending', 'Canceled'),
          fulfillment_channel: fc.constantFrom('AFN', 'MFN'),
        }),
        items: unique(
          fc
            .record({
              order_item_id: fc.constantFrom('1', '2'),
              sku: fc.constantFrom(...SKUS),
              quantity: fc.integer({ min: 1, max: 2 }),
              item_price: price,
              taxed: fc.option(fc.integer({ min: 1, max: 40 })),
              rebate: fc.option(fc.integer({ min: 1, max: 100 })),
              shipping: fc.option(price),
            })
            .map(({ taxed, rebate, shipping, ...row }) => ({
              ...row,
              ...(taxed !== null && { item_tax: percentOf(row.item_price, taxed) }),
              ...(rebate !== null && { item_promotion_discount: percentOf(row.item_price, rebate) }),
              ...(shipping !== null && {
                shipping_price: shipping,
                gift_wrap_price: percentOf(shipping, 50),
                ship_promotion_discount: percentOf(shipping, rebate ?? 10),
              }),
            })),
          'order_item_id',
        ),
        areItemsNamed: fc.boolean(),
      }),
      { minLength: 2, maxLength: 4, selector: ({ order: [id] }) => id },
    )
    .map((orders) =>
      orders.flatMap(({ order: [id, shop], state, items, areItemsNamed }) =>
        // Without a name of their own, items are told apart by their product.
        (areItemsNamed ? items : uniqueBy(items, ({ sku }) => sku)).map(({ order_item_id, ...item }) => ({
          ...state,
          ...item,
          ...(areItemsNamed && { order_item_id }),
          order_id: id,
          marketplace: shop,
          currency: SHOPS[shop].currency,
        })),
      ),
    ),
  fee_estimates: unique(
    fc
      .record({
        sku: fc.constantFrom(...SKUS),
        marketplace: inShop,
        snapshot_date: fc.constantFrom('2024-07-01', '2024-08-01'),
        price: fc.constantFrom('20.00', '50.00'),
        referral_fee: fc.constantFrom('3.00', '7.25'),
        fulfillment_fee: price,
        closing_fee: fc.constantFrom('', '1.15'),
      })
      .map((row) => ({ ...row, currency: SHOPS[row.marketplace].currency })),
    'sku',
    'marketplace',
    'snapshot_date',
  ),
})

export const randomLedger: fc.Arbitrary<RandomLedger> = fc.record({ settlements, facts })
