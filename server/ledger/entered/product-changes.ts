import { isDeepStrictEqual } from 'node:util'
import {
  COST_PARTS,
  ENTERED_COSTS_MAX,
  ENTERED_PRODUCTS_MAX,
  measureIn,
  MEASURES,
  overlapOf,
  TAG_KINDS_MAX,
  type Measure,
} from '#contract/dashboards/product-master.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { CostChanges, ProductChange } from '#contract/product-master.ts'
import type { EnteredCost, EnteredProduct, ProductEditRow } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'

/** Products or costs, by SKU or id, that stand otherwise than they were read. */
export class ProductsChanged extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super(`${ids.length === 1 ? '1 row was' : `${ids.length} rows were`} changed by somebody else.`)
    this.ids = ids
  }
}

interface Author {
  actor: string
  at: Date
}

/**
 * What products are called after a call, those alone that are others than before, with what it did. A tag or category goes by
 * the spelling that it has already. Throws `ProductsChanged`, or `AppError` where there would be too much.
 */
export function changedProducts(
  before: readonly EnteredProduct[],
  changes: readonly ProductChange[],
  { actor, at }: Author,
): { changed: EnteredProduct[]; edits: ProductEditRow[] } {
  const were = new Map(before.map((product) => [product.sku, product]))
  const stale = changes.filter(({ sku, revision }) => (were.get(sku)?.revision ?? 0) !== revision)
  if (stale.length > 0) throw new ProductsChanged(stale.map(({ sku }) => sku))
  const tags = new Spelling(before.flatMap((product) => product.tags))
  const categories = new Spelling(before.map(({ category }) => category))
  const changed: EnteredProduct[] = []
  const edits: ProductEditRow[] = []
  for (const { revision, tags: said, ...product } of changes) {
    const { sku, category } = product
    const next = {
      ...product,
      category: category && categories.of(category),
      tags: [...new Set(said.map((tag) => tags.of(tag)))],
      ...plainMeasures(product),
    }
    const was = textsOfProduct(were.get(sku) ?? NOTHING)
    const is = textsOfProduct(next)
    const columns = Object.keys(is).filter((column) => is[column] !== was[column])
    if (columns.length === 0) continue
    changed.push({ ...next, revision: revision + 1, changedAt: at, changedBy: actor })
    const only = (texts: Texts) => Object.fromEntries(columns.map((column) => [column, texts[column]!]))
    edits.push({ subject: 'PRODUCT', subjectId: sku, sku, before: only(was), after: only(is) })
  }
  const after = new Map([...were, ...changed.map((product) => [product.sku, product] as const)])
  mustFit(after.size, ENTERED_PRODUCTS_MAX, 'products with entered names, categories, tags or sizes')
  const kinds = (of: (product: EnteredProduct) => string[]) =>
    new Set([...after.values()].flatMap(of).filter(Boolean)).size
  mustFit(
    kinds((product) => product.tags),
    TAG_KINDS_MAX,
    'different tags',
  )
  mustFit(
    kinds(({ category }) => [category]),
    TAG_KINDS_MAX,
    'different categories',
  )
  return { changed, edits }
}

/** As they are kept. */
const plainMeasures = (said: Pick<EnteredProduct, Measure>) =>
  Object.fromEntries(
    MEASURES.map((measure) => [measure, said[measure] === null ? null : measureIn(said[measure])!]),
  ) as Pick<EnteredProduct, Measure>

type Said = Pick<EnteredProduct, 'customName' | 'category' | 'tags' | Measure>
/** What is entered of a product of which nothing ever was. */
export const NOTHING: Said = {
  customName: '',
  category: '',
  tags: [],
  length: null,
  width: null,
  height: null,
  weight: null,
}

type Texts = Record<string, string>
/** What is entered of a product as texts, as its history has it. */
export const textsOfProduct = ({ customName, category, tags, ...measures }: Said): Texts => ({
  customName,
  category,
  tags: tags.join(', '),
  ...Object.fromEntries(MEASURES.map((measure) => [measure, measures[measure] ?? ''])),
})

function mustFit(count: number, max: number, what: string): void {
  if (count > max) throw new AppError('PRODUCTS_FULL', { max, what })
}

/** Words that differ in their case alone are one, spelled as it was first. */
class Spelling {
  readonly #known = new Map<string, string>()
  constructor(words: readonly string[]) {
    for (const word of words) this.of(word)
  }
  of(word: string): string {
    const key = word.toLowerCase()
    const known = this.#known.get(key)
    if (known === undefined) this.#known.set(key, word)
    return known ?? word
  }
}

export interface CostAuthor extends Author {
  newId: () => string
  /** Periods that stand in files. */
  inFiles: readonly Period[]
}

/**
 * The entered costs after a call, with what it did. Throws `ProductsChanged`, or `AppError` where periods overlap or there would
 * be too many.
 */
export function changedCosts(
  before: readonly EnteredCost[],
  changes: CostChanges,
  author: CostAuthor,
): { after: EnteredCost[]; edits: ProductEditRow[] } {
  const after = costsAfter(before, changes, author)
  const standing = new Map(before.map((cost) => [cost.id, cost]))
  const touched = after.filter((cost) => standing.get(cost.id) !== cost)
  const [overlap] = overlapsIn(after, touched, author)
  if (overlap) throw new AppError('COSTS_OVERLAP', { sku: overlap.cost.sku, date: overlap.date })
  const left = new Set(after.map(({ id }) => id))
  const edit = (cost: EnteredCost, was: Texts | null, is: Texts | null): ProductEditRow => ({
    subject: 'COST',
    subjectId: cost.id,
    sku: cost.sku,
    before: was,
    after: is,
  })
  return {
    after,
    edits: [
      ...touched.map((cost) => {
        const was = standing.get(cost.id)
        return edit(cost, was ? textsOfCost(was) : null, textsOfCost(cost))
      }),
      ...before.filter(({ id }) => !left.has(id)).map((cost) => edit(cost, textsOfCost(cost), null)),
    ],
  }
}

function costsAfter(
  before: readonly EnteredCost[],
  { created, updated, deleted }: CostChanges,
  { actor: changedBy, at: changedAt, newId }: CostAuthor,
): EnteredCost[] {
  const revisions = new Map(before.map(({ id, revision }) => [id, revision]))
  const stale = [...updated, ...deleted].filter(({ id, revision }) => revisions.get(id) !== revision)
  if (stale.length > 0) throw new ProductsChanged(stale.map(({ id }) => id))
  const values = new Map(updated.map((cost) => [cost.id, cost]))
  const gone = new Set(deleted.map(({ id }) => id))
  const kept = before
    .filter(({ id }) => !gone.has(id))
    .map((cost): EnteredCost => {
      const said = values.get(cost.id)
      const next = said ? { ...cost, ...plain(said), revision: cost.revision } : cost
      if (isDeepStrictEqual(next, cost)) return cost
      return { ...next, revision: cost.revision + 1, changedAt, changedBy }
    })
  const last = before.at(-1)?.position ?? 0
  const come = created.map((cost, index): EnteredCost => ({
    ...plain(cost),
    id: newId(),
    position: last + 1 + index,
    revision: 1,
    changedAt,
    changedBy,
  }))
  const after = [...kept, ...come]
  mustFit(after.length, ENTERED_COSTS_MAX, 'entered costs')
  return after
}

type Period = Pick<EnteredCost, 'sku' | 'marketplace' | 'validFrom' | 'validTo'>

/** Those of some periods that overlap others, each with the day on which the other one starts. */
export function overlapsIn<T extends Period>(
  all: readonly Period[],
  touched: readonly T[],
  { inFiles }: Pick<CostAuthor, 'inFiles'>,
): { cost: T; date: string }[] {
  const [entered, filed] = [inOrder(all), inOrder(inFiles)]
  return touched.flatMap((cost) => {
    // What is entered takes the place of what a file says of the same day.
    const files = startingFrom(filed, cost, ({ validFrom }) => validFrom > cost.validFrom)
    const others = startingFrom(entered, cost, ({ validFrom }) => validFrom >= cost.validFrom)
    const date =
      overlapOf(
        cost,
        others.filter((other) => other !== cost),
      ) ?? overlapOf(cost, files)
    return date === null ? [] : [{ cost, date }]
  })
}

const placeOf = ({ sku, marketplace }: Period): string => JSON.stringify([sku, marketplace])

/** The periods of each product and marketplace, in the order of their first days. */
function inOrder(periods: readonly Period[]): Map<string, Period[]> {
  const found = new Map<string, Period[]>()
  for (const period of periods) {
    const of = found.get(placeOf(period))
    if (of) of.push(period)
    else found.set(placeOf(period), [period])
  }
  for (const of of found.values())
    of.sort((a, b) => (a.validFrom < b.validFrom ? -1 : a.validFrom > b.validFrom ? 1 : 0))
  return found
}

/** Nearest first, of a period's product and marketplace: two, of which one may be the period itself. No other can come before them. */
function startingFrom(
  periods: ReadonlyMap<string, Period[]>,
  cost: Period,
  isReached: (other: Period) => boolean,
): Period[] {
  const of = periods.get(placeOf(cost)) ?? []
  let [low, high] = [0, of.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(of[middle]!)) high = middle
    else low = middle + 1
  }
  return of.slice(low, low + 2)
}

/** With amounts as they are kept. */
export function plain<T extends CostChanges['created'][number]>(cost: T): T {
  const amount = (text: string | null) => (text === null ? null : toText(parseDecimal(text), 9))
  return { ...cost, ...Object.fromEntries(COST_PARTS.map((part) => [part, amount(cost[part])])) }
}

/** The columns of a cost as texts, as its history has them. */
export const textsOfCost = (cost: EnteredCost): Texts => ({
  marketplace: cost.marketplace ?? '',
  validFrom: cost.validFrom,
  validTo: cost.validTo ?? '',
  currency: cost.currency,
  ...Object.fromEntries(COST_PARTS.map((part) => [part, cost[part] ?? ''])),
})

/** The costs as the facts file that the ledger reads: line by line in their order, the same bytes for the same costs. */
export function costsFile(costs: readonly EnteredCost[]): string {
  const rows = costs.map((cost) => {
    const { validFrom, validTo, fbmShipping, ...texts } = textsOfCost(cost)
    const said = Object.entries({
      sku: cost.sku,
      ...texts,
      valid_from: validFrom!,
      valid_to: validTo!,
      fbm_shipping: fbmShipping!,
    })
    return JSON.stringify(Object.fromEntries(said.filter(([, text]) => text !== '')))
  })
  return `{"product_costs": [\n${rows.join(',\n')}\n]}\n`
}
