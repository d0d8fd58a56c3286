import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import {
  COST_PARTS,
  MEASURES,
  type CostPart,
  type Measure,
  type ProductSubject,
} from '#contract/dashboards/product-master.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { companyUnknown, selectCompanies, type Company } from './companies.ts'
import { isOfSave } from './entered-edits.ts'
import { enteredImportIn } from './entered-imports.ts'
import type { Import } from './imports.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, enteredCosts, enteredProducts as products, productEdits, publications } from './schema.ts'

/** What people have entered of a product; measures are decimal texts without trailing zeros. */
export interface EnteredProduct extends Record<Measure, string | null> {
  sku: string
  customName: string
  category: string
  tags: string[]
  revision: number
  changedAt: Date
  changedBy: string
}

/** What a unit of a product costs over some days, as somebody entered it: decimal texts without trailing zeros. */
export interface EnteredCost extends Record<Exclude<CostPart, 'manufacturing'>, string | null> {
  id: string
  /** Their order is that of the lines of the file. */
  position: number
  sku: string
  /** Null: of all marketplaces that have none of their own. */
  marketplace: string | null
  validFrom: string
  validTo: string | null
  currency: string
  manufacturing: string
  revision: number
  changedAt: Date
  changedBy: string
}

/** One product or cost that a call entered, changed or deleted. */
export interface ProductEditRow {
  subject: ProductSubject
  subjectId: string
  sku: string
  before: Record<string, string> | null
  after: Record<string, string> | null
}

function withoutCompany<T extends { companyId: string }>(row: T): Omit<T, 'companyId'> {
  const { companyId: _, ...rest } = row
  return rest
}

/** All that was entered of the products of a company, by SKU, as it was under the version that it is read at. */
export async function enteredProducts({ db }: Accounts, company: Company): Promise<EnteredProduct[]> {
  const rows = await db
    .select()
    .from(products)
    .where(eq(products.companyId, company.id))
    .orderBy(asc(products.sku))
  const later = await db
    .select({ sku: productEdits.sku, before: productEdits.before })
    .from(publications)
    .innerJoin(
      productEdits,
      and(
        eq(productEdits.companyId, publications.companyId),
        eq(productEdits.saveId, sql`${publications.note} ->> 'saveId'`),
      ),
    )
    .where(
      and(
        eq(publications.companyId, company.id),
        gt(publications.version, company.publishedVersion),
        eq(productEdits.subject, 'PRODUCT'),
      ),
    )
    .orderBy(desc(productEdits.id))
  const entered = new Map(
    rows.map((row): [string, EnteredProduct] => [
      row.sku,
      { ...withoutCompany(row), ...plainOf(row, MEASURES) },
    ]),
  )
  // Taking the later edits back, newest first, leaves what held at the version.
  for (const { sku, before } of later) {
    const product = entered.get(sku)
    if (product) entered.set(sku, asBefore(product, before ?? {}))
  }
  return [...entered.values()]
}

/** A product without an edit. No tag has a comma, by which the history tells them apart. */
const asBefore = (product: EnteredProduct, before: Record<string, string>): EnteredProduct => {
  const { customName, category, tags } = before
  const measures = MEASURES.flatMap((measure) =>
    before[measure] === undefined ? [] : [[measure, before[measure] || null]],
  )
  return {
    ...product,
    ...(customName !== undefined && { customName }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags: tags.split(', ').filter(Boolean) }),
    ...Object.fromEntries(measures),
  }
}

/** Some numbers of a row as decimal texts, without the zeros that the store writes behind them. */
function plainOf<Column extends string>(
  row: Record<Column, string | null>,
  columns: readonly Column[],
): Record<Column, string | null> {
  const plain = (number: string | null) => (number === null ? null : toText(parseDecimal(number), 9))
  return Object.fromEntries(columns.map((column) => [column, plain(row[column])])) as Record<
    Column,
    string | null
  >
}

async function costsIn(tx: Tx, companyId: string): Promise<EnteredCost[]> {
  const rows = await tx
    .select()
    .from(enteredCosts)
    .where(eq(enteredCosts.companyId, companyId))
    .orderBy(asc(enteredCosts.position))
  return rows.map((row) => ({
    ...withoutCompany(row),
    ...(plainOf(row, COST_PARTS) as Pick<EnteredCost, CostPart>),
  }))
}

/** In the order of the lines of their file, and the import through which they count, for the holder of the company's lock. */
export const costBooks = async (
  { db }: Accounts,
  company: Company,
): Promise<{ costs: EnteredCost[]; counted: Import | undefined }> => ({
  costs: await costsIn(db, company.id),
  counted: await enteredImportIn(db, company.id, 'COSTS'),
})

/** What was entered, together with the version of the company whose numbers it has become. */
export const countedCosts = (
  { db }: Accounts,
  companyId: string,
): Promise<{ company: Company; costs: EnteredCost[]; counted: Import | undefined }> =>
  db.transaction(
    async (tx) => {
      const [company] = await selectCompanies(tx, eq(companies.id, companyId))
      if (!company) throw companyUnknown(companyId)
      return {
        company,
        costs: await costsIn(tx, companyId),
        counted: await enteredImportIn(tx, companyId, 'COSTS'),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** When each entered cost of some products was entered or last changed, by its SKU, its marketplace and its first day. */
export async function costsChangedAt(
  { db }: Accounts,
  company: Company,
  skus: readonly string[],
): Promise<(cost: { sku: string; marketplace: string; validFrom: string }) => Date | null> {
  const { sku, marketplace, validFrom, changedAt } = enteredCosts
  const rows =
    skus.length === 0
      ? []
      : await db
          .select({ sku, marketplace, validFrom, changedAt })
          .from(enteredCosts)
          .where(and(eq(enteredCosts.companyId, company.id), inArray(sku, [...skus])))
  const keyOf = (cost: { sku: string; marketplace: string | null; validFrom: string }) =>
    JSON.stringify([cost.sku, cost.marketplace ?? '', cost.validFrom])
  const changed = new Map(rows.map((row) => [keyOf(row), row.changedAt]))
  return (cost) => changed.get(keyOf(cost)) ?? null
}

/** What a call did, in the order in which it is in the history. */
export const productEditsOf = (
  { db }: Accounts,
  company: Company,
  saveId: string,
): Promise<ProductEditRow[]> =>
  db
    .select()
    .from(productEdits)
    .where(isOfSave(productEdits, company, saveId))
    .orderBy(asc(productEdits.id))

/** Newest first: those before a known one, or those of one product, where they are named. */
export async function productHistory(
  { db }: Accounts,
  company: Company,
  { cursor, sku, limit }: { cursor?: number | undefined; sku?: string | undefined; limit: number },
) {
  return db
    .select()
    .from(productEdits)
    .where(
      and(
        eq(productEdits.companyId, company.id),
        cursor === undefined ? undefined : lt(productEdits.id, cursor),
        sku === undefined ? undefined : eq(productEdits.sku, sku),
      ),
    )
    .orderBy(desc(productEdits.id))
    .limit(limit)
}

interface Written {
  edits: readonly ProductEditRow[]
  saveId: string
  actor: string
  at: Date
}

const ROWS_PER_STATEMENT = 500

function* slices<T>(rows: readonly T[]): Iterable<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield rows.slice(from, from + ROWS_PER_STATEMENT)
}

/** Writes what products are called from now on, within the transaction that publishes the version. */
export async function writeProducts(
  tx: Tx,
  company: Company,
  { changed, ...written }: Written & { changed: readonly EnteredProduct[] },
): Promise<void> {
  for (const rows of slices(changed))
    await tx
      .insert(products)
      .values(rows.map((row) => ({ ...row, companyId: company.id })))
      .onConflictDoUpdate({
        target: [products.companyId, products.sku],
        set: {
          customName: sql`excluded.custom_name`,
          category: sql`excluded.category`,
          tags: sql`excluded.tags`,
          length: sql`excluded.length`,
          width: sql`excluded.width`,
          height: sql`excluded.height`,
          weight: sql`excluded.weight`,
          revision: sql`excluded.revision`,
          changedAt: sql`excluded.changed_at`,
          changedBy: sql`excluded.changed_by`,
        },
      })
  await writeEdits(tx, company, written)
}

/** Writes what differs between two states of the costs, within the transaction that publishes the version of their import. */
export async function writeCosts(
  tx: Tx,
  company: Company,
  { before, after, ...written }: Written & { before: readonly EnteredCost[]; after: readonly EnteredCost[] },
): Promise<void> {
  const left = new Set(after.map(({ id }) => id))
  const were = new Map(before.map((cost) => [cost.id, cost]))
  const differ = after.filter((cost) => were.get(cost.id) !== cost)
  // Those that change go and come again: their positions and days may meet in between.
  const gone = [...before.flatMap(({ id }) => (left.has(id) ? [] : [id])), ...differ.map(({ id }) => id)]
  for (const ids of slices(gone))
    await tx
      .delete(enteredCosts)
      .where(and(eq(enteredCosts.companyId, company.id), inArray(enteredCosts.id, ids)))
  for (const rows of slices(differ))
    await tx.insert(enteredCosts).values(rows.map((row) => ({ ...row, companyId: company.id })))
  await writeEdits(tx, company, written)
}

async function writeEdits(tx: Tx, company: Company, { edits, saveId, actor, at }: Written): Promise<void> {
  for (const rows of slices(edits))
    await tx
      .insert(productEdits)
      .values(rows.map((edit) => ({ ...edit, companyId: company.id, saveId, actor, at })))
}
