/** What a metric is: facts know SQL, metrics know algebra (docs/decisions/0020). */
import type { PnlBasis } from '../profit-and-loss.ts'

/** Where numbers come from: each has one journal and one file in `server/metrics/facts`. */
export type FactName =
  'ledger' | 'orders' | 'returns' | 'traffic' | 'advertising' | 'stock' | 'ageing' | 'stranded' | 'search'

/** What a fact adds up from its rows: `ledger.unitsSold`. */
export type Measure = `${FactName}.${string}`

/**
 * How a metric is made of others, by name. Evaluated exactly by `evaluate.ts`, for sums of whatever period and key, so a
 * ratio is always a ratio of sums.
 */
export type Formula<Id extends string = string> =
  | {
      kind: 'sum'
      of: Measure
      /**
       * Stock: of several days the last one counts. A window is of days that end with the period, more than it has
       * perhaps, and is told of one product.
       */
      overTime?: 'last' | 'window'
      /** Distinct things: an order of two products counts for each and once in the total, which is asked, not added. */
      overKeys?: 'own'
      /** Told by what each row is and not by its line, which is all that roll-ups hold: read row by row, and only if asked for. */
      isByRow?: true
    }
  | { kind: 'plus'; terms: readonly Term<Id>[] }
  /** Null where there is nothing to divide by. */
  | { kind: 'ratio'; over: Id; under: Id; times?: number; isShare?: true }
  /**
   * The mean of the days that a report covers, those on which nothing happened among them (AGG-1). They are the days of the
   * sum: a day without a report is not one on which nothing happened (ZERO-1) and one to come has none, so that neither
   * counts; today counts where a report already has rows of it, because these are in the sum.
   */
  | { kind: 'perDay'; of: Id }
  /** A part of a metric, as large as the question says. */
  | { kind: 'portion'; of: Id; by: Setting }
  /** A rule that no algebra says; pure functions by name in `computed.ts`, of metrics and then of settings. */
  | { kind: 'computed'; by: string; needs: readonly Id[]; settings?: readonly Setting[] }

/** What a question or a company says beside the scope: a fraction, 0.005 = 0.5 %, or days. */
export const SETTINGS = {
  contingency: { label: 'contingency', preset: '0.005' },
  leadTimeDays: { label: 'lead time', preset: '60', unit: 'days' },
  safetyDays: { label: 'safety', preset: '14', unit: 'days' },
  targetCoverDays: { label: 'target cover', preset: '60', unit: 'days' },
} as const
export type Setting = keyof typeof SETTINGS

export type Term<Id extends string> = `${'+' | '-'}${Id}`

/** Money and prices are in the asked currency; percent is a fraction, 0.2 = 20 %. */
export const METRIC_UNITS = ['money', 'price', 'count', 'percent', 'ratio', 'days', 'score'] as const
export type MetricUnit = (typeof METRIC_UNITS)[number]

export interface Metric<Id extends string = string> {
  label: string
  /** What it is, for a seller. */
  definition: string
  /** The same, where the order basis means something else. */
  orderDefinition?: string
  unit: MetricUnit
  /** Digits on screen where they are not those of its unit. */
  decimals?: number
  /** Colours a change; turns no sign. */
  better: 'more' | 'less' | 'neither'
  formula: Formula<Id>
  /** Where a metric is one of orders (UNIT-1) or of transactions alone; asked on the other basis it is answered on this one. */
  basis?: PnlBasis
  /** Stored below zero, so growth is told of its size (GROW-1). */
  isCost?: true
  /** A ratio that has no end, shown as ∞, where something is left and nothing uses it up. */
  hasNoEnd?: true
  /** Where a missing value stands in a sorted list, if not last: ACOS without sales is the worst. */
  nullSorts?: 'worst'
}

/** Digits after the point on screen; yen have none in money. */
export const DECIMALS: Record<MetricUnit, number> = {
  money: 2,
  price: 2,
  count: 0,
  percent: 1,
  ratio: 2,
  days: 1,
  score: 2,
}

export const sum = <const M extends Measure>(of: M) => ({ kind: 'sum', of }) as const
/** Of stock and the like. */
export const last = <const M extends Measure>(of: M) => ({ kind: 'sum', of, overTime: 'last' }) as const
/** Of how fast a product sells. */
export const windowed = <const M extends Measure>(of: M) => ({ kind: 'sum', of, overTime: 'window' }) as const
/** Of orders and visitors. */
export const distinct = <const M extends Measure>(of: M) => ({ kind: 'sum', of, overKeys: 'own' }) as const
/** Of what no roll-up tells apart. */
export const byRow = <const M extends Measure>(of: M) => ({ kind: 'sum', of, isByRow: true }) as const
export const plus = <const T extends readonly Term<string>[]>(...terms: T) =>
  ({ kind: 'plus', terms }) as const
export const ratio = <const O extends string, const U extends string>(over: O, under: U, times = 1) =>
  ({ kind: 'ratio', over, under, ...(times !== 1 && { times }) }) as const
/** PCT-1: null also where the whole is below zero. */
export const share = <const O extends string, const U extends string>(over: O, under: U) =>
  ({ kind: 'ratio', over, under, isShare: true }) as const
export const perDay = <const I extends string>(of: I) => ({ kind: 'perDay', of }) as const
export const portion = <const I extends string>(of: I, by: Setting) => ({ kind: 'portion', of, by }) as const
export const computed = <const N extends readonly string[]>(by: string, ...needs: N) =>
  ({ kind: 'computed', by, needs }) as const
export const computedWith = <const N extends readonly string[]>(
  settings: readonly Setting[],
  by: string,
  ...needs: N
) => ({ kind: 'computed', by, needs, settings }) as const
