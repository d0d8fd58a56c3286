import { AllEndedSales, ENDED_SALES_MAX, endedSalesId, type EndedSales } from '#contract/company-settings.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import type { Services } from '#server/ledger/services.ts'
import { streamsOf } from './claims.ts'
import { lastDayOf } from './covered-days.ts'

interface Said {
  /** The name of a seller account. */
  account: string
  currencies: readonly EndedSales['currency'][]
  /** Null takes back what was said. */
  lastDay: string | null
}

/**
 * Keeps that a seller account sold nothing in these currencies after a day. Throws `SALES_WENT_ON` where a settlement or an order
 * reaches beyond it, and where there is none at all.
 */
export const setEndedSales = (
  services: Services,
  companyId: string,
  said: Said,
  actor: string,
): Promise<Company> =>
  changeSettings(
    services,
    companyId,
    async (company) => {
      const { account, currencies, lastDay } = said
      const named = currencies.map((currency) => ({ account, currency }))
      const ids = new Set(named.map(endedSalesId))
      const others = company.endedSales.filter((one) => !ids.has(endedSalesId(one)))
      if (lastDay === null) return { endedSales: others }
      await refuseWhatWentOn(services, company, named, lastDay)
      const all = [...others, ...named.map((one) => ({ ...one, lastDay }))]
      if (all.length > ENDED_SALES_MAX)
        throw new AppError('ENDED_SALES_FULL', { max: String(ENDED_SALES_MAX) })
      return { endedSales: AllEndedSales.parse(all) }
    },
    actor,
  )

async function refuseWhatWentOn(
  services: Services,
  company: Company,
  named: readonly Pick<EndedSales, 'account' | 'currency'>[],
  lastDay: string,
): Promise<void> {
  const { TRANSACTION, ORDER } = await streamsOf(services, company)
  for (const { account, currency } of named) {
    const held = [...TRANSACTION, ...ORDER].filter(
      (one) => one.account === account && one.currency === currency,
    )
    const last = lastDayOf(held)
    if (last === undefined) throw new AppError('SALES_UNKNOWN', { account, currency })
    if (last > lastDay) throw new AppError('SALES_WENT_ON', { account, currency, day: last })
  }
}
