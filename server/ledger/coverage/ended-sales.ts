import { AllEndedSales, ENDED_SALES_MAX, endedSalesId, type EndedSales } from '#contract/company-settings.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import type { Services } from '#server/ledger/services.ts'
import { soldOf } from './claims.ts'

/** Null takes back what was said. */
type Said = Omit<EndedSales, 'lastDay'> & { lastDay: string | null }

/**
 * Keeps that a seller account sold nothing in a currency after a day. Throws `SALES_WENT_ON` where a settlement or an order reaches
 * beyond it, and `SALES_UNKNOWN` where there is none at all.
 */
export const setEndedSales = (
  services: Services,
  companyId: string,
  { lastDay, ...of }: Said,
  actor: string,
): Promise<Company> =>
  changeSettings(
    services,
    companyId,
    async (company) => {
      const others = company.endedSales.filter((one) => endedSalesId(one) !== endedSalesId(of))
      if (lastDay === null) return { endedSales: others }
      const sold = await soldOf(services, company)
      const last = sold.find((one) => one.account === of.account && one.currency === of.currency)?.lastDay
      if (last === undefined) throw new AppError('SALES_UNKNOWN', of)
      if (last > lastDay) throw new AppError('SALES_WENT_ON', { ...of, day: last })
      if (others.length === ENDED_SALES_MAX)
        throw new AppError('ENDED_SALES_FULL', { max: String(ENDED_SALES_MAX) })
      return { endedSales: AllEndedSales.parse([...others, { ...of, lastDay }]) }
    },
    actor,
  )
