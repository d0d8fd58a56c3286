import { expect, test } from 'vitest'
import { parseDecimal, toText } from '../decimal.ts'
import { evaluator } from './evaluate.ts'
import type { Measure } from './metric.ts'
import { metricOf, type MetricId } from './metrics.ts'

/** Metrics of some sums; what is not named is 0. */
const metricsOf = (sums: Partial<Record<Measure, string>>, contingency?: string) => {
  const figure = evaluator(
    (measure) => ({
      value: parseDecimal(sums[measure] ?? '0'),
      lacks: new Set(),
      unconverted: new Map(),
      isShared: false,
    }),
    contingency === undefined ? {} : { contingency: parseDecimal(contingency) },
  )
  return (id: MetricId): string | null => {
    const { value } = figure(id)
    const isPercent = metricOf(id).unit === 'percent'
    return value === null ? null : toText(isPercent ? value * 100n : value, 2)
  }
}

// Sales and promotions stand without VAT on the order basis; 380.00 of the 2,400.00 is VAT.
const MUG: Partial<Record<Measure, string>> = {
  'ledger.unitsSold': '200',
  'ledger.productSales': '2020.00',
  'ledger.productSalesVat': '380.00',
  'ledger.productPromotions': '-100.00',
  'ledger.referralFees': '-342.00',
  'ledger.fbaFulfilmentFees': '-550.00',
  'ledger.monthlyStorageFees': '-24.00',
  'ledger.closingFees': '-6.00',
  'ledger.refundedProductSales': '-60.00',
  'ledger.cogsManufacturing': '-400.00',
  'ledger.cogsFreight': '-80.00',
  'ledger.cogsDuty': '-20.00',
  'ledger.advertisingSp': '-180.00',
  'traffic.orderedProductSales': '2400.00',
  'traffic.unitsOrdered': '200',
}

test('PUB-15: unit economics with the preset contingency', () => {
  const metric = metricsOf(MUG)
  const expected: Partial<Record<MetricId, string>> = {
    averageSellingPrice: '12',
    netPrice: '9.6',
    unitCogs: '2.5',
    unitCm1: '7.1',
    unitReferralFee: '1.71',
    unitFulfilmentFee: '2.75',
    unitStorageFee: '0.12',
    unitRefundCost: '0.3',
    unitCm2: '2.19',
    unitAdvertising: '0.9',
    unitCm3: '1.29',
    unitContingency: '0.05',
    unitProfit: '1.24',
    unitMargin: '12.94',
    unitRoi: '49.68',
    breakEvenAcos: '18.25',
    unitPrice: '12',
  }
  const ids = Object.keys(expected) as MetricId[]
  expect(Object.fromEntries(ids.map((id) => [id, metric(id)]))).toEqual(expected)
})

test('fees that nobody expects of an order are in what a unit costs', () => {
  const metric = metricsOf({
    ...MUG,
    'ledger.digitalServicesFeesSettled': '-12.00',
    'ledger.inboundFeesSettled': '-60.00',
    'ledger.removalFeesSettled': '-20.00',
    'ledger.agedInventoryFeesSettled': '-40.00',
  })
  const expected: Partial<Record<MetricId, string>> = {
    // 0.12 of storage; 0.03 of closing fees.
    unitStorageFee: '0.32',
    unitOtherFees: '0.49',
    // 0.66 less than without them.
    unitCm2: '1.53',
    unitProfit: '0.58',
    // 306.00 of 2,400.00.
    breakEvenAcos: '12.75',
  }
  const ids = Object.keys(expected) as MetricId[]
  expect(Object.fromEntries(ids.map((id) => [id, metric(id)]))).toEqual(expected)
})

test('the contingency is what the question says', () => {
  expect(metricsOf(MUG, '0.1')('unitContingency')).toBe('0.96')
  expect(metricsOf(MUG, '0')('unitProfit')).toBe('1.29')
})

test('at the price at zero profit a unit earns nothing', () => {
  const price = parseDecimal(metricsOf(MUG)('minimumPrice')!)
  // 6.60 of costs do not grow with the price; of 11.50 with VAT, 9.60 − 1.71 − 0.048 are left for them.
  expect(toText(price, 2)).toBe('9.68')
  // With that price VAT, referral fee and contingency shrink in proportion.
  const scale = (amount: string) => toText((parseDecimal(amount) * price) / parseDecimal('11.50'), 12)
  const cheap = metricsOf({
    ...MUG,
    'ledger.productSales': scale('2020'),
    'ledger.productSalesVat': scale('380'),
    'ledger.productPromotions': scale('-100'),
    'ledger.referralFees': scale('-342'),
  })
  expect(Math.abs(Number(cheap('unitProfit')))).toBeLessThanOrEqual(0.01)
})

test('a product of which no unit has a cost has no margin, and one of which some have is marked elsewhere', () => {
  const none = metricsOf({ ...MUG, 'ledger.unitsWithoutCost': '200' })
  expect(
    ['unitCogs', 'unitCm1', 'unitProfit', 'unitRoi', 'minimumPrice'].map((id) => none(id as MetricId)),
  ).toEqual([null, null, null, null, null])
  expect(none('netPrice')).toBe('9.6')
  expect(metricsOf({ ...MUG, 'ledger.unitsWithoutCost': '10' })('unitCogs')).toBe('2.5')
})
