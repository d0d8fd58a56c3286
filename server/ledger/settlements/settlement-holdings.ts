import { LRUCache } from 'lru-cache'
import { SOURCES, UnreadableFile } from '#amazon/index.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { LOST } from '#server/ledger/derivation/row-identity.ts'
import { queryIdPrefix, type JournalWriter } from '#server/ledger/journal.ts'

/** What one import holds of one settlement in one marketplace: sums over its readable lines, which never change. */
export interface Holding {
  importId: number
  accountId: string
  /** Empty for lines that belong to none. */
  settlementId: string
  source: number
  /** Empty for lines that name none. */
  marketplace: string
  rows: number
  amount: string
  currency: string
  /** Bits of what any of them has lost to a spreadsheet. */
  losses: number
  /** First days of the months that they were posted in. */
  months: string[]
  hasAccountFacts: boolean
}

/** What a line of a file states of a whole settlement. */
export interface StatedSettlement {
  importId: number
  accountId: string
  settlementId: string
  source: number
  currency: string
  total: string | null
  startAt: string | null
  endAt: string | null
}

/** What imports hold of settlements: small, however many lines they have. */
export interface SettlementHoldings {
  lines: readonly Holding[]
  stated: readonly StatedSettlement[]
}

/** A holding, apart by how its lines name their amounts. */
export interface NamedHolding extends Holding {
  triple: string
  transactionType: string
  amountType: string
  amountDescription: string
  isDeferred: boolean
}

export const isOfReports = ({ source }: { source: number }): boolean => source > SOURCES.FINANCES

/**
 * Which choices the lines call for: a statement that can make all of them takes the engine longer to plan than one over a
 * small file takes to run.
 */
export function choicesAmong({ lines }: Pick<SettlementHoldings, 'lines'>) {
  const losses = lines.reduce((bits, line) => bits | line.losses, 0)
  return {
    hasAccountFacts: lines.some((line) => line.hasAccountFacts),
    hasFinances: lines.some(({ source }) => source === SOURCES.FINANCES),
    hasLosses: losses !== 0,
    hasLostOrders: (losses & LOST.order_id) !== 0,
  }
}

/** Of these imports alone. */
export function ofImports(
  { lines, stated }: SettlementHoldings,
  imports: readonly number[],
): SettlementHoldings {
  const wanted = new Set(imports)
  const isWanted = ({ importId }: { importId: number }) => wanted.has(importId)
  return { lines: lines.filter(isWanted), stated: stated.filter(isWanted) }
}

/** The same apart by import. */
function byImport({ lines, stated }: SettlementHoldings): (importId: number) => SettlementHoldings {
  const linesOf = groupedBy(lines, ({ importId }) => importId)
  const statedOf = groupedBy(stated, ({ importId }) => importId)
  return (importId) => ({ lines: linesOf.get(importId) ?? [], stated: statedOf.get(importId) ?? [] })
}

const OF_IMPORTS = `company_id = {companyId:String} AND import_id IN {imports:Array(UInt64)}`

/** Far more than any report of Amazon's has; who makes names up has one for each line, all of which would be held here. */
export const NAMES_OF_FILE_MAX = 5_000
const SETTLEMENTS_OF_FILE_MAX = 20_000
/** Names of settlements in marketplaces. */
const GROUPS_OF_FILE_MAX = 300_000

/** Of a file that has come. Refuses one that names more than reports do. */
export async function namesOfFile(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
): Promise<NamedHolding[]> {
  const named = await namedHoldings(analytics, companyId, imports, GROUPS_OF_FILE_MAX + 1)
  if (
    named.length > GROUPS_OF_FILE_MAX ||
    new Set(named.map(({ triple }) => triple)).size > NAMES_OF_FILE_MAX
  )
    throw new UnreadableFile(
      'NO_REPORT',
      `This file calls its amounts by more than ${NAMES_OF_FILE_MAX.toLocaleString('en')} names, where Amazon has some hundreds. Nothing was imported: download the report again.`,
    )
  if (new Set(named.map(({ settlementId }) => settlementId)).size > SETTLEMENTS_OF_FILE_MAX)
    throw tooManySettlements()
  return named
}

const tooManySettlements = () =>
  new UnreadableFile(
    'NO_REPORT',
    `This file is of more than ${SETTLEMENTS_OF_FILE_MAX.toLocaleString('en')} settlements, which no report is. Nothing was imported: download the report again.`,
  )

/** Read from the lines themselves. */
async function namedHoldings(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
  max?: number,
): Promise<NamedHolding[]> {
  if (imports.length === 0) return []
  const rows = await analytics.rows<
    Omit<NamedHolding, 'importId' | 'rows' | 'isDeferred' | 'hasAccountFacts'> & {
      importId: string
      held: string
      deferred: number
      orderless: number
    }
  >(
    `SELECT import_id AS importId, account_id AS accountId, settlement_id AS settlementId, l.source AS source, l.marketplace AS marketplace,
       toString(triple) AS triple, transaction_type AS transactionType, amount_type AS amountType, amount_description AS amountDescription,
       count() AS held, toString(sum(toDecimal128(l.amount, 9))) AS amount, max(toString(l.currency)) AS currency, groupBitOr(lost) AS losses,
       groupUniqArray(toStartOfMonth(ifNull(posted_day, toDate(posted_at, 'UTC')))) AS months, max(status = 'DEFERRED') AS deferred, max(order_id = '') AS orderless
     FROM settlement_lines AS l
     WHERE ${OF_IMPORTS} AND problem = ''
     GROUP BY importId, accountId, settlementId, source, marketplace, triple, transactionType, amountType, amountDescription${max === undefined ? '' : ` LIMIT ${max}`}`,
    { params: { companyId, imports: [...imports] } },
  )
  return rows.map(({ importId, held, deferred, orderless, ...row }) => ({
    ...row,
    importId: Number(importId),
    rows: Number(held),
    isDeferred: deferred > 0,
    hasAccountFacts: orderless > 0 && !isOfReports(row),
  }))
}

const keyOf = ({ importId, accountId, settlementId, source, marketplace }: Holding): string =>
  JSON.stringify([importId, accountId, settlementId, source, marketplace])

function withoutNames(named: readonly NamedHolding[]): Holding[] {
  const held = new Map<string, Holding>()
  for (const {
    triple: _triple,
    transactionType: _type,
    amountType: _amountType,
    amountDescription: _description,
    isDeferred: _isDeferred,
    ...one
  } of named) {
    const key = keyOf(one)
    const other = held.get(key)
    if (!other) held.set(key, one)
    else
      held.set(key, {
        ...other,
        rows: other.rows + one.rows,
        amount: toText(parseDecimal(other.amount) + parseDecimal(one.amount), 9),
        currency: other.currency > one.currency ? other.currency : one.currency,
        losses: other.losses | one.losses,
        months: [...new Set([...other.months, ...one.months])],
        hasAccountFacts: other.hasAccountFacts || one.hasAccountFacts,
      })
  }
  return [...held.values()]
}

interface Loaded extends SettlementHoldings {
  /** Imports of which nothing was kept yet. */
  missing: readonly number[]
}

/** What one import holds of settlements. */
interface OfImport extends SettlementHoldings {
  /** False where it was read from the lines. */
  isKept: boolean
}

const REMEMBERED_MAX = 300_000
/** By company and import. Lines never change after their import, so that a process reads of each import once. */
const remembered = new LRUCache<string, OfImport>({
  maxSize: REMEMBERED_MAX,
  sizeCalculation: ({ lines, stated }) => 1 + lines.length + stated.length,
})
const keyOfImport = (companyId: string, importId: number) => `${companyId} ${importId}`

/** What was found says something. What was not may lie on a shard that is asked in vain, and is looked for again. */
function remember(companyId: string, importId: number, found: OfImport): void {
  if (found.isKept || found.lines.length > 0) remembered.set(keyOfImport(companyId, importId), found)
}

/** Of a place whose rows are gone. */
export function forgetHoldings(companyId: string, imports: readonly number[]): void {
  for (const id of imports) remembered.delete(keyOfImport(companyId, id))
}

/** Imports that are being made. */
interface Coming {
  imports: readonly number[]
  /** What their lines hold. */
  named: Promise<readonly NamedHolding[]>
  /** Whether they may state a settlement. */
  mayState: boolean
}

const NONE_COMING: Coming = { imports: [], named: Promise.resolve([]), mayState: false }

/** What these imports hold. What the process knows already is not read again. */
export async function holdingsOf(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
  coming: Coming = NONE_COMING,
): Promise<Loaded> {
  const known = new Map(imports.map((id) => [id, remembered.get(keyOfImport(companyId, id))]))
  const unknown = imports.filter((id) => !known.get(id))
  const read = await readHoldings(analytics, companyId, unknown, coming)
  const readOf = byImport(read)
  const missing = new Set(read.missing)
  for (const id of unknown) {
    const found = { ...readOf(id), isKept: !missing.has(id) }
    known.set(id, found)
    remember(companyId, id, found)
  }
  const each = imports.map((id) => known.get(id)!)
  return {
    lines: each.flatMap(({ lines }) => lines),
    stated: each.flatMap(({ stated }) => stated),
    missing: imports.filter((id) => !known.get(id)!.isKept),
  }
}

/** From what was kept of them; of an import that nobody has kept anything of, from its lines. */
export async function readHoldings(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
  coming: Coming = NONE_COMING,
): Promise<Loaded> {
  const comes = new Set(coming.imports)
  const others = imports.filter((id) => !comes.has(id))
  const [stated, kept, named] = await Promise.all([
    statedBy(analytics, companyId, coming.mayState ? imports : others),
    keptOf(analytics, companyId, others),
    coming.named,
  ])
  const isKept = new Set(kept.map(({ importId }) => importId))
  const unkept = others.filter((id) => !isKept.has(id))
  const lines = [
    ...kept.filter(({ rows }) => rows > 0),
    ...withoutNames(named),
    ...withoutNames(await namedHoldings(analytics, companyId, unkept)),
  ]
  return { lines, stated, missing: imports.filter((id) => !isKept.has(id)) }
}

async function keptOf(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
): Promise<Holding[]> {
  if (imports.length === 0) return []
  const rows = await analytics.rows<Omit<Holding, 'importId' | 'rows'> & { importId: string; held: string }>(
    `SELECT import_id AS importId, account_id AS accountId, settlement_id AS settlementId, source, marketplace, row_count AS held,
       toString(h.amount) AS amount, currency, losses, months, has_account_facts AS hasAccountFacts
     FROM settlement_holdings AS h WHERE ${OF_IMPORTS}`,
    { params: { companyId, imports: [...imports] } },
  )
  const held = rows.map(({ importId, held: count, ...row }) => ({
    ...row,
    importId: Number(importId),
    rows: Number(count),
  }))
  // Two writers may have kept the same.
  return [...new Map(held.map((one) => [keyOf(one), one])).values()]
}

/** Keeps what was read of these imports, so that nobody reads their lines for it again. */
export async function keepHoldings(
  { analytics, company, version }: JournalWriter,
  holdings: Loaded,
): Promise<void> {
  const { missing } = holdings
  if (missing.length === 0) return
  const holdingOf = byImport(holdings)
  const none = { account_id: '', settlement_id: '', source: 0, marketplace: '', row_count: 0, months: [] }
  const rows = missing.flatMap((importId) => {
    const held = holdingOf(importId).lines
    const key = { company_id: company.id, import_id: importId }
    if (held.length === 0)
      return [{ ...none, ...key, amount: '0', currency: '', losses: 0, has_account_facts: false }]
    return held.map((line) => ({
      ...key,
      account_id: line.accountId,
      settlement_id: line.settlementId,
      source: line.source,
      marketplace: line.marketplace,
      row_count: line.rows,
      amount: line.amount,
      currency: line.currency,
      losses: line.losses,
      months: line.months,
      has_account_facts: line.hasAccountFacts,
    }))
  })
  await analytics.insertRows('settlement_holdings', rows, {
    queryId: `${queryIdPrefix(company, version)}holdings`,
  })
  for (const id of missing) remember(company.id, id, { ...holdingOf(id), isKept: true })
}

async function statedBy(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
): Promise<StatedSettlement[]> {
  if (imports.length === 0) return []
  const rows = await analytics.rows<Omit<StatedSettlement, 'importId'> & { importId: string }>(
    `SELECT import_id AS importId, account_id AS accountId, settlement_id AS settlementId, source, currency, toString(total_amount) AS total,
       toString(start_at) AS startAt, toString(end_at) AS endAt
     FROM settlements WHERE ${OF_IMPORTS} AND problem = '' LIMIT ${SETTLEMENTS_OF_FILE_MAX + 1} BY import_id`,
    { params: { companyId, imports: [...imports] } },
  )
  const ofImports = groupedBy(rows, ({ importId }) => importId)
  if ([...ofImports.values()].some(({ length }) => length > SETTLEMENTS_OF_FILE_MAX))
    throw tooManySettlements()
  return rows.map(({ importId, ...row }) => ({ ...row, importId: Number(importId) }))
}

/** The sum of amounts as text. */
export const sumOf = (amounts: readonly string[]): string =>
  toText(
    amounts.reduce((sum, amount) => sum + parseDecimal(amount), ZERO),
    9,
  )

/** The greatest of them, by the alphabet; null where there is none. */
export function greatest(texts: readonly (string | null)[]): string | null {
  return texts.reduce((best, text) => (text !== null && (best === null || text > best) ? text : best), null)
}
