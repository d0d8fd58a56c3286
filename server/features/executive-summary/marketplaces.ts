import { addMonths } from '#contract/date-range.ts'
import { ratio, toText, type Decimal, parseDecimal } from '#contract/decimal.ts'
import type { MarketplaceNow, MarketplacesNow, RealTimeInput, TileCell } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerByKey, answerWhole, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { isUneven, type ProjectedFrom } from '#server/metrics/forecast.ts'
import { reachOf, readNow } from './now.ts'
import { readTargets } from './targets.ts'
import { planTiles, projectedOn, tileCells, whereOver } from './tiles.ts'

const SALES = 'orderedAmount'

/** Sales of each marketplace in the columns of the tiles, and its target of the month. */
export async function marketplacesNow(
  services: Services,
  company: Company,
  input: RealTimeInput,
  signal: AbortSignal | undefined,
): Promise<MarketplacesNow> {
  const now = await readNow(services, company, input, signal)
  const { today } = now
  const plan = planTiles(now)
  const question = { scope: scopeOfOrders(input), metrics: [SALES] as const, periods: plan.asked }
  const [each, whole, targets] = await Promise.all([
    answerByKey(services, company, question, { by: 'marketplace', keys: 'ALL' }, signal),
    answerWhole(services, company, question, signal),
    readTargets(services, company, { ...input, from: addMonths(today, -1), to: today, today }),
  ])
  const row = (
    marketplace: string,
    answers: readonly Answered[],
    target: Decimal | null,
    parts?: readonly ProjectedFrom[],
  ): MarketplaceNow => {
    const cells = whereOver(tileCells(SALES, plan, answers, { parts }), (days) =>
      now.isLackingIn(days, marketplace),
    )
    const { value } = cells.MONTH_TO_DATE
    return {
      marketplace,
      cells,
      target: target === null ? null : toText(target),
      targetShare: target === null || value === null ? null : ratio(parseDecimal(value), target),
    }
  }
  const rows = [...new Set([...each.keys, ...targets.marketplacesOn(today)])]
    .map((code) => row(code, each.of(code), code === '' ? null : targets.ofMarketplace(code, today)))
    .filter(({ cells, target }) => target !== null || Object.values(cells).some(isSome))
  // The whole is projected as its rows are, so that they add up to it.
  const parts = isUneven(SALES, projectedOn(plan, whole))
    ? each.keys.map((code) => projectedOn(plan, each.of(code)))
    : undefined
  const total = row('', whole, targets.ofChosen(today), parts)
  const size = ({ cells }: MarketplaceNow) => Number(cells.MONTH_TO_DATE.value ?? 0)
  return {
    ...reachOf(now),
    rows: rows.toSorted((a, b) => size(b) - size(a) || a.marketplace.localeCompare(b.marketplace)),
    total,
  }
}

/** Money without a rate is something. */
const isSome = ({ value, unconverted }: TileCell): boolean =>
  unconverted !== undefined || (value !== null && parseDecimal(value) !== 0n)
