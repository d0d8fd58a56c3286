/** From sums to metrics, exactly. The only place that divides. */
import { divide, multiply, parseDecimal, toText, ZERO, type Decimal } from '../decimal.ts'
import type { PnlBasis } from '../profit-and-loss.ts'
import type { Lack } from '../profit-and-loss-lines.ts'
import { isAnswered } from './awaited.ts'
import { COMPUTED, RULES_IN_WORDS } from './computed.ts'
import { SETTINGS, type FactName, type Measure, type Setting } from './metric.ts'
import { metricOf, type MetricId } from './metrics.ts'

/** A number before it is written down. What a part is without, the whole is without. */
export interface Figure {
  /** Null where a source covers nothing, money has no rate, or there is nothing to divide by. */
  value: Decimal | null
  lacks: ReadonlySet<Lack>
  /** Money without a rate, by its currency. */
  unconverted: ReadonlyMap<string, Decimal>
  /** Some of it is a share of amounts that belong to no marketplace. */
  isShared: boolean
  /** There is no value because what is left lasts for ever. */
  hasNoEnd?: true
}

/** The basis that a metric, or anything that it is made of, is told on alone; undefined where either will do. */
export const basisOf = (id: MetricId): PnlBasis | undefined =>
  metricOf(id).basis ??
  partsOf(id)
    .map(basisOf)
    .find((basis) => basis !== undefined)

/** What follows from a metric alone, worked out once: every cell of a table asks. */
function onceEach<T>(of: (id: MetricId) => T): (id: MetricId) => T {
  const known = new Map<MetricId, T>()
  return (id) => {
    if (!known.has(id)) known.set(id, of(id))
    return known.get(id)!
  }
}

/** The metrics that a metric is made of, in the order of its formula. */
export const partsOf = onceEach((id): readonly MetricId[] => {
  const { formula } = metricOf(id)
  switch (formula.kind) {
    case 'sum':
      return []
    case 'plus':
      return formula.terms.map((term) => term.slice(1) as MetricId)
    case 'ratio':
      return [formula.over, formula.under]
    case 'perDay':
    case 'portion':
      return [formula.of]
    case 'computed':
      return formula.needs
  }
})

/** Everything below a metric that is a sum of rows, each once; a sum itself for one. */
export const leavesOf: (id: MetricId) => readonly MetricId[] = onceEach((id) => {
  const parts = partsOf(id)
  if (parts.length === 0) return metricOf(id).formula.kind === 'sum' ? [id] : []
  return [...new Set(parts.flatMap(leavesOf))]
})

/** Which of them adds up a measure. */
export const leafOf = (id: MetricId, measure: Measure): MetricId | undefined =>
  leavesOf(id).find((leaf) => {
    const { formula } = metricOf(leaf)
    return formula.kind === 'sum' && formula.of === measure
  })

/** Whether a metric takes the rows of a measure away rather than adding them. */
export function takesAway(id: MetricId, measure: Measure): boolean {
  const { formula } = metricOf(id)
  if (formula.kind !== 'plus') return false
  const term = formula.terms.find((one) => measuresOf([one.slice(1) as MetricId]).has(measure))
  return term !== undefined && term.startsWith('-') !== takesAway(term.slice(1) as MetricId, measure)
}

/** Whether what its keys come to adds up to a metric. */
export function isAdditive(id: MetricId): boolean {
  const { formula } = metricOf(id)
  if (formula.kind === 'sum') return !formula.overKeys && !formula.overTime
  return formula.kind === 'plus' && partsOf(id).every(isAdditive)
}

/** Facts whose products are told by a report of their own, which need not add up to that of the whole. */
const PRODUCTS_APART: readonly FactName[] = ['traffic']

/** Whether changes of all its products, their brands, marketplaces or sums of rows make the change of a metric. */
export function changesAddUp(id: MetricId, of: 'product' | 'brand' | 'marketplace' | 'line'): boolean {
  const { formula } = metricOf(id)
  if (formula.kind !== 'sum')
    return formula.kind === 'plus' && partsOf(id).every((part) => changesAddUp(part, of))
  if (of === 'line') return true
  // Each product has a window of its own, and the days of two marketplaces may be the same.
  if (formula.overTime === 'window') return false
  // The changes of keys are read from roll-ups.
  if (formula.isByRow) return false
  if (of === 'marketplace') return true
  return !formula.overKeys && !PRODUCTS_APART.some((fact) => formula.of.startsWith(`${fact}.`))
}

/**
 * Whether many keys can be put in order by a metric: what counts on the last of several days is no sum, what is read row by row
 * is in no roll-up, of covered days the rows of a key say nothing, and what no fact states yet is nothing.
 */
export const putsInOrder = (id: MetricId): boolean =>
  isAnswered(id) &&
  !isPerDay(id) &&
  leavesOf(id).every((leaf) => {
    const { formula } = metricOf(leaf)
    return formula.kind === 'sum' && !formula.overTime && !formula.isByRow
  })

/** Whether a metric, or anything that it is made of, is a mean of days. */
const isPerDay = (id: MetricId): boolean =>
  metricOf(id).formula.kind === 'perDay' || partsOf(id).some(isPerDay)

/** What facts must be asked for, to answer these metrics. */
export const measuresOf = (ids: readonly MetricId[]): Set<Measure> =>
  new Set(
    ids.flatMap(leavesOf).flatMap((leaf) => {
      const { formula } = metricOf(leaf)
      return formula.kind === 'sum' ? [formula.of] : []
    }),
  )

/** Whether a metric is made of lines of the statement alone. */
export const isOfLedger = (id: MetricId): boolean =>
  [...measuresOf([id])].every((measure) => measure.startsWith('ledger.'))

/** The names by which a fact knows what these metrics add up. */
export const namesIn = (fact: FactName, ids: readonly MetricId[]): string[] =>
  [...measuresOf(ids)].flatMap((measure) =>
    measure.startsWith(`${fact}.`) ? [measure.slice(fact.length + 1)] : [],
  )

/** `Units sold − Units refunded`, in labels; with how many days are covered and what is set, where that is known. */
export function formulaText(
  id: MetricId,
  { coveredDays, settings }: { coveredDays?: number; settings?: Settings } = {},
): string {
  const { formula } = metricOf(id)
  const labels = partsOf(id).map((part) => metricOf(part).label)
  switch (formula.kind) {
    case 'sum':
      return 'Sum of its rows'
    case 'plus':
      return formula.terms
        .map((term, index) => `${term.startsWith('-') ? '− ' : index > 0 ? '+ ' : ''}${labels[index]}`)
        .join(' ')
    case 'ratio':
      return `${formula.times === undefined ? '' : `${formula.times} × `}${labels.join(' ÷ ')}`
    case 'perDay':
      return `${labels[0]} ÷ covered days${coveredDays === undefined ? '' : ` (${coveredDays})`}`
    case 'portion':
      return `${labels[0]} × ${settingText(formula.by, settings)}`
    case 'computed': {
      const said = (formula.settings ?? []).map((name) => settingText(name, settings))
      return RULES_IN_WORDS[formula.by]?.(...labels, ...said) ?? labels.join(', ')
    }
  }
}

const settingText = (name: Setting, settings: Settings | undefined): string => {
  const setting = SETTINGS[name]
  return settings && 'unit' in setting
    ? `${setting.label} (${toText(settingOf(name, settings))} ${setting.unit})`
    : setting.label
}

/** What a question or its company says; what they do not say is preset. */
export type Settings = Partial<Record<Setting, Decimal>>

/**
 * Says every metric of one period and key, from what its measures come to; each is worked out once. `coveredDays` are those
 * of the period that the files of a metric cover; where nobody says how many they are, a mean of days has no value.
 */
export function evaluator(
  figureOf: (measure: Measure) => Figure,
  settings: Settings = {},
  coveredDays: (id: MetricId) => number = () => 0,
): (id: MetricId) => Figure {
  const known = new Map<MetricId, Figure>()
  const evaluated = (id: MetricId): Figure => {
    const found = known.get(id)
    if (found) return found
    const { formula } = metricOf(id)
    const figure =
      formula.kind === 'sum'
        ? figureOf(formula.of)
        : combined(id, partsOf(id).map(evaluated), settings, coveredDays)
    known.set(id, figure)
    return figure
  }
  return evaluated
}

function combined(
  id: MetricId,
  parts: readonly Figure[],
  settings: Settings,
  coveredDays: (id: MetricId) => number,
): Figure {
  const values = parts.map(({ value }) => value)
  const figure: Figure = {
    value: values.includes(null) ? null : combinationOf(id)(values as Decimal[], settings, coveredDays),
    lacks: lacksOf(parts),
    unconverted: unconvertedOf(parts),
    isShared: parts.some(({ isShared }) => isShared),
  }
  const [over, under] = parts
  if (metricOf(id).hasNoEnd && under?.value === ZERO && (over?.value ?? ZERO) > ZERO) figure.hasNoEnd = true
  return figure
}

type Combination = (
  values: Decimal[],
  settings: Settings,
  coveredDays: (id: MetricId) => number,
) => Decimal | null

/** What the values of its parts make of a metric. */
const combinationOf = onceEach((id): Combination => {
  const { formula } = metricOf(id)
  switch (formula.kind) {
    case 'plus': {
      const isTaken = formula.terms.map((term) => term.startsWith('-'))
      return (values) =>
        values.reduce((total, value, index) => (isTaken[index] ? total - value : total + value), ZERO)
    }
    case 'ratio': {
      const times = BigInt(formula.times ?? 1)
      return ([over, under]) => (formula.isShare && under! <= ZERO ? null : divide(over! * times, under!))
    }
    case 'perDay':
      return ([total], _settings, coveredDays) => divide(total!, parseDecimal(String(coveredDays(id))))
    case 'portion':
      return ([whole], settings) => multiply(whole!, settingOf(formula.by, settings))
    case 'computed': {
      const rule = COMPUTED[formula.by]!
      const names = formula.settings ?? []
      return (values, settings) => rule(...values, ...names.map((name) => settingOf(name, settings)))
    }
    case 'sum':
      return ([value]) => value!
  }
})

export const settingOf = (name: Setting, settings: Settings): Decimal =>
  settings[name] ?? parseDecimal(SETTINGS[name].preset)

/** Most figures lack nothing, and a statement has thousands of them: these share one set. */
export const NO_LACKS: Figure['lacks'] = new Set()
const lacksOf = (parts: readonly Figure[]): Figure['lacks'] =>
  parts.reduce((all, { lacks }) => withLacks(all, lacks), NO_LACKS)

/** What parts lack is mostly the same: then it stays one set. */
function withLacks(all: Figure['lacks'], more: Figure['lacks']): Figure['lacks'] {
  if (all.size === 0) return more
  for (const lack of more) if (!all.has(lack)) return new Set([...all, ...more])
  return all
}

export const ALL_CONVERTED: Figure['unconverted'] = new Map()
/** Money without a rate, of several numbers together. */
export function unconvertedOf(parts: readonly Pick<Figure, 'unconverted'>[]): Figure['unconverted'] {
  if (parts.every(({ unconverted }) => unconverted.size === 0)) return ALL_CONVERTED
  const sums = new Map<string, Decimal>()
  for (const { unconverted } of parts)
    for (const [currency, amount] of unconverted) sums.set(currency, (sums.get(currency) ?? ZERO) + amount)
  return sums
}
