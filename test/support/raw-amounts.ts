/**
 * What a random ledger says by itself, amount by amount: its day, its shop and its product. Written for tests and without any
 * code of the product, so that both can be held against each other.
 */
import { EUROPE, SHOP_CODES, SHOPS, type RandomLedger, type Shop } from './random-ledger.ts'
import { cents, type Entry, type Settlement } from './settlement-file.ts'

/**
 * By what an amount can be told in a statement without working out any tax: what buyers paid and what of it was withheld,
 * rebates, refunded goods, and everything else that a settlement holds; spend by reports; and what was ordered, with its tax.
 */
export type RawKind = 'SALES' | 'REBATES' | 'REFUNDS' | 'OTHER' | 'ADS' | 'ORDERED'

export interface RawAmount {
  kind: RawKind
  day: string
  /** Empty where the amount names none. */
  marketplace: string
  sku: string
  currency: string
  /** In cents. */
  amount: bigint
}

/** All amounts that count, each once, however many files hold it. */
export function rawAmounts({ settlements, facts }: RandomLedger): RawAmount[] {
  const told = settlements.flatMap(({ settlement, seller }) =>
    settlement.entries.map((entry): RawAmount => {
      const shop = shopOf(entry)
      const place = shop ?? placeOf(settlement) ?? (seller.marketplace as Shop)
      return {
        kind: kindOf(entry),
        day: dayIn(place, entry.at),
        marketplace: shop ?? '',
        sku: entry.sku ?? '',
        currency: settlement.currency,
        amount: cents(entry.amount),
      }
    }),
  )
  // A file of Amazon goes before a fact of the same order.
  const shipped = new Set(
    settlements
      .filter(({ seller }) => seller === EUROPE)
      .flatMap(({ settlement }) => settlement.entries)
      .filter(({ type }) => type === 'Order')
      .map(({ order }) => order),
  )
  const lines = facts.settlement_lines
    .filter(({ order_id, status }) => status !== 'DEFERRED' && !shipped.has(order_id))
    .map((row): RawAmount => ({
      kind: 'SALES',
      day: dayIn(row.marketplace as Shop, row.posted_at),
      marketplace: row.marketplace,
      sku: row.sku,
      currency: row.currency,
      amount: cents(row.amount),
    }))
  const ads = facts.ads_daily.map(({ date, marketplace, currency, cost }): RawAmount => ({
    kind: 'ADS',
    day: date,
    marketplace,
    sku: '',
    currency,
    amount: -cents(cost),
  }))
  const ordered = facts.order_items
    .filter(({ order_status }) => order_status !== 'Canceled')
    .map((row): RawAmount => ({
      kind: 'ORDERED',
      day: dayIn(row.marketplace as Shop, row.purchased_at),
      marketplace: row.marketplace,
      sku: row.sku,
      currency: row.currency,
      amount:
        cents(row.item_price) +
        cents(row.shipping_price ?? '0') +
        cents(row.gift_wrap_price ?? '0') -
        cents(row.item_promotion_discount ?? '0') -
        cents(row.ship_promotion_discount ?? '0'),
    }))
  return [...told, ...lines, ...ads, ...ordered]
}

function kindOf({ type, amountType, description }: Entry): RawKind {
  if (type === 'Order' && (amountType === 'ItemPrice' || amountType === 'ItemWithheldTax')) return 'SALES'
  if (type === 'Order' && amountType === 'Promotion') return 'REBATES'
  if (type === 'Refund' && `${amountType} ${description}` === 'ItemPrice Principal') return 'REFUNDS'
  return 'OTHER'
}

const shopOf = ({ marketplace }: Entry): Shop | undefined =>
  SHOP_CODES.find((code) => SHOPS[code].name === marketplace)

/** The one shop of a settlement's currency that has rows in it: what names none has its days. */
function placeOf({ currency, entries }: Settlement): Shop | undefined {
  const shops = new Set(entries.map(shopOf).filter((shop) => shop && SHOPS[shop].currency === currency))
  return shops.size === 1 ? [...shops][0] : undefined
}

/** The local day of a moment in UTC. */
const dayIn = (shop: Shop, moment: string): string =>
  FORMATS[shop].format(new Date(`${moment.replace(' ', 'T')}Z`))
const FORMATS = Object.fromEntries(
  SHOP_CODES.map((code) => [code, new Intl.DateTimeFormat('en-CA', { timeZone: SHOPS[code].timeZone })]),
) as Record<Shop, Intl.DateTimeFormat>
