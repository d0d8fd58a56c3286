/** What takes back what a call did, as far as it stands as that call left it. */
import { isDeepStrictEqual } from 'node:util'
import { MEASURES, tagsIn } from '#contract/dashboards/product-master.ts'
import type { ExpenseChanges } from '#contract/expenses.ts'
import { CreatedCostInput, type ProductChange } from '#contract/product-master.ts'
import type {
  BookedEdit,
  EnteredCost,
  EnteredProduct,
  ExpenseBooks,
  ProductEditRow,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { ExpensesChanged, namesIn, textsOf } from './expense-changes.ts'
import { NOTHING, ProductsChanged, textsOfCost, textsOfProduct } from './product-changes.ts'
import type { ProductChanges } from './product-list.ts'

/** Throws `ProductsChanged` with all products and costs that somebody has changed since. */
export function undoneProducts(
  edits: readonly ProductEditRow[],
  { products, costs }: { products: readonly EnteredProduct[]; costs: readonly EnteredCost[] },
): ProductChanges {
  const named = new Map(products.map((product) => [product.sku, product]))
  const standing = new Map(costs.map((cost) => [cost.id, cost]))
  const changes: ProductChanges = { products: [], costs: { created: [], updated: [], deleted: [] } }
  const stale: string[] = []
  for (const { subject, subjectId, sku, before, after } of edits)
    if (subject === 'PRODUCT') {
      const now = named.get(sku) ?? { ...NOTHING, revision: 0 }
      const texts = textsOfProduct(now)
      if (Object.entries(after ?? {}).some(([column, text]) => texts[column] !== text)) stale.push(sku)
      else changes.products.push(withTexts(sku, now, before ?? {}))
    } else {
      const now = standing.get(subjectId)
      if (!isDeepStrictEqual(now ? textsOfCost(now) : null, after)) stale.push(subjectId)
      else if (!before) changes.costs.deleted.push({ id: subjectId, revision: now!.revision })
      else if (now)
        changes.costs.updated.push({ ...costIn(sku, before), id: subjectId, revision: now.revision })
      else changes.costs.created.push(costIn(sku, before))
    }
  if (stale.length > 0) throw new ProductsChanged(stale)
  return changes
}

const withTexts = (
  sku: string,
  now: Omit<ProductChange, 'sku'>,
  texts: Record<string, string>,
): ProductChange => ({
  sku,
  revision: now.revision,
  customName: texts['customName'] ?? now.customName,
  category: texts['category'] ?? now.category,
  tags: texts['tags'] === undefined ? now.tags : tagsIn(texts['tags']),
  ...(Object.fromEntries(
    MEASURES.map((measure) => [
      measure,
      texts[measure] === undefined ? now[measure] : texts[measure] || null,
    ]),
  ) as Pick<ProductChange, (typeof MEASURES)[number]>),
})

/** A cost as its history has it; what it does not say is empty there. */
const costIn = (sku: string, texts: Record<string, string>) =>
  CreatedCostInput.parse({
    sku,
    ...Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, text || null])),
  })

/**
 * Throws `ExpensesChanged` with those that somebody has changed since, and `AppError` where the call did more than create:
 * what groups were called and where expenses went is changed on the page.
 */
export function undoneExpenses(edits: readonly BookedEdit[], books: ExpenseBooks): ExpenseChanges {
  if (edits.some(({ before }) => before !== null)) throw new AppError('SAVE_NOT_UNDONE')
  const named = namesIn(books)
  const standing = new Map(books.expenses.map((expense) => [expense.id, expense]))
  const entered = edits.filter(({ subject }) => subject === 'EXPENSE')
  const stale = entered.filter(({ subjectId, after }) => {
    const now = standing.get(subjectId)
    // What was created before there were invoices, or brands, says nothing of one.
    return !now || !isDeepStrictEqual(textsOf(now, named), { invoiceId: '', brandName: '', ...after })
  })
  if (stale.length > 0) throw new ExpensesChanged(stale.map(({ subjectId }) => subjectId))
  const gone = new Set(entered.map(({ subjectId }) => subjectId))
  const left = books.expenses.filter(({ id }) => !gone.has(id))
  const used = new Set(left.flatMap(({ categoryId, vendorId }) => [categoryId, vendorId]))
  const made = new Set(edits.map(({ subjectId }) => subjectId))
  const unused = (groups: ExpenseBooks['categories']) =>
    groups.filter(({ id }) => made.has(id) && !used.has(id)).map(({ id }) => ({ id, moveTo: null }))
  return {
    created: [],
    updated: [],
    deleted: entered.map(({ subjectId: id }) => ({ id, revision: standing.get(id)!.revision })),
    createdCategories: [],
    renamedCategories: [],
    deletedCategories: unused(books.categories),
    createdVendors: [],
    renamedVendors: [],
    deletedVendors: unused(books.vendors),
  }
}
