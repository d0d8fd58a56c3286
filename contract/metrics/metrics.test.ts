import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDecimal, toText, ZERO, type Decimal } from '../decimal.ts'
import type { Lack } from '../profit-and-loss-lines.ts'
import {
  evaluator,
  formulaText,
  leavesOf,
  measuresOf,
  partsOf,
  putsInOrder,
  type Figure,
} from './evaluate.ts'
import { growthOf } from './comparisons.ts'
import { lineOfMetric } from './line-names.ts'
import { DECIMALS, type Measure } from './metric.ts'
import { isMetricId, METRIC_IDS, metricOf } from './metrics.ts'

const figure = (value: string | null, lacks: Lack[] = []): Figure => ({
  value: value === null ? null : parseDecimal(value),
  lacks: new Set(lacks),
  unconverted: new Map(),
  isShared: false,
})
/** What a metric comes to, from what its measures do; those that are not given are covered and nothing. */
const evaluated = (sums: Partial<Record<Measure, Figure>>) => {
  const say = evaluator((measure) => sums[measure] ?? figure('0'))
  return (id: Parameters<typeof say>[0]) => {
    const { value, lacks } = say(id)
    return [value === null ? null : toText(value), ...lacks]
  }
}

test('metrics are signed sums and ratios of sums', () => {
  const say = evaluated({
    'ledger.unitsSold': figure('8'),
    'ledger.unitsRefunded': figure('3'),
    'ledger.productSales': figure('100'),
    'ledger.referralFees': figure('-12'),
    'ledger.cogsManufacturing': figure('-20'),
  })
  expect(say('netUnits')).toEqual(['5'])
  expect(say('statementAverageSellingPrice')).toEqual(['12.5'])
  expect(say('amazonFees')).toEqual(['12'])
  expect(say('netProfit')).toEqual(['68'])
  expect(say('netMargin')).toEqual(['0.68'])
  expect(say('costOfGoods')).toEqual(['20'])
  expect(say('roi')).toEqual(['3.4'])
  expect(say('refundRate')).toEqual(['0.375'])
})

test('what a part is without, the whole is without', () => {
  const say = evaluated({
    'ledger.unitsSold': figure('8', ['DAYS']),
    'ledger.cogsFreight': figure(null, ['RATES']),
    'ledger.productSales': figure('100'),
  })
  expect(say('contributionMargin1')).toEqual([null, 'RATES'])
  expect(say('netSales')).toEqual(['100'])
  expect(say('profitPerUnit')).toEqual([null, 'RATES', 'DAYS'])
})

test('nothing is divided by nothing, and no share is taken of a loss', () => {
  const say = evaluated({ 'ledger.productSales': figure('-5'), 'ledger.cogsDuty': figure('-1') })
  expect(say('statementAverageSellingPrice')).toEqual([null])
  expect(say('netMargin')).toEqual([null])
  expect(say('amazonFeesShare')).toEqual(['0'])
  expect(say('cpm')).toEqual([null])
})

test('cost per thousand is a thousand times the ratio', () => {
  const say = evaluated({ 'advertising.cost': figure('3'), 'advertising.impressions': figure('2000') })
  expect(say('cpm')).toEqual(['1.5'])
  expect(formulaText('cpm')).toBe('1000 × Ad spend ÷ Impressions')
})

test('a mean of days divides by those that are covered, and puts no keys in order', () => {
  const sums = (measure: Measure) => figure(measure === 'traffic.orderedProductSales' ? '225' : '0')
  expect(evaluator(sums, {}, () => 5)('averageDailySales').value).toBe(parseDecimal('45'))
  // Nobody says how many there are.
  expect(evaluator(sums)('averageDailySales').value).toBeNull()
  expect(formulaText('averageDailySales')).toBe('Sales ÷ covered days')
  expect(formulaText('averageDailySales', { coveredDays: 5 })).toBe('Sales ÷ covered days (5)')
  expect([putsInOrder('averageDailySales'), putsInOrder('orderedProductSales')]).toEqual([false, true])
})

/** What the velocity and what follows from it come to, of units and days in a window and of stock. */
const covered = (
  units: string,
  inStockDays: string,
  stock: Record<'available' | 'inbound' | 'between', string>,
) => {
  const say = evaluator((measure) =>
    figure(
      {
        'stock.unitsSoldInWindow': units,
        'stock.inStockDays': inStockDays,
        'stock.available': stock.available,
        'stock.inbound': stock.inbound,
        'stock.betweenWarehouses': stock.between,
      }[measure as string] ?? '0',
    ),
  )
  return (
    ['dailyVelocity', 'daysOfCover', 'totalDaysOfCover', 'overstockUnits', 'excessPercentage'] as const
  ).map((id) => {
    const { value, hasNoEnd } = say(id)
    return hasNoEnd ? '∞' : value === null ? null : toText(value, 4)
  })
}
const STOCK = { available: '100', inbound: '0', between: '0' }

test('stock lasts as long as it sells on days in stock', () => {
  expect(covered('20', '30', STOCK)).toEqual(['0.6667', '150', '150', '40', '0.4'])
  expect(covered('1', '7', STOCK)).toEqual(['0.1429', '700', '700', '87', '0.87'])
  expect(covered('10', '6', STOCK)).toEqual([null, null, null, null, null])
  expect(covered('0', '30', STOCK)).toEqual(['0', '∞', '∞', '100', '1'])
  expect(covered('0', '30', { ...STOCK, available: '0' })).toEqual(['0', null, null, '0', null])
  expect(covered('30', '30', { ...STOCK, available: '0' })).toEqual(['1', '0', '0', '0', null])
  expect(formulaText('dailyVelocity')).toBe(
    'Units sold in the window ÷ In-stock days, if these are 7 or more',
  )
  expect(formulaText('overstockUnits')).toBe('Available − 90 × Daily velocity, in whole units, not below 0')
  expect(putsInOrder('daysOfCover')).toBe(false)
})

const EXAMPLES = new URL('../../../shared/reference/worked-examples.json', import.meta.url)
test.skipIf(!existsSync(EXAMPLES))('the worked example of stock', () => {
  const { examples } = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as {
    examples: {
      given: Record<string, number>
      expect: { of: string; values: Record<string, string> }[]
    }[]
  }
  const { given, expect: expected } = examples.find((one) => one.expect[0]!.of === 'supplyChain')!
  const text = (...names: string[]) => String(names.reduce((sum, name) => sum + given[name]!, 0))
  const [velocity, cover, total, overstock] = covered(
    text('units_sold_last_30_days'),
    text('in_stock_days_last_30_days'),
    {
      available: text('available'),
      inbound: text('inbound'),
      between: text('reserved_fc_transfer', 'reserved_fc_processing'),
    },
  )
  const { values } = expected[0]!
  expect([velocity, cover, total, overstock].map(Number)).toEqual(
    ['dailyVelocity', 'daysOfCover', 'totalDaysOfCover', 'overstockUnits'].map((id) => Number(values[id])),
  )
})

test('growth is told of the size of a cost, and of a percentage in points', () => {
  const grown = (id: Parameters<typeof metricOf>[0], now: string, before: string) =>
    growthOf(metricOf(id), parseDecimal(now), parseDecimal(before))
  expect(grown('netSales', '120', '100')).toBe(0.2)
  expect(grown('netProfit', '-5', '-10')).toBe(0.5)
  expect(grown('referralFees', '-12', '-10')).toBe(0.2)
  // A count has no sign to turn.
  expect(grown('unitsRefunded', '12', '10')).toBe(0.2)
  expect(grown('netMargin', '0.22', '0.2')).toBe(0.02)
  expect(grown('netSales', '1', '0')).toBeNull()
})

test('formulas are told in labels', () => {
  expect(formulaText('netUnits')).toBe('Units sold − Units refunded')
  expect(formulaText('statementAverageSellingPrice')).toBe('Product sales ÷ Units sold')
  expect(formulaText('contributionMargin1')).toBe('Net sales + Cost of goods')
  expect(formulaText('referralFees')).toBe('Sum of its rows')
  expect(formulaText('payouts')).toBe('− Transfers to bank')
  expect(partsOf('netUnits')).toEqual(['unitsSold', 'unitsRefunded'])
  expect([...measuresOf(['tacos', 'netUnits'])]).toEqual([
    'advertising.cost',
    'traffic.orderedProductSales',
    'ledger.unitsSold',
    'ledger.unitsRefunded',
  ])
})

test('no formula names itself, however far below', () => {
  for (const id of METRIC_IDS) expect(leavesOf(id)).toBeInstanceOf(Array)
})

test('a measure is added up by one metric', () => {
  const measures = METRIC_IDS.flatMap((id) => {
    const { formula } = metricOf(id)
    return formula.kind === 'sum' ? [formula.of] : []
  })
  expect(measures.toSorted()).toEqual([...new Set(measures)].toSorted())
})

test('the total of all lines is not double: a sum is below net profit once', () => {
  const sums: Partial<Record<Measure, Figure>> = {}
  let total: Decimal = ZERO
  for (const leaf of leavesOf('netProfit')) {
    const value = BigInt(leaf.length) * 10n ** 12n
    sums[`ledger.${lineOfMetric(leaf)!}`] = figure(toText(value))
    total += value
  }
  expect(evaluator((measure) => sums[measure]!)('netProfit').value).toBe(total)
})

interface Entry {
  id: string
  label: string
  unit: string
  better: 'up' | 'down' | 'neutral'
  decimals: number
}

const DICTIONARY = new URL('../../../shared/reference/metric-dictionary.json', import.meta.url)
describe.skipIf(!existsSync(DICTIONARY))('the dictionary of metrics and the declarations agree', () => {
  const { metrics } = JSON.parse(
    existsSync(DICTIONARY) ? readFileSync(DICTIONARY, 'utf8') : '{"metrics":[]}',
  ) as {
    metrics: Entry[]
  }
  const BETTER = { up: 'more', down: 'less', neutral: 'neither' } as const

  test('every entry is declared with its label, unit, decimals and direction', () => {
    expect(metrics).toHaveLength(177)
    const problems = metrics.flatMap(({ id, label, unit, better, decimals }) => {
      if (!isMetricId(id)) return [`${id} is not declared`]
      const metric = metricOf(id)
      const itsUnit = metric.unit === 'money' || metric.unit === 'price' ? 'currency' : metric.unit
      const found = {
        label: metric.label,
        unit: itsUnit,
        better: metric.better,
        decimals: metric.decimals ?? DECIMALS[metric.unit],
      }
      const asked = { label, unit, better: BETTER[better], decimals }
      return JSON.stringify(found) === JSON.stringify(asked)
        ? []
        : [`${id} is ${JSON.stringify(found)} instead of ${JSON.stringify(asked)}`]
    })
    expect(problems).toEqual([])
  })

  test('what is declared beside them is a line of the statement or a part of a metric', () => {
    const named = new Set([...metrics.map(({ id }) => id), ...METRIC_IDS.flatMap(partsOf)])
    // The dictionary names these beside others, without entries of their own.
    for (const id of ['unitPrice', 'unitManufacturing', 'unitFreight', 'unitDuty', 'unitOtherCost'] as const)
      named.add(id)
    // Days of cover are of one product; of all of them the weekly review needs a ratio of sums.
    named.add('daysOfCoverOfProducts')
    expect(METRIC_IDS.filter((id) => !named.has(id) && lineOfMetric(id) === undefined)).toEqual([])
  })
})
