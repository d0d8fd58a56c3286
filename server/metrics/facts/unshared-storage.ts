import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { AnsweredDate } from '#contract/fields.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { SHARED_LINES } from '#server/ledger/derivation/storage-shares.ts'
import { VISIBILITY, VISIBLE, visibilityOf } from '#server/ledger/journal.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import type { Allocation } from './allocation.ts'

const row = z.object({ line: z.string(), marketplace: z.string(), currency: z.string(), day: AnsweredDate })

/** Days with an amount in these lines, of what a condition names. */
const daysOf = (name: string, table: Sql, where: Sql) =>
  defineQuery({
    name,
    params: z.object({ basis: z.string(), lines: z.array(z.string()), ...VISIBILITY }),
    row,
    sql: sql`
    SELECT toString(line) AS line, toString(marketplace) AS marketplace, toString(currency) AS currency, toString(l.day) AS day
    FROM (
      SELECT line, marketplace, currency, day
      FROM ${table}
      WHERE company_id = {companyId:String} AND basis = {basis:String} AND line IN {lines:Array(String)} AND ${where} AND ${VISIBLE}
      GROUP BY line, marketplace, currency, day
      HAVING sum(toDecimal128(amount, 9)) != 0
    ) AS l
    ORDER BY l.day`,
  })
const unsharedStorage = daysOf('unshared_storage', sql`ledger_by_day_sku`, sql`sku = ''`)
const unplacedStorage = daysOf('unplaced_storage', sql`ledger_by_day`, sql`marketplace = ''`)

/** Days on which something is billed for storage that no report shares over products, or that names no marketplace. */
const daysUnknown = perVersion(
  async ({ analytics }: Services, company: Company, basis: PnlBasis) => {
    const asked = { basis, lines: SHARED_LINES, ...visibilityOf(company) }
    const [unshared, unplaced] = await Promise.all([
      analytics.run(unsharedStorage, company, asked),
      analytics.run(unplacedStorage, company, asked),
    ])
    return { unshared, unplaced }
  },
  ({ unshared, unplaced }) => unshared.length + unplaced.length,
)

/**
 * Lines of storage of which, in a period, some belongs to no product, or to none of the marketplaces that are asked for: no product
 * is then known to have borne all of its own.
 */
export async function unsharedIn(
  services: Services,
  company: Company,
  basis: PnlBasis,
  { isAll, wholeCurrencies }: Pick<Allocation['params'], 'isAll' | 'wholeCurrencies'>,
): Promise<(period: DateRange, marketplaces?: readonly string[]) => readonly string[]> {
  const { unshared, unplaced } = await daysUnknown(services, company, basis)
  const leftOut = isAll ? [] : unplaced.filter(({ currency }) => !wholeCurrencies.includes(currency))
  // Each product of a table asks the same.
  const known = new Map<string, readonly string[]>()
  return ({ start, end }, marketplaces = []) => {
    const key = `${start} ${end} ${marketplaces.join()}`
    // What names no marketplace may be of any.
    const isAsked = (code: string) => code === '' || marketplaces.length === 0 || marketplaces.includes(code)
    const lines =
      known.get(key) ??
      SHARED_LINES.filter((line) =>
        [...unshared, ...leftOut].some(
          (one) => one.line === line && one.day >= start && one.day <= end && isAsked(one.marketplace),
        ),
      )
    known.set(key, lines)
    return lines
  }
}
