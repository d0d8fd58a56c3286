import { z } from 'zod'
import { startOfMonth } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import {
  byName,
  LineMappings,
  lineOn,
  placesByName,
  placesOf,
  withPlaces,
  type AmountName,
  type MappingEdit,
  type Move,
  type Place,
  type UnmappedName,
} from '#contract/line-mappings.ts'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { addressesOf, liveVersions, mappingEdits, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import { PUBLISHED, VISIBILITY, visibilityOf } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { placeableLines } from '#server/ledger/derivation/mapping.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

const NAMES_MAX = 200
/** Days of one name, by line and currency. */
const DAYS_MAX = 20_000
const EDITS_SHOWN = 50

/** Rows of the statement that no rule places, each with what its file calls it. */
const unplaced = (columns: Sql, where: Sql, rest: Sql): Sql => sql`
  SELECT f.transaction_type AS transactionType, f.amount_type AS amountType, f.amount_description AS amountDescription, f.fallback AS fallback,
    toString(l.line) AS placedIn, toString(l.currency) AS money, toString(sum(toDecimal128(l.amount, 9) * l.n)) AS total, toString(sum(l.n)) AS times, ${columns}
  FROM ledger AS l
  INNER JOIN (
    SELECT import_id, line_no, part, toString(s.transaction_type) AS transaction_type, toString(s.amount_type) AS amount_type,
      toString(s.amount_description) AS amount_description, m.fallback AS fallback
    FROM settlement_lines AS s
    INNER JOIN (
      SELECT triple AS named_triple, toString(line) AS fallback FROM ledger_mapping FINAL WHERE company_id = {companyId:String} AND unmapped
    ) AS m ON s.triple = m.named_triple
    WHERE ${LIVE_FACTS} AND (${where})
  ) AS f ON l.import_id = f.import_id AND l.line_no = f.line_no AND l.part = f.part
  WHERE l.company_id = {companyId:String} AND l.basis = 'TRANSACTION' AND l.kind = 'AMOUNT' AND ${PUBLISHED}
  ${rest}`

const NAME = {
  transactionType: z.string(),
  amountType: z.string(),
  amountDescription: z.string(),
}
const UnplacedSum = z.object({
  ...NAME,
  fallback: z.enum(PNL_LINE_IDS),
  placedIn: z.enum(PNL_LINE_IDS),
  money: z.string(),
  total: z.string(),
  times: z.string(),
})
type UnplacedSum = z.infer<typeof UnplacedSum>

const { publishedVersion, deadVersions, closedMonths } = VISIBILITY
const PUBLISHED_PARAMS = { live: z.array(z.number()), publishedVersion, deadVersions }

/** Sums of what no rule places, by name, line and currency. */
const sumsOfNames = defineQuery({
  name: 'unplaced_names',
  params: z.object(PUBLISHED_PARAMS),
  row: UnplacedSum.extend({ first: z.string(), last: z.string(), open: z.string() }),
  sql: unplaced(
    sql`toString(min(l.day)) AS first, toString(max(l.day)) AS last, toString(sumIf(l.n, l.unmapped)) AS open`,
    sql`1`,
    sql`GROUP BY transactionType, amountType, amountDescription, fallback, placedIn, money HAVING sum(l.n) != 0
        ORDER BY transactionType, amountType, amountDescription, fallback, placedIn, money LIMIT ${sql.integer(4 * NAMES_MAX)}`,
  ),
})
const sumsByName = perVersion(
  async ({ analytics, accounts }, company) =>
    analytics.run(sumsOfNames, company, await publishedParams(accounts, company)),
  (rows) => rows.length,
)

const publishedParams = async (accounts: Services['accounts'], company: Company) => {
  const { publishedVersion, deadVersions } = visibilityOf(company)
  return { publishedVersion, deadVersions, live: await liveVersions(accounts, company) }
}

/** What no rule places, the largest number of rows first, and where the company places it. */
export async function unmappedNames(
  services: Services,
  company: Company,
): Promise<{ names: UnmappedName[]; hasMore: boolean }> {
  const rows = await sumsByName(services, company)
  const placed = placesByName(company.lineMappings)
  const names = [...byName(rows)].map(([id, group]): UnmappedName => {
    const [{ transactionType, amountType, amountDescription, fallback }] = group as [(typeof rows)[number]]
    const name = { transactionType, amountType, amountDescription }
    return {
      ...name,
      fallback,
      places: placed.get(id) ?? [],
      firstDay: group.map(({ first }) => first).toSorted()[0]!,
      lastDay: group
        .map(({ last }) => last)
        .toSorted()
        .at(-1)!,
      amounts: [...new Set(group.map(({ money }) => money))].map((currency) => {
        const its = group.filter(({ money }) => money === currency)
        return { currency, amount: sumOf(its), rows: countOf(its) }
      }),
      rowsUnmapped: group.reduce((sum, { open }) => sum + Number(open), 0),
    }
  })
  const count = ({ amounts }: UnmappedName) => amounts.reduce((sum, { rows: its }) => sum + its, 0)
  return {
    names: names
      .toSorted((a, b) => b.rowsUnmapped - a.rowsUnmapped || count(b) - count(a))
      .slice(0, NAMES_MAX),
    hasMore: names.length > NAMES_MAX || rows.length >= 4 * NAMES_MAX,
  }
}

const sumOf = (rows: readonly UnplacedSum[]): string =>
  toText(
    rows.reduce((sum, { total }) => sum + parseDecimal(total), 0n),
    9,
  )
const countOf = (rows: readonly UnplacedSum[]): number =>
  rows.reduce((sum, { times }) => sum + Number(times), 0)

/** What is deferred stands in its own line until it is released, and closed months stay as they are: no mapping moves these. */
const daysOfName = defineQuery({
  name: 'unplaced_days_of_name',
  params: z.object({ ...PUBLISHED_PARAMS, closedMonths, ...NAME }),
  row: UnplacedSum.extend({ itsDay: z.string() }),
  sql: unplaced(
    sql`toString(l.day) AS itsDay`,
    sql`s.transaction_type = {transactionType:String} AND s.amount_type = {amountType:String} AND s.amount_description = {amountDescription:String}`,
    sql`AND l.line != 'deferredNetProceeds' AND toYYYYMM(l.day) NOT IN {closedMonths:Array(UInt32)}
        GROUP BY transactionType, amountType, amountDescription, fallback, placedIn, money, itsDay HAVING sum(l.n) != 0
        ORDER BY itsDay LIMIT ${sql.integer(DAYS_MAX)}`,
  ),
})

/** What would move in each month if a name had these places: amounts of the files, in their own currency. */
export async function mappingMoves(
  services: Services,
  company: Company,
  name: AmountName,
  places: readonly Place[],
  signal: AbortSignal | undefined,
): Promise<Move[]> {
  mustBePlaceable(places)
  const { analytics, accounts } = services
  const params = {
    ...(await publishedParams(accounts, company)),
    closedMonths: visibilityOf(company).closedMonths,
    ...name,
  }
  const rows = await analytics.run(daysOfName, company, params, { signal })
  const moves = new Map<string, { move: Omit<Move, 'amount' | 'rows'>; rows: UnplacedSum[] }>()
  for (const row of rows) {
    const to = lineOn(places, row.itsDay) ?? row.fallback
    if (to === row.placedIn) continue
    const move = { month: startOfMonth(row.itsDay), currency: row.money, from: row.placedIn, to }
    const key = JSON.stringify(move)
    moves.set(key, { move, rows: [...(moves.get(key)?.rows ?? []), row] })
  }
  return [...moves.values()].map(({ move, rows: its }) => ({
    ...move,
    amount: sumOf(its),
    rows: countOf(its),
  }))
}

/**
 * Places a name, in all numbers at once and under a version of its own. Throws `MAPPING_CHANGED` where the company's
 * places are not those that the person has seen, and `NAME_IN_NO_FILE`.
 */
export function setMapping(
  services: Services,
  companyId: string,
  { name, places, seen, actor }: { name: AmountName; places: Place[]; seen: Place[]; actor: string },
): Promise<Company> {
  mustBePlaceable(places)
  return changeSettings(
    services,
    companyId,
    async (company) => {
      if (JSON.stringify(placesOf(company.lineMappings, name)) !== JSON.stringify(seen))
        throw new AppError('MAPPING_CHANGED')
      // What is placed can be placed elsewhere and taken back, whether or not its files are still there.
      if (seen.length === 0 && !(await isInFiles(services, company, name)))
        throw new AppError('NAME_IN_NO_FILE')
      const wanted = LineMappings.safeParse(withPlaces(company.lineMappings, name, places))
      if (!wanted.success) throw new AppError('MAPPINGS_FULL')
      return { lineMappings: wanted.data }
    },
    actor,
  )
}

async function isInFiles(
  { analytics, accounts }: Services,
  company: Company,
  name: AmountName,
): Promise<boolean> {
  const rows = await analytics.rows(
    `SELECT 1 FROM settlement_lines
     WHERE ${LIVE_FACTS.text} AND transaction_type = {transactionType:String} AND amount_type = {amountType:String}
       AND amount_description = {amountDescription:String}
     LIMIT 1`,
    { params: { companyId: company.id, live: await liveVersions(accounts, company), ...name } },
  )
  return rows.length > 0
}

function mustBePlaceable(places: readonly Place[]): void {
  const lines = placeableLines()
  if (places.some(({ line }) => !lines.includes(line))) throw new AppError('LINE_NOT_PLACEABLE')
}

/** Who placed what, when and where before, the newest first. */
export async function mappingHistory({ accounts }: Services, company: Company): Promise<MappingEdit[]> {
  const edits = await mappingEdits(accounts, company, EDITS_SHOWN)
  const addresses = await addressesOf(
    accounts,
    edits.map(({ changedBy }) => changedBy),
  )
  return edits.map((edit) => ({ ...edit, changedBy: addresses.get(edit.changedBy) ?? edit.changedBy }))
}
