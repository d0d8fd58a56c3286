import {
  PARTS_MAX,
  PUBLICATIONS_TOLD_MAX,
  type ChangedLine,
  type ChangePart,
  type ChangesSince,
} from '#contract/as-it-was.ts'
import type { DateRange } from '#contract/date-range.ts'
import { absolute, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { ALL_CONVERTED, changesAddUp, evaluator, NO_LACKS } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { countPublications, listPublications, type Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { readLedger, type LedgerScope } from './facts/ledger.ts'
import type { LedgerPeriod } from './facts/ledger-figures.ts'
import { hasSameRules, readLedgerSince } from './facts/ledger-since.ts'

/** A company as it is read, with the clock of that moment, and what a selection of brands was then. */
interface Reading {
  services: Services
  company: Company
  scope: LedgerScope
}

/** Lines whose parts add up to them. */
const LINES = PNL_LINE_IDS.filter((line) => changesAddUp(metricOfLine(line), 'line'))

const DIGITS = 12
/** Sums of amounts are cut at the twelfth digit, each by itself. */
const ROUNDING = 10n ** 4n

/**
 * Why lines of the statement are not what they were: what each publication since added and took back, at the rates that hold
 * now; what days since have brought of expenses; what other rules do to what stood then; and what other rates do to it. These
 * add up exactly to the difference.
 */
export async function changesSince(
  now: Reading,
  past: Reading,
  period: DateRange,
  signal: AbortSignal | undefined,
): Promise<ChangesSince> {
  const { services, company, scope } = now
  const { accounts } = services
  const periods = [{ period, comparison: null }]
  const since = past.company.publishedVersion
  const [told, counts, isSame, ledgerNow, ledgerThen] = await Promise.all([
    listPublications(accounts, company, {
      after: since,
      withoutRates: true,
      limit: PUBLICATIONS_TOLD_MAX,
    }),
    countPublications(accounts, company, since),
    hasSameRules(services, now, past),
    readLedger(services, company, scope, periods, signal),
    readLedger(past.services, past.company, past.scope, periods, signal),
  ])
  const untold = counts.all - counts.rates - told.length
  const question = {
    period,
    past,
    toldSince: untold > 0 ? told.at(-1)!.version - 1 : since,
    dayThen: today(past.services),
  }
  const [sums, stood] = await Promise.all([
    readLedgerSince(services, now, question, signal),
    isSame ? undefined : readLedgerSince(services, now, { ...question, rulesOf: past }, signal),
  ])
  const figures = figuresByKey(sums)
  const stoodUnderItsRules = stood && figuresByKey(stood).get('')
  const [figureNow, figureThen] = [knownFigures(ledgerNow.in(period)), knownFigures(ledgerThen.in(period))]
  const lines = LINES.flatMap((line): ChangedLine[] => {
    const id = metricOfLine(line)
    const shown = {
      before: ledgerThen.in(period).figure(id).value,
      now: ledgerNow.in(period).figure(id).value,
    }
    const [before, after] = [figureThen(id), figureNow(id)]
    if (before === null || after === null)
      return shown.before === shown.now ? [] : [written(line, shown, null, [])]
    if (absolute(after - before) < ROUNDING) return []
    const parts = [...figures].flatMap(([key, figure]): Part[] =>
      key === '' ? [] : [{ key, amount: figure(id) }],
    )
    const base = figures.get('')?.(id) ?? ZERO
    const baseThen = stoodUnderItsRules?.(id) ?? (isSame ? base : ZERO)
    parts.push({ key: 'RULES', amount: base - baseThen }, { key: 'RATES', amount: baseThen - before })
    return [written(line, shown, after - before, exact(parts, after - before), untold)]
  })
  const named = new Set(lines.flatMap(({ parts }) => parts.flatMap(({ version }) => version ?? [])))
  return {
    lines,
    publications: told.filter(({ version }) => named.has(version)),
    publicationCount: counts.all,
    ratesCount: counts.rates,
  }
}

interface Part {
  /** A version, or a word for what is none. */
  key: string
  amount: Decimal
}

type FigureOf = (id: MetricId) => Decimal

/** What sums of lines come to, by the key that they are of. */
function figuresByKey(
  sums: readonly { key: string; line: string; amount: Decimal }[],
): Map<string, FigureOf> {
  const byKey = new Map<string, Map<string, Decimal>>()
  for (const { key, line, amount } of sums) {
    const lines = byKey.get(key) ?? new Map<string, Decimal>()
    byKey.set(key, lines)
    lines.set(`ledger.${line}`, (lines.get(`ledger.${line}`) ?? ZERO) + amount)
  }
  return new Map(
    [...byKey].map(([key, lines]) => {
      const figure = evaluator((measure) => ({
        value: lines.get(measure) ?? ZERO,
        lacks: NO_LACKS,
        unconverted: ALL_CONVERTED,
        isShared: false,
      }))
      return [key, (id: MetricId) => figure(id).value!]
    }),
  )
}

/** Days without a file bring nothing; null where a rate is missing, so that nobody knows what was brought. */
function knownFigures({ measure }: LedgerPeriod): (id: MetricId) => Decimal | null {
  const figure = evaluator((of) => {
    const found = measure(of)
    return found.unconverted.size > 0 ? found : { ...found, value: found.value ?? ZERO }
  })
  return (id) => figure(id).value
}

/** Largest first, without those that come to nothing; what was cut off is given to the largest, the rest to rates. */
function exact(parts: readonly Part[], difference: Decimal): Part[] {
  const rest = parts.reduce((left, { amount }) => left - amount, difference)
  const isCut = absolute(rest) < ROUNDING
  const whole = parts
    .map((part) => (part.key === 'RATES' && !isCut ? { ...part, amount: part.amount + rest } : part))
    .filter(({ amount }) => absolute(amount) >= ROUNDING)
    .toSorted((a, b) => Number(absolute(b.amount) - absolute(a.amount)) || (a.key < b.key ? -1 : 1))
  const [first, ...others] = whole
  if (!first) return []
  const named = [first, ...others].slice(0, PARTS_MAX)
  const left = difference - named.reduce((sum, { amount }) => sum + amount, ZERO)
  if (whole.length > PARTS_MAX) return [...named, { key: 'OTHERS', amount: left }]
  return [{ ...first, amount: first.amount + left }, ...named.slice(1)]
}

function written(
  line: PnlLine,
  { before, now }: { before: Decimal | null; now: Decimal | null },
  difference: Decimal | null,
  parts: readonly Part[],
  untold = 0,
): ChangedLine {
  const { label, unit } = metricOf(metricOfLine(line))
  const text = (value: Decimal | null) => (value === null ? null : toText(value, DIGITS))
  return {
    line,
    label,
    unit,
    before: text(before),
    now: text(now),
    difference: text(difference),
    parts: parts.map(({ key, amount }): ChangePart => {
      const version = /^\d+$/.test(key) ? Number(key) : null
      return {
        amount: toText(amount, DIGITS),
        version,
        of: version === null ? (key as ChangePart['of']) : null,
        count: key === 'EARLIER' ? untold : 1,
      }
    }),
  }
}
