import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { AnsweredDate } from '#contract/fields.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { SHARED_LINES } from '#server/ledger/derivation/storage-shares.ts'
import { VISIBILITY, VISIBLE, visibilityOf } from '#server/ledger/journal.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

const unsharedStorage = defineQuery({
  name: 'unshared_storage',
  params: z.object({ basis: z.string(), lines: z.array(z.string()), ...VISIBILITY }),
  row: z.object({ line: z.string(), marketplace: z.string(), day: AnsweredDate }),
  sql: sql`
    SELECT toString(line) AS line, toString(marketplace) AS marketplace, toString(l.day) AS day
    FROM (
      SELECT line, marketplace, day
      FROM ledger_by_day_sku
      WHERE company_id = {companyId:String} AND basis = {basis:String} AND sku = '' AND line IN {lines:Array(String)} AND ${VISIBLE}
      GROUP BY line, marketplace, currency, day
      HAVING sum(toDecimal128(amount, 9)) != 0
    ) AS l
    ORDER BY l.day`,
})

/** Days on which something is billed for storage that no report shares over products, with the line and marketplace of it. */
const daysUnshared = perVersion(
  ({ analytics }: Services, company: Company, basis: PnlBasis) =>
    analytics.run(unsharedStorage, company, { basis, lines: SHARED_LINES, ...visibilityOf(company) }),
  (days) => days.length,
)

/** Lines of storage of which, in a period, some belongs to no product, so that no product is known to have borne all of its own. */
export async function unsharedIn(
  services: Services,
  company: Company,
  basis: PnlBasis,
): Promise<(period: DateRange, marketplaces?: readonly string[]) => readonly string[]> {
  const days = await daysUnshared(services, company, basis)
  // Each product of a table asks the same.
  const known = new Map<string, readonly string[]>()
  return ({ start, end }, marketplaces = []) => {
    const key = `${start} ${end} ${marketplaces.join()}`
    // What names no marketplace may be of any.
    const isAsked = (code: string) => code === '' || marketplaces.length === 0 || marketplaces.includes(code)
    const lines =
      known.get(key) ??
      SHARED_LINES.filter((line) =>
        days.some(
          (one) => one.line === line && one.day >= start && one.day <= end && isAsked(one.marketplace),
        ),
      )
    known.set(key, lines)
    return lines
  }
}
