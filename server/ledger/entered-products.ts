import { randomUUID } from 'node:crypto'
import { ENTERED_COSTS_FILE } from '#contract/dashboards/product-master.ts'
import type { CostChanges, ProductChange } from '#contract/product-master.ts'
import {
  areProductsSaved,
  costBooks,
  enteredProducts,
  liveRequests,
  writeCosts,
  writeProducts,
  type Company,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Admit } from './archive-import.ts'
import { changedRows, type ChangedRow } from './changed-rows.ts'
import { underNewVersion } from './changes.ts'
import { periodsOf } from './cost-periods.ts'
import { enteredChange } from './entered-file.ts'
import { changedCosts, changedProducts, costsFile, ProductsChanged } from './product-changes.ts'
import { readingMoments } from './reading-moments.ts'
import type { Services } from './services.ts'

interface Save<Changes> {
  /** The same for a call that is made again: the second does nothing. */
  saveId: string
  changes: Changes
  actor: string
}

/** Saves what products are called and how they are sorted, under a version of its own: names are in answers that are kept. */
export async function saveProducts(
  services: Services,
  companyId: string,
  { saveId, changes, actor }: Save<readonly ProductChange[]>,
): Promise<Company> {
  return underNewVersion(services, companyId, async (_writer, company) => {
    const { accounts } = services
    if (await areProductsSaved(accounts, company, saveId)) return { kind: 'EDIT' }
    const before = await enteredProducts(accounts, company)
    const at = services.now()
    const { changed, edits } = await orConflict(
      services,
      () => changedProducts(before, changes, { actor, at }),
      (sku) => ({
        name: sku,
        actor: before.find((product) => product.sku === sku)?.changedBy ?? '',
        what: 'changed',
      }),
    )
    return {
      kind: 'EDIT',
      note: { products: edits.length, by: actor, saveId },
      within: (tx) => writeProducts(tx, company, { changed, edits, saveId, actor, at }),
    }
  })
}

/**
 * Saves changes of entered costs, in the books and in all numbers at once, as entered expenses are: for the ledger they are a
 * facts file that takes the place of the one before it.
 */
export async function saveCosts(
  services: Services,
  companyId: string,
  { saveId, changes, actor, admit }: Save<CostChanges> & { admit: Admit },
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const { accounts } = services
    if (await areProductsSaved(accounts, company, saveId)) return { kind: 'EDIT' }
    const { counted: former, costs: before } = await costBooks(accounts, company)
    const at = services.now()
    const imports = (await liveRequests(accounts, company)).filter(
      ({ attemptVersion }) => attemptVersion !== former?.attemptVersion,
    )
    const inFiles = await services.analytics.run(periodsOf, company, {
      live: imports.map(({ attemptVersion }) => attemptVersion!),
      ...readingMoments(imports),
      skus: [...new Set([...changes.created, ...changes.updated].map(({ sku }) => sku))],
    })
    const { after, edits } = await orConflict(
      services,
      () => changedCosts(before, changes, { actor, at, newId: randomUUID, inFiles }),
      (id) => {
        const cost = before.find((one) => one.id === id)
        return cost
          ? { name: `${cost.sku} from ${cost.validFrom}`, actor: cost.changedBy, what: 'changed' }
          : { name: 'a cost', actor: '', what: 'deleted' }
      },
    )
    const change = await enteredChange(services, writer, {
      entered: 'COSTS',
      fileName: ENTERED_COSTS_FILE,
      table: 'product_costs',
      text: after.length === 0 ? null : costsFile(after),
      former,
      admit,
      isTwin: (fileName) => new AppError('COSTS_IN_FILE', { fileName }),
    })
    return {
      kind: 'EDIT',
      note: { costs: edits.length, by: actor },
      recounted: change.recounted,
      within: async (tx) => {
        await writeCosts(tx, company, { before, after, edits, saveId, actor, at })
        await change.within(tx)
      },
    }
  })
}

async function orConflict<T>(
  { accounts }: Services,
  change: () => T,
  rowOf: (id: string) => ChangedRow,
): Promise<T> {
  try {
    return change()
  } catch (error) {
    if (!(error instanceof ProductsChanged)) throw error
    throw new AppError('PRODUCTS_CHANGED', { rows: await changedRows(accounts, error.ids.map(rowOf)) })
  }
}
