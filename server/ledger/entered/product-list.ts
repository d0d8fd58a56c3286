import { isDeepStrictEqual } from 'node:util'
import type { ListProblem, ListRow, ReadList } from '#amazon/index.ts'
import {
  COST_PARTS,
  measureIn,
  MEASURES,
  measuresAfter,
  tagsIn,
  type Package,
} from '#contract/dashboards/product-master.ts'
import {
  CreatedCostInput,
  EnteredProductInput,
  type CostChanges,
  type ProductChange,
} from '#contract/product-master.ts'
import { parseDecimal, ZERO } from '#contract/decimal.ts'
import type { EnteredCost, EnteredProduct } from '#server/accounts/index.ts'
import type { HeldPeriod } from '#server/ledger/derivation/cost-periods.ts'
import { packageOf } from '#server/ledger/products/packages.ts'
import { problemsOf, type ListPlan } from './list-import.ts'
import { NOTHING, overlapsIn, plain, textsOfCost, textsOfProduct } from './product-changes.ts'

/** What stands where a list is imported. */
export interface ProductBooks {
  products: readonly EnteredProduct[]
  costs: readonly EnteredCost[]
  /** Costs that stand in files. */
  inFiles: readonly HeldPeriod[]
  /** SKUs that any file names. */
  known: Pick<ReadonlySet<string>, 'has'>
  /** What Amazon says that they measure. */
  packages: ReadonlyMap<string, Package>
}

export interface ProductChanges {
  products: ProductChange[]
  costs: CostChanges
}

const SAID = ['customName', 'category', 'tags', ...MEASURES] as const

const HEADINGS = { validFrom: 'valid_from', currency: 'currency', manufacturing: 'manufacturing' }

/** The product or the cost that a row is about, for finding its line again. */
export const productKey = (sku: string): string => JSON.stringify([sku])
export const costKey = ({
  sku,
  marketplace,
  validFrom,
}: Pick<EnteredCost, 'sku' | 'marketplace' | 'validFrom'>): string =>
  JSON.stringify([sku, marketplace ?? '', validFrom])

/** The SKUs of a list. */
export const skusIn = ({ rows }: ReadList): string[] => [
  ...new Set(rows.flatMap(({ values }) => values['sku'] ?? [])),
]

/**
 * What a list of products would change. A cell that is empty changes nothing; a row without an amount says nothing of costs, as the
 * rows of a template that nobody has filled in. Rows of unknown products are left out.
 */
export function plannedProducts(
  list: ReadList,
  books: ProductBooks,
): ListPlan<ProductChanges> & { lineOf: ReadonlyMap<string, number> } {
  const problems: ListProblem[] = [...list.problems]
  const unknown: { lineNumber: number; name: string }[] = []
  const lineOf = new Map<string, number>()
  const said = new Map<string, Record<string, string>>()
  const costs: { lineNumber: number; sku: string; values: ListRow['values'] }[] = []
  for (const { lineNumber, values } of list.rows) {
    const { sku } = values
    if (!sku) {
      problems.push({ lineNumber, column: list.headings['sku']!, text: 'missing' })
      continue
    }
    if (!books.known.has(sku)) {
      unknown.push({ lineNumber, name: sku })
      continue
    }
    const before = said.get(sku) ?? {}
    const now: Record<string, string> = { ...before }
    for (const column of SAID) {
      const text = saidIn(values, column)
      if (text === undefined) continue
      if (before[column] !== undefined && before[column] !== text)
        problems.push({
          lineNumber,
          column: list.headings[column]!,
          text: `line ${lineOf.get(productKey(sku))} says something else of this product`,
        })
      now[column] = text
    }
    if (!lineOf.has(productKey(sku))) lineOf.set(productKey(sku), lineNumber)
    said.set(sku, now)
    if (COST_PARTS.some((part) => values[part] != null)) costs.push({ lineNumber, sku, values })
  }
  const products = productChanges(said, books)
  for (const change of products) {
    const { success, error } = EnteredProductInput.safeParse(change)
    if (!success) problems.push(...problemsOf(error, lineOf.get(productKey(change.sku))!, list))
  }
  const planned = costChanges(costs, list, books)
  problems.push(...planned.problems)
  for (const [key, line] of planned.lineOf) lineOf.set(key, line)
  const touched = new Set([
    ...products.map(({ sku }) => lineOf.get(productKey(sku))),
    ...[...planned.changes.created, ...planned.changes.updated].map((cost) => lineOf.get(costKey(cost))),
  ])
  const wrong = new Set(problems.map(({ lineNumber }) => lineNumber))
  return {
    changes: { products, costs: planned.changes },
    problems,
    unknown,
    unread: list.unread,
    lineOf,
    rows: new Set([...list.rows, ...list.problems].map(({ lineNumber }) => lineNumber)).size,
    unchanged: list.rows.filter(
      ({ lineNumber, values }) =>
        books.known.has(values['sku'] ?? '') && !touched.has(lineNumber) && !wrong.has(lineNumber),
    ).length,
  }
}

/** What a row says in a column, in the way in which it is kept; undefined for an empty cell. */
function saidIn(values: ListRow['values'], column: (typeof SAID)[number]): string | undefined {
  const text = values[column] ?? undefined
  const isMeasure = (MEASURES as readonly string[]).includes(column)
  return isMeasure && text !== undefined ? (measureIn(text) ?? text) : text
}

/** Products of which something else is said than stands. */
function productChanges(
  said: ReadonlyMap<string, Record<string, string>>,
  { products, packages }: ProductBooks,
): ProductChange[] {
  const standing = new Map(products.map((product) => [product.sku, product]))
  return [...said].flatMap(([sku, texts]) => {
    const was = standing.get(sku)
    const { customName, category, tags } = was ?? NOTHING
    const next = {
      sku,
      revision: was?.revision ?? 0,
      customName: texts['customName'] ?? customName,
      category: texts['category'] ?? category,
      tags: texts['tags'] === undefined ? tags : tagsIn(texts['tags']),
      ...measuresAfter(packageOf(packages.get(sku), was), texts),
    }
    return isDeepStrictEqual(textsOfProduct(next), textsOfProduct(was ?? NOTHING)) ? [] : [next]
  })
}

/** Whether a file says the same of a cost, which ends where it is not said to end elsewhere. */
const isSaid = (cost: CostChanges['created'][number], filed: HeldPeriod | undefined): boolean =>
  filed !== undefined &&
  filed.currency === cost.currency &&
  (cost.validTo === null || cost.validTo === filed.validTo) &&
  COST_PARTS.every((part) => cost[part] === null || sameAmount(cost[part], filed[part]))
const isSome = (amount: string | null | undefined): boolean => amount != null && parseDecimal(amount) !== ZERO
const sameAmount = (one: string, other: string | null): boolean =>
  other !== null && parseDecimal(one) === parseDecimal(other)

function costChanges(
  rows: readonly { lineNumber: number; sku: string; values: ListRow['values'] }[],
  list: ReadList,
  { costs, inFiles }: ProductBooks,
) {
  const problems: ListProblem[] = []
  const lineOf = new Map<string, number>()
  const changes: CostChanges = { created: [], updated: [], deleted: [] }
  const standing = new Map(costs.map((cost) => [costKey(cost), cost]))
  const filed = new Map(inFiles.map((cost) => [costKey(cost), cost]))
  const after = new Map<string, Pick<EnteredCost, 'sku' | 'marketplace' | 'validFrom' | 'validTo'>>(standing)
  for (const { lineNumber, sku, values } of rows) {
    const missing = (['validFrom', 'currency', 'manufacturing'] as const).filter(
      (column) => values[column] == null,
    )
    const key = costKey({
      sku,
      marketplace: values['marketplace'] ?? null,
      validFrom: values['validFrom'] ?? '',
    })
    const was = standing.get(key)
    // An entered cost takes the place of the whole one of a file: what the row leaves empty stays as that has it.
    const before = was ?? filed.get(key)
    const lacking = missing.filter((column) => column === 'validFrom' || before?.[column] == null)
    if (lacking.length > 0) {
      problems.push(
        ...lacking.map((column) => ({
          lineNumber,
          column: list.headings[column] ?? HEADINGS[column],
          text: column === 'manufacturing' ? 'missing; 0 where it costs nothing' : 'missing',
        })),
      )
      continue
    }
    if (lineOf.has(key)) {
      problems.push({
        lineNumber,
        column: '',
        text: `line ${lineOf.get(key)} is of the same product, marketplace and day`,
      })
      continue
    }
    lineOf.set(key, lineNumber)
    const currency = values['currency'] ?? before?.currency
    const staysInAnother = COST_PARTS.some((part) => values[part] == null && isSome(before?.[part]))
    if (before && currency !== before.currency && staysInAnother) {
      problems.push({
        lineNumber,
        column: list.headings['currency'] ?? HEADINGS.currency,
        text: `this cost is in ${before.currency} so far: give each of its parts in ${currency}`,
      })
      continue
    }
    const { success, data, error } = CreatedCostInput.safeParse({
      sku,
      marketplace: values['marketplace'] ?? null,
      validFrom: values['validFrom'],
      validTo: values['validTo'] ?? before?.validTo ?? null,
      ...Object.fromEntries(
        (['currency', ...COST_PARTS] as const).map((name) => [name, values[name] ?? before?.[name] ?? null]),
      ),
    })
    if (!success) {
      problems.push(...problemsOf(error, lineNumber, list))
      continue
    }
    if (!was && isSaid(data, filed.get(key))) continue
    after.set(key, data)
    if (!was) changes.created.push(data)
    else if (!isDeepStrictEqual(textsOfCost({ ...was, ...plain(data) }), textsOfCost(was)))
      changes.updated.push({ ...data, id: was.id, revision: was.revision })
  }
  const all = [...after.values()]
  const touched = [...lineOf.keys()].flatMap((key) => {
    const cost = after.get(key)
    return cost && cost !== standing.get(key) ? [cost] : []
  })
  for (const { cost, date } of overlapsIn(all, touched, { inFiles }))
    problems.push({
      lineNumber: lineOf.get(costKey(cost))!,
      column: list.headings['validFrom'] ?? '',
      text: `this period overlaps one that starts on ${date}`,
    })
  return { changes, problems, lineOf }
}
