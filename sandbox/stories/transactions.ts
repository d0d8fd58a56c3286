/** Money as the Finances API lists it (2024-06-19), also what no settlement has yet. */
import { addDays, addMonths, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { dayOf } from '../demo-window.ts'
import { NON_RETAIL } from '../markets.ts'
import { amountText } from '../money.ts'
import type { MoneyRow } from '../money-row.ts'
import { random } from '../random.ts'
import { DAYS_TO_SETTLE, type Deferral, type MarketDays, type Posting } from './market-days.ts'
import { eachDay } from './story.ts'

interface Transaction {
  transactionId: string
  transactionStatus: 'DEFERRED' | 'RELEASED' | 'DEFERRED_RELEASED'
  postedDate: string
}

/** Groups and names of breakdowns by what a settlement calls an amount; others keep the settlement's name. */
const GROUPS: Readonly<Record<string, string>> = {
  ItemPrice: 'ProductCharges',
  ItemFees: 'AmazonFees',
  'Shipment-Fees': 'AmazonFees',
  Promotion: 'PromotionalRebates',
  ItemWithheldTax: 'TaxWithheld',
}
const NAMES: Readonly<Record<string, string>> = {
  'ItemPrice/Principal': 'OurPricePrincipal',
  'ItemPrice/Goodwill': 'GoodwillPrincipal',
  'ItemPrice/GiftWrap': 'GiftwrapPrincipal',
  'ItemPrice/GiftWrapTax': 'GiftwrapTax',
  'Promotion/Principal': 'OurPriceDiscount',
  'Promotion/Shipping': 'ShippingDiscount',
}

/** Posted from `after` on and before `before`, and by `now`; the newest last. */
export function transactionsOf(
  days: MarketDays,
  sellingPartnerId: string,
  { after, before, now }: { after: number; before: number; now: number },
): Transaction[] {
  const { market, context } = days
  const { amazonId, region } = marketplaceOf(market.code)!
  const isPosted = (moment: number) => moment >= after && moment < before && moment <= now
  const from = addDays(dayOf(after), -DAYS_TO_SETTLE)
  const sold = [...eachDay(from, dayOf(before))]
    .flatMap((day) => days.postings(day))
    .flatMap((posting) => (posting.deferral ? held(posting, posting.deferral) : [plain(posting)]))
  const goods = new Map(market.goods.map((good) => [good.sku, good]))
  const months: IsoDate[] = []
  for (
    let month = addMonths(startOfMonth(dayOf(after)), -1);
    month <= dayOf(before);
    month = addMonths(month, 1)
  )
    months.push(month)
  const charges = months
    .flatMap((month) => days.charges(month))
    .map((row) => plain({ settlesAt: row.postedAt, rows: [row] }))
  return [...sold, ...charges]
    .filter(({ at }) => isPosted(at))
    .sort((a, b) => a.at - b.at)
    .map(({ transaction }) => transaction())

  interface Posted {
    at: number
    transaction: () => Transaction
  }

  function plain(posting: Posting): Posted {
    const at = posting.rows[0]!.postedAt
    return { at, transaction: () => whole(posting, { at, id: idOf(posting, 'posted'), status: 'RELEASED' }) }
  }

  /** Deferred at the shipment, told to be released from then on, and the same sale once more by what releases it. */
  function held(posting: Posting, { releasedAt, reason }: Deferral): Posted[] {
    const shippedAt = posting.rows[0]!.postedAt
    const [id, releaseId] = [idOf(posting, 'posted'), idOf(posting, 'released')]
    const contexts = [
      { contextType: 'DeferredContext', deferralReason: reason, maturityDate: momentText(releasedAt) },
    ]
    return [
      {
        at: shippedAt,
        transaction: () =>
          whole(
            posting,
            { at: shippedAt, id, status: releasedAt <= now ? 'DEFERRED_RELEASED' : 'DEFERRED' },
            releasedAt <= now ? [related('RELEASE_TRANSACTION_ID', releaseId)] : [],
            contexts,
          ),
      },
      {
        at: releasedAt,
        transaction: () =>
          whole(
            posting,
            { at: releasedAt, id: releaseId, status: 'RELEASED' },
            [related('DEFERRED_TRANSACTION_ID', id)],
            contexts,
          ),
      },
    ]
  }

  function idOf({ rows, settlesAt }: Posting, stage: string): string {
    const { orderId = '', adjustmentId = '', description, postedAt } = rows[0]!
    return random(
      context.seed,
      stage,
      market.code,
      orderId,
      adjustmentId,
      description,
      postedAt,
      settlesAt,
    ).letters(43)
  }

  function whole(
    { rows, refund }: Posting,
    { at, id, status }: { at: number; id: string; status: Transaction['transactionStatus'] },
    identifiers: readonly object[] = [],
    contexts: readonly object[] = [],
  ) {
    const { transactionType, orderId, shipmentId, adjustmentId, amountType, description, marketplaceName } =
      rows[0]!
    const isSale = transactionType === 'Order'
    return {
      sellingPartnerMetadata: {
        sellingPartnerId,
        accountType: 'Standard Orders',
        marketplaceId: amazonId,
      },
      transactionType: isSale
        ? 'Shipment'
        : refund
          ? 'Refund'
          : amountType === 'other-transaction'
            ? 'ServiceFee'
            : 'Adjustment',
      transactionId: id,
      transactionStatus: status,
      description: isSale ? 'Order Payment' : refund ? 'Refund Order' : description,
      postedDate: momentText(at),
      totalAmount: money(rows),
      marketplaceDetails:
        marketplaceName === market.nonAmazonChannel
          ? { marketplaceId: NON_RETAIL[region], marketplaceName }
          : { marketplaceId: amazonId, marketplaceName: market.salesChannel },
      relatedIdentifiers: [
        ...(orderId ? [related('ORDER_ID', orderId)] : []),
        ...(shipmentId ? [related('SHIPMENT_ID', shipmentId)] : []),
        ...(adjustmentId ? [related('REFUND_ID', adjustmentId)] : []),
        ...identifiers,
      ],
      items: grouped(
        rows.filter(({ itemCode }) => itemCode),
        ({ itemCode }) => itemCode!,
      ).map((item) => itemOf(item)),
      contexts,
      breakdowns: breakdownsOf(rows),
    }
  }

  function itemOf(rows: readonly MoneyRow[]) {
    const { itemCode, sku, fulfilment, quantity } = rows[0]!
    const good = goods.get(sku ?? '')
    return {
      description: good?.title ?? '',
      totalAmount: money(rows),
      relatedIdentifiers: [
        { itemRelatedIdentifierName: 'ORDER_ADJUSTMENT_ITEM_ID', itemRelatedIdentifierValue: itemCode },
      ],
      contexts: [
        {
          contextType: 'ProductContext',
          asin: good?.asin,
          sku,
          ...(quantity !== undefined && { quantityShipped: quantity }),
          fulfillmentNetwork: fulfilment,
        },
      ],
      breakdowns: breakdownsOf(rows),
    }
  }

  function breakdownsOf(rows: readonly MoneyRow[]) {
    return grouped(rows, ({ amountType }) => GROUPS[amountType] ?? amountType).map((group) => ({
      breakdownType: GROUPS[group[0]!.amountType] ?? group[0]!.amountType,
      breakdownAmount: money(group),
      breakdowns: grouped(group, (row) => nameOf(row)).map((named) => ({
        breakdownType: nameOf(named[0]!),
        breakdownAmount: money(named),
        breakdowns:
          GROUPS[named[0]!.amountType] === 'AmazonFees'
            ? [{ breakdownType: 'Base', breakdownAmount: money(named), breakdowns: [] }]
            : [],
      })),
    }))
  }

  function money(rows: readonly MoneyRow[]) {
    const sum = rows.reduce((all, { cents }) => all + cents, 0)
    return { currencyCode: market.currency, currencyAmount: Number(amountText(sum, market.currency)) }
  }
}

const nameOf = ({ amountType, description }: MoneyRow): string =>
  NAMES[`${amountType}/${description}`] ?? description

const momentText = (moment: number): string => new Date(moment).toISOString()

const related = (relatedIdentifierName: string, relatedIdentifierValue: string) => ({
  relatedIdentifierName,
  relatedIdentifierValue,
})

function grouped<T>(some: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of some) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}
