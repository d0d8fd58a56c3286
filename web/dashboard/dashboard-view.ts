import { GROWTH_TYPES, isYearOrLonger } from '#contract/periods.ts'
import { settledRange, type DateRules, type FilterNotice } from '#web/filters/date-rules.ts'
import {
  currencyField,
  marketplacesField,
  namesField,
  oneOfOrNone,
  type FilterContext,
  type FilterField,
} from '#web/filters/filter-fields.ts'
import { PRODUCTS_SELECTED_MAX } from '#web/filters/selection-limit.ts'
import type { SearchParams } from '#web/search-params.ts'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import type { FilterControlProps } from './DashboardFilters.tsx'

// A field both takes and gives its value, so only `any` holds fields of all values.
// oxlint-disable-next-line typescript/no-explicit-any
export type FilterFields = Record<string, FilterField<any>>

// No interface, which nothing could be looked up in by a name of the address.
type Dates = { startDate: string; endDate: string }

/** The values that the fields of a dashboard hold; each dashboard has a range of days. */
export type FilterValues<F extends FilterFields> = {
  [K in keyof F]: F[K] extends FilterField<infer T> ? T : never
} & Dates

const BRANDS_MAX = 100

const COMMON_FIELDS = {
  currencyCode: currencyField(),
  marketplaces: marketplacesField(),
  /** Null: growth is not shown. */
  growthType: oneOfOrNone(GROWTH_TYPES, 'MONTH_ON_MONTH', { isStored: true }),
  brandNames: namesField(BRANDS_MAX),
  /** SKUs, names of tags and names of categories. */
  products: namesField(PRODUCTS_SELECTED_MAX),
  tags: namesField(PRODUCTS_SELECTED_MAX),
  categories: namesField(PRODUCTS_SELECTED_MAX),
}
type CommonFields = typeof COMMON_FIELDS

/** The filters that dashboards have in common, and the fields that each brings into the view. */
const FILTERS = {
  marketplaces: ['marketplaces'],
  currency: ['currencyCode'],
  dates: [],
  /** Ranges of days that one press chooses. */
  presets: [],
  growth: ['growthType'],
  products: ['products', 'tags', 'categories'],
  brands: ['brandNames'],
} as const satisfies Record<string, readonly (keyof CommonFields)[]>
export type CommonFilter = keyof typeof FILTERS
type FieldsOf<C extends CommonFilter> = Pick<CommonFields, (typeof FILTERS)[C][number]>

/** What the frame knows of any view; a page has those of its filters. */
export type CommonView = Partial<Omit<FilterValues<CommonFields>, keyof Dates>> & Dates

/** A page's own select over one of its fields. The choices are the texts by which an address says them. */
interface ChoiceFilter<Name extends string = string> {
  field: Name
  label: string
  choices: readonly Choice<string>[]
}

/** A page's own control over one of its fields, where that is no select. */
interface OwnFilter<Name extends string = string> {
  field: Name
  Control: React.ComponentType<FilterControlProps>
}
export type DashboardFilter<C extends CommonFilter = CommonFilter, Name extends string = string> =
  C | ChoiceFilter<Name> | OwnFilter<Name>

interface Rules<F extends FilterFields> {
  /** The place in local storage. */
  storageKey: (companyId: string) => string
  dates: DateRules
  /** The print dialog closes before the page is printed, rather than staying until it has been. */
  closesBeforePrint?: boolean
  /** Values that others force, as a long range has no weeks. The address goes on saying what was asked for. */
  settle?: (values: FilterValues<F>) => Partial<FilterValues<F>>
  /** What is said where a change asks for what others rule out; null where it does not. */
  refusal?: (asked: FilterValues<F>) => string | null
  /** Filters that a choice makes meaningless: it clears them, they can't be used, and what an address says of them does not hold. */
  ruledOut?: (values: FilterValues<F>) => readonly CommonFilter[]
}

/**
 * The view of a dashboard as data. The address holds all of it, local storage what is kept from visit to visit, and
 * what neither says is a default.
 */
export interface Dashboard<F extends FilterFields> extends Rules<F> {
  /** Of the filters and of the page. */
  fields: F
  /** In the order in which they keep their place in the bar. */
  filters: readonly DashboardFilter[]
  /** Those that stand in Advanced filters. */
  advanced: readonly DashboardFilter[]
}

export type ViewOf<D> = D extends Dashboard<infer F> ? FilterValues<F> : never

interface Declaration<C extends CommonFilter, F extends FilterFields> extends Rules<FieldsOf<C> & F> {
  filters: readonly DashboardFilter<C, NoInfer<keyof F & string>>[]
  advanced?: readonly DashboardFilter<C, NoInfer<keyof F & string>>[]
  /** What only this page has. */
  fields: F
}

export function defineDashboard<const C extends CommonFilter, F extends FilterFields>({
  advanced = [],
  ...declared
}: Declaration<C, F>): Dashboard<FieldsOf<C> & F> {
  const common = [...declared.filters, ...advanced]
    .flatMap((filter) => (typeof filter === 'string' ? fieldsOf(filter) : []))
    .map((name) => [name, COMMON_FIELDS[name]] as const)
  return {
    ...declared,
    advanced,
    fields: { ...(Object.fromEntries(common) as FieldsOf<C>), ...declared.fields },
  }
}

const fieldsOf = (filter: CommonFilter): readonly (keyof CommonFields)[] => FILTERS[filter]

/** Whether something is chosen in a filter that does not hold by itself. */
export const isApplied = <F extends FilterFields>(
  { fields }: Dashboard<F>,
  filter: DashboardFilter,
  values: FilterValues<F>,
  context: FilterContext,
): boolean =>
  (typeof filter === 'string' ? fieldsOf(filter) : [filter.field]).some((name) => {
    const field = fields[name]!
    return field.write(values[name]) !== field.write(field.initial(context))
  })

interface Reading<F extends FilterFields> {
  /** What the dashboard shows. */
  values: FilterValues<F>
  /** The address that says all of it. */
  params: SearchParams
  /** What was put right. */
  notice: FilterNotice | null
}

/** What a change writes: filters that it makes meaningless are cleared. */
export function changesWithCleared<F extends FilterFields>(
  dashboard: Dashboard<F>,
  values: FilterValues<F>,
  changes: Partial<FilterValues<F>>,
  context: FilterContext,
): Partial<FilterValues<F>> {
  return { ...changes, ...clearedBy(dashboard, { ...values, ...changes }, context) }
}

/** What storage says in a company: one name may keep for all of them, and marketplaces are those of the one they were chosen in. */
export function keptFor(companyId: string, stored: unknown): SearchParams {
  const { marketplaces, ...kept } = textsOf(stored)
  const isOfAnother = kept['companyId'] !== undefined && kept['companyId'] !== companyId
  return { ...kept, ...(marketplaces !== undefined && !isOfAnother && { marketplaces }), companyId }
}

/** Reads an address. Where it is silent, or says what does not exist, storage speaks, and then the defaults. */
export function readView<F extends FilterFields>(
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
  return { values: settled(dashboard, values, context), params: paramsOf(dashboard, values), notice }
}

function settled<F extends FilterFields>(
  dashboard: Dashboard<F>,
  values: FilterValues<F>,
  context: FilterContext,
): FilterValues<F> {
  const { growthType, startDate, endDate }: CommonView = values
  return {
    ...values,
    // A range of a year or longer has no month before it to compare with.
    ...(growthType && isYearOrLonger({ start: startDate, end: endDate }) && { growthType: 'YEAR_ON_YEAR' }),
    ...clearedBy(dashboard, values, context),
    ...dashboard.settle?.(values),
  }
}

function clearedBy<F extends FilterFields>(
  { fields, ruledOut }: Dashboard<F>,
  values: FilterValues<F>,
  context: FilterContext,
): Partial<FilterValues<F>> {
  const names = ruledOut?.(values).flatMap(fieldsOf) ?? []
  return Object.fromEntries(names.map((name) => [name, fields[name]!.initial(context)])) as Partial<
    FilterValues<F>
  >
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
      : name === 'companyId' || dashboard.fields[name]?.isStored === true
  const texts = { ...textsOf(stored), ...paramsOf(dashboard, changes) }
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isKept(name)))
}

const textsOf = (stored: unknown): SearchParams =>
  Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
