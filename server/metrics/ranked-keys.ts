import type { SORT_ORDERS } from '#contract/answer.ts'
import type { NumberFilter } from '#contract/dashboards/number-filters.ts'
import { addDays, type DateRange } from '#contract/date-range.ts'
import { toText } from '#contract/decimal.ts'
import { settingOf } from '#contract/metrics/evaluate.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { streamsIn } from '#server/ledger/coverage/claims.ts'
import { coverageOf } from '#server/ledger/coverage/covered-days.ts'
import { heldBy, sharedAsinsOf, type SharedAsin } from '#server/ledger/products/shared-asins.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import type { HeldOnDays, RateOfDay } from './facts/kept-days.ts'
import { questionOf, sumParams, type LedgerScope } from './facts/ledger.ts'
import { isOfAll } from './facts/allocation.ts'
import { listedRates } from './facts/conversion.ts'
import { ledgerHeld } from './facts/ledger-days.ts'
import { measuresHeld } from './facts/measured-days.ts'
import { dayNumber } from './segments.ts'
import { isSummed, unsaidOfProducts } from './facts/known-measures.ts'
import {
  isHeldBy,
  leavesOf,
  namesRead,
  rankingBy,
  settingsIn,
  SHOWN_BELOW_ZERO,
  type RankedFrom,
} from './ranking-query.ts'

/**
 * Which page of many products: the formula of a metric compiled to SQL, to put keys in order and to leave those out that a
 * filter by a number does. What their numbers are, `evaluate.ts` says of the keys of the page; a test holds the two against
 * each other.
 */

export interface RankingQuestion {
  scope: LedgerScope
  period: DateRange
  /** By which the products are ordered. */
  metric: MetricId
  /** Of this one it is counted how many products are below zero; of `metric` when absent. */
  belowZeroOf?: MetricId | undefined
  /** All of these hold of a product that is returned. */
  numbers?: readonly NumberFilter[]
  order: (typeof SORT_ORDERS)[number]
  /** A product is listed that has rows in any of these. */
  listedBy: readonly MetricId[]
  /** Only these products; all when absent. */
  among?: readonly string[] | undefined
  /** Products are put together by their parent: one of them among those asked for, or a text in its ASIN, is enough. */
  byParent?: { searchText: string }
  limit: number
  offset: number
}

interface RankedProducts {
  keys: string[]
  /** Products on all pages. */
  total: number
  belowZero: number
  /** Before any filter by a number; and of these, those without one of the numbers. */
  unfiltered: number
  withoutNumber: number
}

export async function rankedProducts(
  services: Services,
  company: Company,
  asked: RankingQuestion,
  signal: AbortSignal | undefined,
): Promise<RankedProducts> {
  const {
    scope,
    period,
    metric,
    belowZeroOf = metric,
    numbers = [],
    listedBy,
    among,
    byParent,
    limit,
    offset,
  } = asked
  const question = await questionOf(services, company, scope, [{ period, comparison: null }])
  const compiled = [metric, belowZeroOf, ...numbers.map((filter) => filter.metric)]
  const yesterday = addDays(today(services), -1)
  const marketplaces = scope.marketplaces ?? []
  const ledger = streamsIn(question.streams(period)[scope.basis], marketplaces)
  const shared = byParent ? sharedIn(scope, await sharedAsinsOf(services, company)) : []
  const params = sumParams(company, question)
  const { listed, ...held } = await heldIn(services, company, params, {
    period,
    read: namesRead([...listedBy, ...compiled]),
  })
  const read = namesRead([...listedBy, ...compiled], isHeldBy(held))
  const ranking = rankingBy(
    { metric, belowZeroOf, numbers, listedBy },
    {
      basis: scope.basis,
      isByParent: byParent !== undefined,
      isLedgerCovered: coverageOf(ledger, period, yesterday).isCovered,
      usesBilledAdvertising: params.useBilledAdvertising,
      isBilledByDay: !params.useBilledAdvertising && params.advertised.length > 0,
      hasSharedAsins: shared.length > 0,
      ...held,
      isWhole: isOfAll(params) && question.allocation.shown.includes('OWN'),
      unsaid: new Set(
        unsaidOfProducts(
          question.streams(period),
          leavesOf(compiled).filter(isSummed),
          marketplaces,
          period,
          yesterday,
        ),
      ),
    },
  )
  const rows = await services.analytics.run(
    ranking,
    company,
    {
      ...params,
      ...listedRates(listed),
      ledgerLines: read.ledgerLines,
      ...Object.fromEntries(
        read.facts.flatMap(({ fact, names }, index) => [
          [`fact${index}`, fact],
          [`measures${index}`, names],
        ]),
      ),
      anyMarketplace: marketplaces.length === 0,
      shown: question.allocation.shown,
      settings: settingsIn(compiled).map((name) => toText(settingOf(name, scope.settings ?? {}), 12)),
      lows: numbers.map(({ value }) => value),
      highs: numbers.map(({ value, to = value }) => to),
      isDescending: asked.order === 'DESC',
      isAmongAll: among === undefined,
      among: [...(among ?? [])],
      ...(shared.length > 0 && {
        sharedAsins: shared.map(({ asin }) => asin),
        sharedSkus: shared.map(({ skus: [first] }) => first!),
      }),
      ...(byParent && {
        live: await liveVersions(services.accounts, company),
        keyText: byParent.searchText.trim(),
      }),
      limit,
      offset,
      shownBelowZero: Number(SHOWN_BELOW_ZERO),
    },
    { signal },
  )
  const [first] = rows
  // Beyond the last page; rows say how many there are.
  if (!first && offset > 0) {
    const { keys: _, ...counts } = await rankedProducts(
      services,
      company,
      { ...asked, limit: 1, offset: 0 },
      signal,
    )
    return { keys: [], ...counts }
  }
  return {
    keys: rows.flatMap(({ key, passes }) => (passes ? [key] : [])),
    total: first?.total ?? 0,
    belowZero: first?.belowZero ?? 0,
    unfiltered: first?.unfiltered ?? 0,
    withoutNumber: first?.withoutNumber ?? 0,
  }
}

/** More rates than these are joined and not listed. */
const LISTED_MAX = 10_000

/** What of the lines and measures that a question is about its period has, and the rates of the period. */
async function heldIn(
  services: Services,
  company: Company,
  { basis, currency }: Pick<ReturnType<typeof sumParams>, 'basis' | 'currency'>,
  { period, read }: { period: DateRange; read: ReturnType<typeof namesRead> },
): Promise<Pick<RankedFrom, 'measures' | 'mayLackRates' | 'rates'> & { listed: readonly RateOfDay[] }> {
  const days = { from: dayNumber(period.start), to: dayNumber(period.end) }
  const [ledger, ...facts] = await Promise.all([
    ledgerHeld(services, company, { basis, currency }, days),
    ...read.facts.map(({ fact }) => measuresHeld(services, company, { fact, currency }, days)),
  ])
  const all = [ledger, ...facts]
  const rates = all.flatMap((held) => held?.rates ?? [])
  const mayLackRates = all.some((held) => held?.lacksRates ?? true)
  const isKnown = all.every((held) => held?.rates !== undefined) && rates.length <= LISTED_MAX
  const namesOf = (held: HeldOnDays | undefined, fact: FactName | 'ledger', names: readonly string[]) =>
    names.filter((name) => held?.names.has(name) ?? true).map((name): Measure => `${fact}.${name}` as Measure)
  return {
    measures: [
      ...namesOf(ledger, 'ledger', read.ledgerLines),
      ...read.facts.flatMap(({ fact, names }, index) => namesOf(facts[index], fact, names)),
    ],
    mayLackRates,
    rates: !isKnown ? 'JOINED' : rates.length === 0 && !mayLackRates ? 'NONE' : 'LISTED',
    listed: isKnown ? rates : [],
  }
}

/** ASINs that several products share count with their parent, unless some of these are not selected. */
const sharedIn = ({ skus }: LedgerScope, shared: readonly SharedAsin[]) =>
  skus?.length ? heldBy(skus, shared) : shared
