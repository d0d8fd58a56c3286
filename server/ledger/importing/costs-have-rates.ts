import { UnreadableFile } from '#amazon/index.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { withoutRates } from '#server/ledger/currencies/rate-sets.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

/**
 * A cost without a rate has no value, and with it no profit has any. Currencies of marketplaces are taken all the same: in a
 * company that has no other nothing is converted.
 */
export async function mustHaveRates(
  services: Services,
  { analytics, company, version }: JournalWriter,
  live: readonly number[],
): Promise<void> {
  const found = await analytics.rows<{ currency: string }>(
    `SELECT DISTINCT toString(currency) AS currency FROM product_costs WHERE ${LIVE_FACTS.text} ORDER BY currency`,
    { params: { companyId: company.id, live: [version] } },
  )
  const others = found
    .map(({ currency }) => currency)
    .filter((currency) => !(CURRENCY_CODES as string[]).includes(currency))
  const [lacking] = others.length === 0 ? [] : await withoutRates(services, company, live, others)
  if (lacking !== undefined)
    throw new UnreadableFile(
      'COSTS_WITHOUT_RATES',
      `Costs are in ${lacking}, of which there are no exchange rates here: they would have no value, and no profit would have one. Import rates of ${lacking} first, such as the history of the European Central Bank (eurofxref-hist.csv), or give the costs in another currency; then import this file again.`,
    )
}
