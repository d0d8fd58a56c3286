import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { toText } from '#contract/decimal.ts'
import type { Difference } from '#contract/verification.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { merged, type DaySeries } from '#server/metrics/facts/day-series.ts'
import { ledgerDaysAgain } from '#server/metrics/facts/ledger-days.ts'
import { measuredDaysAgain } from '#server/metrics/facts/measured-days.ts'
import { dateOfDay } from '#server/metrics/segments.ts'
import type { Compared } from './compare.ts'

/** Compares the days that this process keeps, or would keep for the next question, with what the files say. */
export async function compareKeptDays(
  services: Services,
  published: Company,
  recomputed: Company,
  { namedMax, signal }: { namedMax: number; signal: AbortSignal },
): Promise<Compared> {
  const facts = await services.analytics.rows<{ fact: string }>(
    'SELECT DISTINCT toString(fact) AS fact FROM measures_by_day WHERE company_id IN {ids:Array(String)} ORDER BY fact',
    { params: { ids: [published.id, recomputed.id] }, signal },
  )
  const found: Compared = { rows: 0, daysThatDiffer: 0, differences: [] }
  const add = (
    name: string,
    lineOf: (key: readonly string[]) => [line: string, ...of: string[]],
    both: { kept: readonly DaySeries[]; read: readonly DaySeries[] } | undefined,
  ) => {
    signal.throwIfAborted()
    if (!both) return
    found.rows += both.read.reduce((sum, { days }) => sum + days.length, 0)
    const differing = merged(both.kept, both.read.map(taken))
    found.daysThatDiffer += new Set(differing.flatMap(({ days }) => [...days])).size
    for (const series of differing) {
      const [line, ...of] = lineOf(series.key)
      for (const day of series.days) {
        if (found.differences.length >= namedMax) return
        found.differences.push({
          table: name,
          day: dateOfDay(day),
          line,
          of: [...of, series.currency].filter((word) => word !== '').join(' · '),
          published: amountOf(both.kept, series, day),
          recomputed: amountOf(both.read, series, day),
        })
      }
    }
  }
  for (const basis of PNL_BASES)
    add(
      'days of the statement in memory',
      ([line, marketplace]) => [line!, basis, marketplace!],
      await ledgerDaysAgain(services, published, recomputed, basis),
    )
  for (const { fact } of facts)
    add(
      'days of measures in memory',
      ([account, marketplace, level, measure]) => [measure!, fact, level!, marketplace!, account!],
      await measuredDaysAgain(services, published, recomputed, fact),
    )
  return found
}

const taken = (series: DaySeries): DaySeries => ({
  ...series,
  amounts: series.amounts.map((amount) => -amount),
  counts: series.counts.map((counts) => counts.map((count) => -count)),
})

function amountOf(
  all: readonly DaySeries[],
  { key, currency }: DaySeries,
  day: number,
): Difference['published'] {
  const series = all.find((one) => one.currency === currency && one.key.join('\t') === key.join('\t'))
  let [amount, rows] = [0n, 0]
  for (const [index, its] of series?.days.entries() ?? []) {
    if (its !== day) continue
    amount += series!.amounts[index]!
    rows += series!.counts[0]![index]!
  }
  return { amount: toText(amount * 1000n, 9), rows }
}
