import type { SearchParams } from '#web/search-params.ts'
import { settledRange, type DateRules, type FilterNotice } from './date-rules.ts'
import type { FilterContext, FilterField } from './filter-fields.ts'

// A field both takes and gives its value, so only `any` holds fields of all values.
// oxlint-disable-next-line typescript/no-explicit-any
export type FilterFields = Record<string, FilterField<any>>

interface Dates {
  startDate: string
  endDate: string
}

/** The values that the fields of a dashboard hold; each dashboard has a range of days. */
export type FilterValues<F extends FilterFields> = {
  [K in keyof F]: F[K] extends FilterField<infer T> ? T : never
} & Dates

/**
 * The filters of a dashboard as data. The address holds all of them, local storage those that are kept from visit to
 * visit, and what neither says is a default.
 */
export interface Dashboard<F extends FilterFields> {
  /** The place in local storage. */
  storageKey: (companyId: string) => string
  fields: F
  dates: DateRules
  /** Values that others force, as a long range has no weeks. The address goes on saying what was asked for. */
  settle?: (values: FilterValues<F>) => Partial<FilterValues<F>>
  /** What is said where a change asks for what others rule out; null where it does not. */
  refusal?: (asked: FilterValues<F>) => string | null
}

export const defineDashboard = <F extends FilterFields>(dashboard: Dashboard<F>): Dashboard<F> => dashboard

interface Reading<F extends FilterFields> {
  /** What the dashboard shows. */
  values: FilterValues<F>
  /** The address that says all of it. */
  params: SearchParams
  /** What was put right. */
  notice: FilterNotice | null
}

/** Reads an address. Where it is silent, or says what does not exist, storage speaks, and then the defaults. */
export function readFilters<F extends FilterFields>(
  dashboard: Dashboard<F>,
  search: SearchParams,
  stored: unknown,
  context: FilterContext,
): Reading<F> {
  const kept = textsOf(stored)
  const asked = Object.entries(dashboard.fields).map(([name, field]): [string, unknown] => [
    name,
    firstSaid(
      () => readText(field, search[name]),
      () => field.preferred?.(context),
      () => (field.isStored ? readText(field, kept[name]) : undefined),
      () => field.initial(context),
    ),
  ])
  const isStoredRange = dashboard.dates.isStored === true && !search['startDate'] && !search['endDate']
  const dates = isStoredRange ? kept : search
  const { range, notice } = settledRange(
    { start: dates['startDate'], end: dates['endDate'] },
    dashboard.dates,
    context,
  )
  const values = {
    ...Object.fromEntries(asked),
    startDate: range.start,
    endDate: range.end,
  } as FilterValues<F>
  return {
    values: { ...values, ...dashboard.settle?.(values) },
    params: paramsOf(dashboard, values),
    notice,
  }
}

const readText = (field: FilterField<unknown>, text: string | undefined): unknown =>
  text === undefined ? undefined : field.read(text)

/** The first that says something; null says "none". */
const firstSaid = (...answers: (() => unknown)[]): unknown => {
  for (const answer of answers) {
    const said = answer()
    if (said !== undefined) return said
  }
  return undefined
}

/** The parameters that say these values; others stay as they are. */
export function paramsOf<F extends FilterFields>(
  { fields }: Dashboard<F>,
  values: Partial<FilterValues<F>>,
): SearchParams {
  const { startDate, endDate, ...others } = values as Partial<Dates> & Record<string, unknown>
  const texts = Object.entries(others).flatMap(([name, value]): [string, string][] => {
    const field = fields[name]
    return field ? [[name, field.write(value)]] : []
  })
  return { ...Object.fromEntries(texts), ...(startDate && { startDate }), ...(endDate && { endDate }) }
}

/** What local storage holds after a change. Only what the person chose is kept, not what was forced or default. */
export function storedAfter<F extends FilterFields>(
  dashboard: Dashboard<F>,
  stored: unknown,
  changes: Partial<FilterValues<F>>,
): SearchParams {
  const isKept = (name: string) =>
    name === 'startDate' || name === 'endDate'
      ? dashboard.dates.isStored === true
      : dashboard.fields[name]?.isStored === true
  const texts = { ...textsOf(stored), ...paramsOf(dashboard, changes) }
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isKept(name)))
}

const textsOf = (stored: unknown): SearchParams =>
  Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
