import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { checkValue, marketplaceIn } from './facts-file.ts'
import { jsonObject, plainText } from './json-object.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { readingOf } from '../facts.ts'

type Json = Record<string, unknown>
type PromotionTable = 'promotions' | 'coupons'

const reportType = (
  table: PromotionTable,
  id: RegExp,
  words: Pick<RecordReportType, 'label' | 'guide'>,
): RecordReportType => ({
  kind: 'records',
  id: table,
  ...words,
  source: 'NONE',
  isOfMarketplace: true,
  lists: { [table]: table },
  recognise: ({ text }) => /^\s*\{/.test(text) && text.includes(`"${table}"`) && id.test(text),
  read: (input) => factsIn(table, input),
})

/** Deals and price discounts (GET_PROMOTION_PERFORMANCE_REPORT), with their products. */
export const promotions = reportType('promotions', /"promotionId"\s*:/, {
  label: 'Promotion performance report (JSON)',
  guide: {
    gives: 'Views, units and sales of deals and price discounts by product, over the days of each.',
    where: 'The API: GET_PROMOTION_PERFORMANCE_REPORT',
  },
})

/** Coupons (GET_COUPON_PERFORMANCE_REPORT), each over its products. */
export const coupons = reportType('coupons', /"couponId"\s*:/, {
  label: 'Coupon performance report (JSON)',
  guide: {
    gives: 'Clips, redemptions, budget and sales of coupons, over the days of each.',
    where: 'The API: GET_COUPON_PERFORMANCE_REPORT',
  },
})

async function* factsIn(table: PromotionTable, input: RecordInput): AsyncGenerator<FactRecord> {
  const factsOf = table === 'promotions' ? promotionFacts : couponFacts
  for await (const { key, index, text, problem } of jsonParts(input.text())) {
    if (key !== table && !problem) continue
    try {
      if (problem) throw new RefusedRecord(problem)
      if (index === null) throw new RefusedRecord(`${table}: a list is expected`)
      for (const [part, values] of factsOf(jsonObject(text), input.options.marketplace).entries())
        yield { table, lineNumber: index, part, values }
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(index ?? 1, error.message, text, table)
    }
  }
}

type Values = Record<string, string | null>

/** A deal has so many products at most. */
const PRODUCTS_MAX = 10_000

function promotionFacts(promotion: Json, asked: string | undefined): Values[] {
  const common = emptyRow('promotions')
  const own = read('promotions', promotion, {
    promotion_id: 'promotionId',
    name: 'promotionName',
    type: 'type',
    status: 'status',
    start_at: 'startDateTime',
    end_at: 'endDateTime',
  })
  Object.assign(common, own, { marketplace: marketplaceOf(promotion, asked) })
  if (!common['promotion_id']) throw new RefusedRecord('promotionId: missing')
  const products = Array.isArray(promotion['includedProducts'])
    ? (promotion['includedProducts'] as Json[])
    : []
  if (products.length > PRODUCTS_MAX) throw new RefusedRecord(`includedProducts: more than ${PRODUCTS_MAX}`)
  if (products.length === 0)
    return [
      {
        ...common,
        ...read('promotions', promotion, {
          glance_views: 'glanceViews',
          units_sold: 'unitsSold',
          currency: 'revenueCurrencyCode',
          revenue: 'revenue',
        }),
      },
    ]
  return products.map((product) => ({
    ...common,
    ...read('promotions', product, {
      asin: 'asin',
      glance_views: 'productGlanceViews',
      units_sold: 'productUnitsSold',
      currency: 'productRevenueCurrencyCode',
      revenue: 'productRevenue',
    }),
  }))
}

function couponFacts(coupon: Json, asked: string | undefined): Values[] {
  const values = emptyRow('coupons')
  const listed = Array.isArray(coupon['asins']) ? (coupon['asins'] as unknown[]) : []
  if (listed.length > PRODUCTS_MAX) throw new RefusedRecord(`asins: more than ${PRODUCTS_MAX}`)
  Object.assign(
    values,
    read('coupons', coupon, {
      coupon_id: 'couponId',
      name: 'name',
      start_at: 'startDateTime',
      end_at: 'endDateTime',
      clips: 'clips',
      redemptions: 'redemptions',
      currency: 'currencyCode',
      budget: 'budget',
      budget_spent: 'budgetSpent',
      total_discount: 'totalDiscount',
      sales: 'sales',
    }),
    { marketplace: marketplaceOf(coupon, asked) },
  )
  if (!values['coupon_id']) throw new RefusedRecord('couponId: missing')
  values['asins'] = listed.map((one) => plainText('asin', objectIn(one)['asin'])).join(' ') || null
  return [values]
}

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const marketplaceOf = (row: Json, asked: string | undefined): string | null =>
  marketplaceIn(plainText('marketplaceId', row['marketplaceId'])) ?? asked ?? null

/** Columns of a row by the names that the report gives them. */
function read(table: PromotionTable, row: unknown, names: Record<string, string>): Values {
  return Object.fromEntries(
    Object.entries(names).map(([column, name]) => {
      const text = plainText(name, objectIn(row)[name])
      const value = readCell(name, text, readingOf(table, column)!)
      if (value !== null) checkValue(table, column, value, name)
      return [column, value]
    }),
  )
}
