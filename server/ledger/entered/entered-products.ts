import { randomUUID } from 'node:crypto'
import type { ReadList } from '#amazon/index.ts'
import {
  COST_PARTS,
  ENTERED_COSTS_FILE,
  MEASURES,
  type ProductSubject,
} from '#contract/dashboards/product-master.ts'
import type { ListChange, ListFile, ListPreview } from '#contract/entered-lists.ts'
import type { CostChanges, ProductChange } from '#contract/product-master.ts'
import {
  costBooks,
  enteredProducts,
  isSaved,
  liveRequests,
  productEditsOf,
  writeCosts,
  writeProducts,
  type Company,
  type EnteredCost,
  type Import,
  type ProductEditRow,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Admit } from '#server/ledger/importing/archive-import.ts'
import { changedRows } from './changed-rows.ts'
import { underNewVersion } from '#server/ledger/changing/changes.ts'
import { costPeriods } from '#server/ledger/derivation/cost-periods.ts'
import { enteredChange } from './entered-file.ts'
import { digestOf, previewOf, readList } from './list-import.ts'
import { changedCosts, changedProducts, costsFile, ProductsChanged } from './product-changes.ts'
import {
  costKey,
  plannedProducts,
  productKey,
  skusIn,
  type ProductBooks,
  type ProductChanges,
} from './product-list.ts'
import { packagesAmong } from '#server/ledger/products/packages.ts'
import { knownAmong } from '#server/ledger/products/products.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import type { Services } from '#server/ledger/services.ts'
import { undoneProducts } from './undone-edits.ts'

interface Save<Changes> {
  /** The same for a call that is made again: the second does nothing. */
  saveId: string
  changes: Changes
  actor: string
}

const NO_COSTS: CostChanges = { created: [], updated: [], deleted: [] }

/** Saves what products are called and how they are sorted, under a version of its own: names are in answers that are kept. */
export const saveProducts = (
  services: Services,
  companyId: string,
  { changes: products, ...save }: Save<ProductChange[]> & { admit: Admit },
): Promise<Company> => underProductSave(services, companyId, save, () => ({ products, costs: NO_COSTS }))

/**
 * Saves changes of entered costs, in the books and in all numbers at once, as entered expenses are: for the ledger they are a
 * facts file that takes the place of the one before it.
 */
export const saveCosts = (
  services: Services,
  companyId: string,
  { changes: costs, ...save }: Save<CostChanges> & { admit: Admit },
): Promise<Company> => underProductSave(services, companyId, save, () => ({ products: [], costs }))

/** What importing a list of products would do; nothing is stored. */
export async function previewProductList(
  services: Services,
  company: Company,
  file: ListFile,
  signal: AbortSignal | undefined,
): Promise<ListPreview<ProductSubject>> {
  const list = await readList(services, company.id, file, 'products', signal)
  const books = await booksOf(services, company)
  const plan = plannedProducts(list, await listBooks(services, company, books, list))
  if (plan.problems.length > 0) return previewOf(plan, list, [])
  const { edits } = await changed(services, company, books, plan.changes, { actor: '', at: services.now() })
  const line = ({ subject, sku, before, after }: ProductEditRow) =>
    plan.lineOf.get(subject === 'PRODUCT' ? productKey(sku) : costKey(periodIn(sku, (after ?? before)!)))
  return previewOf(
    plan,
    list,
    edits.map((edit) => ({ ...shownEdit(edit), lineNumber: line(edit) ?? null })),
  )
}

/** Imports a list that somebody has looked at: all of it, in the books and all numbers at once, or nothing. */
export async function importProductList(
  services: Services,
  companyId: string,
  { file, digest, ...save }: Omit<Save<never>, 'changes'> & { file: ListFile; digest: string; admit: Admit },
  signal: AbortSignal | undefined,
): Promise<Company> {
  const list = await readList(services, companyId, file, 'products', signal)
  return underProductSave(
    services,
    companyId,
    save,
    async (company, books) => {
      const { changes, problems } = plannedProducts(list, await listBooks(services, company, books, list))
      if (problems.length > 0) throw new AppError('LIST_HAS_PROBLEMS')
      return changes
    },
    (edits) => {
      if (digestOf(edits.map(shownEdit)) !== digest) throw new AppError('LIST_CHANGED')
    },
  )
}

/** Takes back all that a call did, where nobody has changed any of it since. */
export const undoProductSave = (
  services: Services,
  companyId: string,
  { undoneSaveId, ...save }: Omit<Save<never>, 'changes'> & { undoneSaveId: string; admit: Admit },
): Promise<Company> =>
  underProductSave(services, companyId, save, async (company, books) => {
    const edits = await productEditsOf(services.accounts, company, undoneSaveId)
    if (edits.length === 0) throw new AppError('SAVE_UNKNOWN')
    return orConflict(services, books, () => undoneProducts(edits, books))
  })

type Books = Pick<ProductBooks, 'products' | 'costs'> & { costs: EnteredCost[]; counted: Import | undefined }

async function booksOf({ accounts }: Services, company: Company): Promise<Books> {
  const [products, costs] = [await enteredProducts(accounts, company), await costBooks(accounts, company)]
  return { products, ...costs }
}

async function underProductSave(
  services: Services,
  companyId: string,
  { saveId, actor, admit }: { saveId: string; actor: string; admit: Admit },
  changesOf: (company: Company, books: Books) => ProductChanges | Promise<ProductChanges>,
  check: (edits: readonly ProductEditRow[]) => void = () => {},
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const { accounts } = services
    if (await isSaved(accounts, company, 'products', saveId)) return { kind: 'EDIT' }
    const books = await booksOf(services, company)
    const at = services.now()
    const { products, costs, edits } = await changed(
      services,
      company,
      books,
      await changesOf(company, books),
      { actor, at },
    )
    check(edits)
    const written = { saveId, actor, at }
    const change =
      costs.edits.length === 0
        ? undefined
        : await enteredChange(services, writer, {
            entered: 'COSTS',
            fileName: ENTERED_COSTS_FILE,
            table: 'product_costs',
            text: costs.after.length === 0 ? null : costsFile(costs.after),
            former: books.counted,
            admit,
            isTwin: (fileName) => new AppError('COSTS_IN_FILE', { fileName }),
          })
    return {
      kind: 'EDIT',
      // What was not edited is not named as a cause.
      note: {
        ...(products.edits.length > 0 && { products: products.edits.length }),
        ...(costs.edits.length > 0 && { costs: costs.edits.length }),
        by: actor,
        saveId,
      },
      ...(change && { recounted: change.recounted }),
      within: async (tx) => {
        await writeProducts(tx, company, { ...written, ...products })
        await writeCosts(tx, company, { ...written, ...costs, before: books.costs })
        await change?.within(tx)
      },
    }
  })
}

/** What products and costs are after changes, with what these do. */
async function changed(
  services: Services,
  company: Company,
  books: Books,
  changes: ProductChanges,
  author: { actor: string; at: Date },
) {
  const skus = [...changes.costs.created, ...changes.costs.updated].map(({ sku }) => sku)
  const inFiles = await periodsInFiles(services, company, books, skus)
  return orConflict(services, books, () => {
    const products = changedProducts(books.products, changes.products, author)
    const costs = changedCosts(books.costs, changes.costs, { ...author, newId: randomUUID, inFiles })
    return { products, costs, edits: [...products.edits, ...costs.edits] }
  })
}

async function orConflict<T>(
  { accounts }: Services,
  { products, costs }: Books,
  change: () => T,
): Promise<T> {
  try {
    return change()
  } catch (error) {
    if (!(error instanceof ProductsChanged)) throw error
    const rows = error.ids.map((id) => {
      const cost = costs.find((one) => one.id === id)
      if (cost) return { name: `${cost.sku} from ${cost.validFrom}`, actor: cost.changedBy, what: 'changed' }
      const product = products.find(({ sku }) => sku === id)
      if (product) return { name: id, actor: product.changedBy, what: 'changed' }
      return { name: 'a cost', actor: '', what: 'deleted' }
    })
    throw new AppError('PRODUCTS_CHANGED', { rows: await changedRows(accounts, rows) })
  }
}

/** Periods of costs that uploaded files say. */
async function periodsInFiles(
  { accounts, analytics }: Services,
  company: Company,
  { counted }: Books,
  skus: readonly string[],
) {
  if (skus.length === 0) return []
  const imports = (await liveRequests(accounts, company)).filter(
    ({ attemptVersion }) => attemptVersion !== counted?.attemptVersion,
  )
  return costPeriods(analytics, company, {
    live: imports.map(({ attemptVersion }) => attemptVersion!),
    ...readingMoments(imports),
    skus: [...new Set(skus)],
  })
}

async function listBooks(
  services: Services,
  company: Company,
  books: Books,
  list: ReadList,
): Promise<ProductBooks> {
  const skus = skusIn(list)
  const priced = list.rows.filter(({ values }) => COST_PARTS.some((part) => values[part] != null))
  const known = await knownAmong(services, company, skus)
  const isMeasured = list.rows.some(({ values }) => MEASURES.some((measure) => values[measure] != null))
  return {
    ...books,
    known,
    packages: isMeasured ? await packagesAmong(services, company, known) : new Map(),
    inFiles: await periodsInFiles(services, company, books, skusIn({ ...list, rows: priced })),
  }
}

const shownEdit = ({
  subject,
  sku,
  before,
  after,
}: ProductEditRow): Omit<ListChange<ProductSubject>, 'lineNumber'> => ({ subject, name: sku, before, after })

const periodIn = (sku: string, texts: Record<string, string>) => ({
  sku,
  marketplace: texts['marketplace'] || null,
  validFrom: texts['validFrom']!,
})
