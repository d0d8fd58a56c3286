import { expect } from 'vitest'
import { absolute, parseDecimal, type Decimal } from '#contract/decimal.ts'
import { GROUP_KEYS, type ExplainGroup, type ExplainGroupsInput } from '#contract/explain.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { TestServer } from './server.ts'

type Question = Omit<Partial<ExplainGroupsInput>, 'companyId' | 'by'> &
  Pick<ExplainGroupsInput, 'startDate' | 'endDate' | 'currencyCode'> & {
    companyId: string
    metricId: MetricId
  }

/**
 * Holds a number against its groups, by every key: they add up to it in value and rows, and the lines that are listed for
 * the first and the last of them add up to these; and the last can be asked for alone. Resolves with how many groups there were.
 */
export async function expectGroupsToAddUp({ operator }: TestServer, question: Question): Promise<number> {
  const { audit } = operator
  const whole = await audit.explainValue({ ...question, limit: 0 })
  let counted = 0
  for (const by of GROUP_KEYS) {
    const groups: ExplainGroup[] = []
    let page
    do {
      page = await audit.explainGroups({ ...question, by, offset: groups.length })
      groups.push(...page.groups)
    } while (groups.length < page.groupCount)
    const ends = groups.length > 1 ? [groups[0]!, groups.at(-1)!] : groups
    const about = JSON.stringify([question, by])
    expect([about, page.metricId, page.rowCount, sumOf(groups, ({ rowCount }) => rowCount)]).toEqual([
      about,
      question.metricId,
      whole.rowCount,
      whole.rowCount,
    ])
    expect([about, new Set(groups.map(({ key }) => key)).size]).toEqual([about, groups.length])
    if (whole.value !== null) {
      expectNear(about, decimals(groups.map(({ value }) => value)), whole.value, groups.length)
      expectNear(about, [parseDecimal(page.value!)], whole.value, 1)
    }
    if (groups.length > 1) {
      const alone = await audit.explainGroups({ ...question, by, groupKey: groups.at(-1)!.key })
      expect([about, alone.groups]).toEqual([about, groups.slice(-1)])
    }
    for (const { key, value, rowCount } of ends) {
      const lines = await audit.explainLines({ ...question, group: { by, key }, limit: 500 })
      expect([about, key, lines.rowCount]).toEqual([about, key, rowCount])
      if (lines.rows.length < rowCount) continue
      const amounts = lines.rows.map(({ converted }) => converted)
      if (value === null) expect([about, key, amounts.includes(null)]).toEqual([about, key, true])
      else expectNear(`${about} ${key}`, decimals(amounts), value, rowCount)
    }
    counted += groups.length
  }
  return counted
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0)
const decimals = (texts: readonly (string | null)[]): Decimal[] => texts.map((text) => parseDecimal(text!))

/** Each of them, and the sum, is written with six digits. */
function expectNear(about: string, parts: readonly Decimal[], sum: string, count: number): void {
  const difference = absolute(parts.reduce((all, one) => all + one, 0n) - parseDecimal(sum))
  expect([about, difference <= 1_000_000n * BigInt(count + 1)]).toEqual([about, true])
}
