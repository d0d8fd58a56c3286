/** What no report of the demonstration holds comes as facts files, the product's own documented form. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import type { FactTable } from '#amazon/index.ts'
import type { AdvertisingDay } from './advertising.ts'
import { monthsOf, type DemoWindow } from './demo-window.ts'
import { fulfilmentFee, referralFee } from './fees.ts'
import { BRANDS, offeredFrom, priceOf } from './goods.ts'
import { MARKETS } from './markets.ts'
import { moneyText, share } from './money.ts'
import type { Refund } from './refunds.ts'

export type FactRow = Record<string, string | number | null>

const ROWS_PER_CHUNK = 400

/** One table as a facts file, a row per line, so that a refused row can be found. */
export async function* factsFile(table: FactTable, rows: readonly object[]): AsyncGenerator<string> {
  yield `{"${table}":[\n`
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    const chunk = rows.slice(from, from + ROWS_PER_CHUNK).map((row) => JSON.stringify(row))
    yield `${from === 0 ? '' : ',\n'}${chunk.join(',\n')}`
  }
  yield '\n]}\n'
}

export function returnRows(refunds: readonly Refund[]): FactRow[] {
  return refunds
    .flatMap(({ order, line, quantity, returned }) =>
      returned
        ? [
            {
              return_date: returned.day,
              order_id: order.id,
              sku: line.good.sku,
              asin: line.good.asin,
              fnsku: line.good.fnsku,
              marketplace: order.market.code,
              quantity,
              disposition: returned.disposition,
              reason: returned.reason,
              status: 'Unit returned to inventory',
              license_plate_number: returned.licensePlate,
            },
          ]
        : [],
    )
    .sort((a, b) => (a.return_date < b.return_date ? -1 : a.return_date > b.return_date ? 1 : 0))
}

/** In hundredths of a percent: what buyers take of the product itself whose ad they clicked. */
const SAME_PRODUCT_SHARE = 7600

export const advertisingRows = (days: readonly AdvertisingDay[]): FactRow[] =>
  days.map(({ day, adType, market, campaignId, sku, impressions, clicks, cost, sales, orders }) => ({
    date: day,
    ad_type: adType,
    marketplace: market.code,
    campaign_id: campaignId,
    ...(sku && { sku }),
    currency: market.currency,
    impressions,
    clicks,
    cost: moneyText(cost),
    sales_14d: moneyText(sales),
    purchases_14d: orders,
    units_14d: orders + Math.floor(orders / 8),
    ...(adType === 'SP'
      ? { sales_same_sku_7d: moneyText(share(sales, SAME_PRODUCT_SHARE)) }
      : {
          ntb_purchases_14d: Math.floor(orders * 0.6),
          ntb_sales_14d: moneyText(
            orders === 0 ? 0 : Math.round((sales * Math.floor(orders * 0.6)) / orders),
          ),
        }),
  }))

/** What Amazon's catalogue says of the goods of each marketplace. */
export const catalogueRows = ({ lastDay }: DemoWindow): FactRow[] =>
  MARKETS.flatMap((market) =>
    market.goods.map(({ asin, parentAsin, title, season, packed }) => ({
      snapshot_date: lastDay,
      marketplace: market.code,
      asin,
      ...(parentAsin !== asin && { parent_asin: parentAsin }),
      title,
      ...(BRANDS[season] && { brand: BRANDS[season] }),
      ...(packed && {
        package_length: packed[0],
        package_width: packed[1],
        package_height: packed[2],
        length_unit: 'centimeters',
        package_weight: packed[3],
        weight_unit: 'kilograms',
      }),
    })),
  )

/** A preview of the fees at the start of each quarter, without VAT as Amazon's fee preview is, and once when a good is new. */
export function feeEstimateRows(window: DemoWindow): FactRow[] {
  const quarterStarts = monthsOf(window).filter(
    (month, index) => index === 0 || ['01', '04', '07', '10'].includes(month.slice(5, 7)),
  )
  return MARKETS.flatMap((market) =>
    market.goods.flatMap((good) => {
      const from = offeredFrom(good, window)
      const days = new Set([from, window.secondYearFrom, ...quarterStarts])
      return [...days]
        .filter((day) => day >= from && day <= window.lastDay)
        .sort()
        .map((day) => {
          const price = priceOf(good, market, day, window)
          return {
            sku: good.sku,
            marketplace: market.code,
            snapshot_date: day,
            currency: market.currency,
            price: moneyText(price),
            referral_fee: moneyText(referralFee(price)),
            fulfillment_fee: moneyText(
              good.fulfilment === 'AFN' ? fulfilmentFee(good, market, day, window) : 0,
            ),
            closing_fee: moneyText(good.closingFee),
            ...(good.fulfilment === 'AFN' && {
              size_tier: market.code === 'US' ? 'Large standard-size' : 'Standard parcel',
            }),
          }
        })
    }),
  )
}

/** The few bills that a company of this size has beside Amazon's. */
export function expenseRows({ firstDay, lastDay, secondYearFrom }: DemoWindow): FactRow[] {
  const expense = (
    name: string,
    amount: string,
    category: string,
    frequency: string,
    start: IsoDate,
    { note = '', brand = 'ALL' } = {},
  ): FactRow => ({
    name,
    amount,
    currency: 'EUR',
    category,
    vendor: '',
    brand_name: brand,
    marketplace: 'ALL',
    start_date: start,
    end_date: null,
    frequency,
    note,
  })
  return [
    expense('Bookkeeping', '145.00', 'Professional services', 'MONTHLY', firstDay),
    expense('Office and small storage room', '190.00', 'Rent', 'MONTHLY', firstDay),
    expense('Software', '59.00', 'Software', 'MONTHLY', firstDay),
    expense('Product liability insurance', '460.00', 'Insurance', 'ANNUALLY', firstDay),
    expense('Packaging licence', '180.00', 'Fees and licences', 'ANNUALLY', firstDay),
    expense('Product photographs', '480.00', 'Marketing', 'ONE_TIME', addDays(secondYearFrom, 14), {
      note: 'Before the grill gloves were launched',
      brand: BRANDS.outdoor,
    }),
  ].filter((row) => String(row.start_date) <= lastDay)
}
