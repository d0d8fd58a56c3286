import { and, eq } from 'drizzle-orm'
import { addMonths } from '#contract/date-range.ts'
import { nameId } from '#contract/line-mappings.ts'
import type { Provenance } from '#contract/provenance.ts'
import { tables, type Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import { VERSION } from '#server/version.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf } from './journal.ts'
import { MAPPING_VERSION } from '#server/ledger/derivation/mapping.ts'
import { rateSet } from '#server/ledger/currencies/rate-sets.ts'
import { today, type Services } from './services.ts'

/** Versions, rules and rates behind the numbers of a company, as they are at this moment. */
export async function provenanceOf(services: Services, company: Company): Promise<Provenance> {
  const { accounts, analytics } = services
  const params = { companyId: company.id, ...visibilityOf(company) }
  const [published, { currencies, rateBegins }, rates] = await Promise.all([
    accounts.db
      .select({ at: tables.publications.publishedAt })
      .from(tables.publications)
      .where(
        and(
          eq(tables.publications.companyId, company.id),
          eq(tables.publications.version, company.publishedVersion),
        ),
      ),
    moneyOf(services, company),
    analytics.rows<{ currency: string; newest: string; source: string }>(
      `SELECT currency, toString(max(rate_date)) AS newest, argMax(publisher, rate_date) AS source
       FROM (${rateSet(sql`currency != 'USD'`).text}) GROUP BY currency ORDER BY currency`,
      { params },
    ),
  ])
  const used = new Set(currencies)
  return {
    dataVersion: company.publishedVersion,
    publishedAt: published[0]?.at.toISOString() ?? null,
    programVersion: VERSION,
    mappingVersion: MAPPING_VERSION,
    placedNames: new Set(company.lineMappings.map(nameId)).size,
    rateSet: rateBegins[0] || null,
    rates: rates
      .filter(({ currency }) => used.has(currency))
      // A peg holds on days to come.
      .map(({ currency, newest, source }) => ({
        currency,
        source,
        newestDay: newest > today(services) ? null : newest,
      })),
    fxPolicy: company.fxPolicy,
    closedMonths: closedTogether(company),
    now: services.now().toISOString(),
  }
}

/** Closed months are kept in their order. */
function closedTogether({ closedMonths }: Company): Provenance['closedMonths'] {
  const runs: Provenance['closedMonths'] = []
  for (const { month, version } of closedMonths) {
    const run = runs.at(-1)
    const follows = run && addMonths(`${run.last}-01`, 1) === `${month}-01`
    if (follows && run.version === version) run.last = month
    else runs.push({ first: month, last: month, version })
  }
  return runs
}
