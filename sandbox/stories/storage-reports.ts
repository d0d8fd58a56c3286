/** Reports of what storage costs by product: the weights by which the bills of an account, which name none, are shared. */
import { addDays, addMonths, startOfMonth, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { hasSurcharge } from '../account-charges.ts'
import { fulfilmentFee } from '../fees.ts'
import { amountText } from '../money.ts'
import type { ReportAnswer } from '../seller.ts'
import { answer, type StockQuestion } from './stock-reports.ts'

/** Amazon makes them in the month after. */
const MADE_AFTER_DAYS = 8
/** In thousandths of what sending a unit costs. */
const STORAGE_OF_UNIT = 40
const SURCHARGE_OF_UNIT = 9
const AGED_DAYS = 180

/** The middle of the months of a range of which the report is there. */
function middles({ start, end }: DateRange, day: IsoDate): IsoDate[] {
  const found: IsoDate[] = []
  for (let month = startOfMonth(start); month <= end; month = addMonths(month, 1))
    if (month >= start && addDays(addMonths(month, 1), MADE_AFTER_DAYS - 1) <= day)
      found.push(addDays(month, 14))
  return found
}

export function storageFees(places: readonly StockQuestion[], range: DateRange): ReportAnswer {
  const rows = places.flatMap(({ days: { market, context }, warehouse, day }) =>
    middles(range, day).flatMap((middle) =>
      warehouse.stock(middle).flatMap(({ good, available, unsellable }) => {
        const units = available + unsellable
        if (units === 0) return []
        const fee = (units * fulfilmentFee(good, market, middle, context.window) * STORAGE_OF_UNIT) / 1000
        return {
          asin: good.asin,
          fnsku: good.fnsku,
          product_name: good.title,
          fulfillment_center: `${market.code}1`,
          country_code: market.code,
          average_quantity_on_hand: units,
          month_of_charge: middle.slice(0, 7),
          currency: market.currency,
          estimated_monthly_storage_fee: amountText(Math.ceil(fee), market.currency),
        }
      }),
    ),
  )
  return answer(rows, places[0]!.question)
}

/** For correct data Amazon wants to be asked for each month by itself: of several the last alone is told. */
export function agedFees(places: readonly StockQuestion[], range: DateRange): ReportAnswer {
  const rows = places.flatMap(({ days: { market, context }, warehouse, day }) =>
    middles(range, day)
      .slice(-1)
      .filter((middle) => hasSurcharge(startOfMonth(middle), context.window))
      .flatMap((middle) =>
        warehouse.stock(middle).flatMap((one) => {
          const units = one.ages().reduce((sum, age) => (age.days > AGED_DAYS ? sum + age.units : sum), 0)
          if (units === 0) return []
          const fee =
            (units * fulfilmentFee(one.good, market, middle, context.window) * SURCHARGE_OF_UNIT) / 1000
          return {
            'snapshot-date': middle,
            sku: one.good.sku,
            fnsku: one.good.fnsku,
            asin: one.good.asin,
            'product-name': one.good.title,
            condition: 'NEW',
            'qty-charged': units,
            'amount-charged': amountText(Math.ceil(fee), market.currency),
            currency: market.currency,
            country: market.code,
            'surcharge-age-tier': '181-365 days',
          }
        }),
      ),
  )
  return answer(rows, places[0]!.question)
}
