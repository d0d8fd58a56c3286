import type { Explanation } from '#contract/explain.ts'

export interface RateGroup {
  kind: Explanation['rates'][number]['kind']
  marketplace: string
  lowest: string
  highest: string
  rowCount: number
}

/** One entry per kind and marketplace: a month has a few tax rates, and as many unit costs as products. */
export function rateGroups(rates: Explanation['rates']): RateGroup[] {
  const groups = new Map<string, RateGroup>()
  for (const { kind, marketplace, rate, rowCount } of rates) {
    const key = `${kind} ${marketplace}`
    const group = groups.get(key)
    if (!group) {
      groups.set(key, { kind, marketplace, lowest: rate, highest: rate, rowCount })
      continue
    }
    group.rowCount += rowCount
    if (Number(rate) < Number(group.lowest)) group.lowest = rate
    if (Number(rate) > Number(group.highest)) group.highest = rate
  }
  return [...groups.values()]
}
