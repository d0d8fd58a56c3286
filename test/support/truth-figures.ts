/** What is told of a seller, figure by figure, and what of the truth it is. */
import { toText } from '#contract/decimal.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import type { TruthOfDay } from '#sandbox/seller.ts'
import type { Answered } from '#server/metrics/answer.ts'
import type { Reach } from './truth-reach.ts'

/** What is told of the days one by one, and what it really was. */
export interface DayFigure {
  name: string
  basis: PnlBasis
  metrics: readonly MetricId[]
  reach: keyof Reach
  real: (row: TruthOfDay) => number
  isCount?: true
  isCost?: true
  /** Where a part of it reaches further. */
  partly?: keyof Reach
}

const OF_ADS = { partly: 'advertisedProducts' } as const

export const OF_DAYS: readonly DayFigure[] = [
  figure(
    'units settled',
    'TRANSACTION',
    'settled',
    (row) => row.unitsSettled + row.unitsPosted,
    ['unitsSold'],
    {
      isCount: true,
    },
  ),
  figure('principal', 'TRANSACTION', 'settled', (row) => row.principalSettled + row.principalPosted, [
    'productSales',
  ]),
  figure(
    'referral fees',
    'TRANSACTION',
    'settled',
    (row) => row.referralFees + row.referralFeesPosted,
    ['referralFees'],
    {
      isCost: true,
    },
  ),
  figure('units ordered', 'ORDER', 'ordered', ({ unitsOrdered }) => unitsOrdered, ['unitsSold'], {
    isCount: true,
  }),
  // The order basis is without VAT.
  figure('orders', 'ORDER', 'ordered', ({ orderedSales }) => orderedSales, [
    'productSales',
    'productSalesVat',
  ]),
  figure('units of traffic', 'ORDER', 'traffic', ({ unitsOrdered }) => unitsOrdered, ['unitsOrdered'], {
    isCount: true,
  }),
  figure('sales of traffic', 'ORDER', 'traffic', ({ orderedSales }) => orderedSales, ['orderedProductSales']),
  figure('ad spend', 'ORDER', 'advertising', ({ adSpend }) => adSpend, ['adSpend'], OF_ADS),
  figure('ad clicks', 'ORDER', 'advertising', ({ adClicks }) => adClicks, ['clicks'], {
    ...OF_ADS,
    isCount: true,
  }),
  figure('ad sales', 'ORDER', 'advertising', ({ adSales }) => adSales, ['adSales'], OF_ADS),
]

export const OF_PRODUCTS: readonly DayFigure[] = [
  ...OF_DAYS.filter(({ basis, reach }) => basis === 'TRANSACTION' || reach === 'ordered'),
  figure('units of traffic', 'ORDER', 'trafficByProduct', (row) => row.unitsOrdered, ['unitsOrdered'], {
    isCount: true,
  }),
  figure('sales of traffic', 'ORDER', 'trafficByProduct', (row) => row.orderedSales, ['orderedProductSales']),
  figure('sessions', 'ORDER', 'trafficByProduct', ({ sessions }) => sessions, ['sessions'], {
    isCount: true,
  }),
  figure('ad spend', 'ORDER', 'advertisedProducts', ({ adSpend }) => adSpend, ['adSpend']),
  figure('ad clicks', 'ORDER', 'advertisedProducts', ({ adClicks }) => adClicks, ['clicks'], {
    isCount: true,
  }),
  figure('ad sales', 'ORDER', 'advertisedProducts', ({ adSales }) => adSales, ['adSales']),
]

function figure(
  name: string,
  basis: PnlBasis,
  reach: keyof Reach,
  real: DayFigure['real'],
  metrics: DayFigure['metrics'],
  more: Pick<DayFigure, 'isCount' | 'isCost' | 'partly'> = {},
): DayFigure {
  return { name, basis, metrics, reach, real, ...more }
}

/** Kinds of rows that a line adds up with others, of which alone the truth speaks. */
export const OF_KINDS: readonly {
  lineId: 'refundedProductSales' | 'fbaFulfilmentFees'
  kind: string
  real: DayFigure['real']
}[] = [
  {
    lineId: 'refundedProductSales',
    kind: 'Principal',
    real: (row) => row.refundedPrincipal + row.refundedPrincipalPosted,
  },
  {
    lineId: 'fbaFulfilmentFees',
    kind: 'FBAPerUnitFulfillmentFee',
    real: (row) => row.fulfilmentFees + row.fulfilmentFeesPosted,
  },
]

/** In the currency asked for; null where one of the metrics is not known. */
export function valueOf({ metrics, isCost }: DayFigure, { now }: Answered): number | null {
  const values = metrics.map((id) => now.figure(id).value)
  if (values.includes(null)) return null
  const sum = Number(toText(values.reduce<bigint>((all, value) => all + value!, 0n)))
  return isCost ? -sum : sum
}

/** Whether the figure is told as one of which days are missing. */
export const saysDaysLack = ({ metrics }: DayFigure, { now }: Answered): boolean =>
  metrics.every((id) => now.figure(id).lacks.has('DAYS'))
