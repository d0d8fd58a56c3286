import type { GroupKey } from '#contract/explain.ts'
import { isMetricId, type MetricId } from '#contract/metrics/metrics.ts'
import { KEY_WORDS } from './group-names.ts'

/** How a number is told apart, as the address names it: `product`, `kind.unitsSold`, `product~CUP-BLUE`. */
export interface ToldApart {
  by: GroupKey
  /** Of a number that its rows do not add up to, which of its terms. */
  term?: MetricId
  /** The group whose lines are shown; an empty key is what belongs to none. */
  key?: string
}

/** Longer than the key of any group. */
const LENGTH_MAX = 4_000
/** As the server: what no store can hold is no key of a group. */
const UNSTORABLE = /\0|\p{Surrogate}/u

export const toldApartText = ({ by, term, key }: ToldApart): string =>
  `${by}${term ? `.${term}` : ''}${key === undefined ? '' : `~${key}`}`

/** Null where an address says nothing of it, or what does not exist. */
export function toldApartOf(text: string | undefined): ToldApart | null {
  if (!text || text.length > LENGTH_MAX || UNSTORABLE.test(text)) return null
  const [, by = '', term, key] = /^([a-z]+)(?:\.(\w+))?(?:~(.*))?$/s.exec(text) ?? []
  if (!isGroupKey(by) || (term !== undefined && !isMetricId(term))) return null
  return { by, ...(term !== undefined && { term }), ...(key !== undefined && { key }) }
}

const isGroupKey = (name: string): name is GroupKey => Object.hasOwn(KEY_WORDS, name)
