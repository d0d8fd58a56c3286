import {
  REAL_TIME_DAYS_MAX,
  TARGET_MONTHS_AHEAD,
  TARGET_MONTHS_BACK,
} from '#contract/dashboards/executive-summary.ts'
import { addDays, addMonths, startOfMonth } from '#contract/date-range.ts'
import {
  SummaryInput,
  RealTimeInput,
  SaveTargetsInput,
  TargetsInput,
  type Daily,
  type Hourly,
  type LegacySummary,
  type MarketplacesNow,
  type RealTimeDays,
  type RecentOrders,
  type SalesMovers,
  type Target,
  type Tiles,
} from '#contract/executive-summary.ts'
import { saveTargets } from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import { AppError } from '#server/errors.ts'
import { today } from '#server/ledger/services.ts'
import {
  answerProcedure,
  companyProcedure,
  companyProcedureFor,
  licensedProcedure,
  router,
} from '#server/trpc.ts'
import { daily } from './daily.ts'
import { hourly } from './hourly.ts'
import { legacySummary } from './legacy.ts'
import { marketplacesNow } from './marketplaces.ts'
import { readNow } from './now.ts'
import { recentOrders } from './recent-orders.ts'
import { salesMovers } from './sales-movers.ts'
import { targetsOf } from './targets.ts'
import { tiles } from './tiles.ts'

/** What is said of now follows from the clock too, so that no answer is kept. */
const realTimeProcedure = licensedProcedure('REAL_TIME')

/** How the business does now, for companies with the licence, and how its months went. */
export const executiveSummaryRouter = router({
  getLegacy: answerProcedure
    .input(SummaryInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<LegacySummary> =>
      legacySummary(services, company, input, signal),
    ),

  /** As they were entered, in their own currencies. */
  getTargets: companyProcedure
    .input(TargetsInput)
    .query(({ ctx: { services, company }, input }): Promise<Target[]> => targetsOf(services, company, input)),

  /** All of them or none. */
  saveTargets: companyProcedureFor('changeSettings')
    .input(SaveTargetsInput)
    .mutation(async ({ ctx: { services, company, caller }, input }) => {
      const month = startOfMonth(today(services))
      const first = addMonths(month, -TARGET_MONTHS_BACK)
      const last = addMonths(month, TARGET_MONTHS_AHEAD)
      const saved = input.targets.map(({ marketplace, month, updatedAt, ...target }) => ({
        ...target,
        marketplace: marketplace ?? '',
        month: `${month}-01`,
        updatedAt: updatedAt === null ? null : new Date(updatedAt),
      }))
      if (saved.some(({ month }) => month < first || month > last))
        throw new AppError('TARGET_MONTH_TOO_FAR', { back: TARGET_MONTHS_BACK, ahead: TARGET_MONTHS_AHEAD })
      const by = actorOf(caller)
      if (!(await saveTargets(services.accounts, company, { saved, at: services.now(), by })))
        throw new AppError('TARGETS_CHANGED')
      await audit({ services, company, caller }, 'company.targets', { targets: saved.length })
    }),

  realTimeData: router({
    getRealTimeDataLicenseStatus: companyProcedure.query(({ ctx }) => ({
      isEnabled: ctx.company.licences.includes('REAL_TIME'),
    })),

    getMinMaxDate: realTimeProcedure
      .input(RealTimeInput.pick({ companyId: true, asOf: true }))
      .query(async ({ ctx: { services, company }, signal }): Promise<RealTimeDays> => {
        const { today } = await readNow(services, company, {}, signal)
        return { minDate: addDays(today, -REAL_TIME_DAYS_MAX), maxDate: today }
      }),

    getTiles: realTimeProcedure
      .input(RealTimeInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<Tiles> =>
        tiles(services, company, input, signal),
      ),

    getHourly: realTimeProcedure
      .input(RealTimeInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<Hourly> =>
        hourly(services, company, input, signal),
      ),

    getDaily: realTimeProcedure
      .input(SummaryInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<Daily> =>
        daily(services, company, input, signal),
      ),

    getMovers: realTimeProcedure
      .input(SummaryInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<SalesMovers> =>
        salesMovers(services, company, input, signal),
      ),

    getMarketplaces: realTimeProcedure
      .input(RealTimeInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<MarketplacesNow> =>
        marketplacesNow(services, company, input, signal),
      ),

    getRecentOrders: realTimeProcedure
      .input(RealTimeInput)
      .query(({ ctx: { services, company }, input, signal }): Promise<RecentOrders> =>
        recentOrders(services, company, input, signal),
      ),
  }),
})
