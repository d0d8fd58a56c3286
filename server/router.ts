import type { AnyTRPCProcedure } from '@trpc/server'
import { aiRouter } from './features/ai/procedures.ts'
import { amazonRouter } from './features/amazon/procedures.ts'
import { threefinAdminRouter } from './features/admin/procedures.ts'
import { auditRouter } from './features/audit/procedures.ts'
import { advertisingRouter } from './features/advertising/procedures.ts'
import { allInOneRouter } from './features/all-in-one/procedures.ts'
import { bankMatchRouter } from './features/bank-match/procedures.ts'
import { brandManagerRouter } from './features/brand-manager/procedures.ts'
import { journalsRouter } from './features/journals/procedures.ts'
import { metricsRouter } from './features/metrics/procedures.ts'
import { companySettingsRouter, sqpRouter } from './features/company-settings/procedures.ts'
import { companiesRouter } from './features/companies/procedures.ts'
import { executiveSummaryRouter } from './features/executive-summary/procedures.ts'
import { crashReportRouter } from './features/crash-reports/procedures.ts'
import { expensesRouter } from './features/expenses/procedures.ts'
import { importsRouter } from './features/imports/procedures.ts'
import { operatorRouter } from './features/operator/procedures.ts'
import { postRegistrationRouter } from './features/post-registration/procedures.ts'
import { productDrawerRouter } from './features/product-drawer/procedures.ts'
import { productMasterRouter } from './features/product-master/procedures.ts'
import { accountingRouter } from './features/accounting/procedures.ts'
import { profitAndLossRouter } from './features/profit-and-loss/procedures.ts'
import { savedViewsRouter } from './features/saved-views/procedures.ts'
import { scheduledMailsRouter } from './features/scheduled-mails/procedures.ts'
import { sessionRouter } from './features/session/procedures.ts'
import { statusRouter } from './features/status/procedures.ts'
import { trendsRouter } from './features/trends/procedures.ts'
import { unitEconomicsRouter } from './features/unit-economics/procedures.ts'
import { userSettingsRouter } from './features/user-settings/procedures.ts'
import { usersRouter } from './features/users/procedures.ts'
import { stockValueRouter } from './features/stock-value/procedures.ts'
import { vatReportRouter } from './features/vat-report/procedures.ts'
import { weeklyReviewRouter } from './features/weekly-review/procedures.ts'
import { router, type Meta } from './trpc.ts'

export const appRouter = router({
  ai: aiRouter,
  amazon: amazonRouter,
  audit: auditRouter,
  advertising: advertisingRouter,
  allInOne: allInOneRouter,
  bankMatch: bankMatchRouter,
  brandManager: brandManagerRouter,
  journals: journalsRouter,
  metrics: metricsRouter,
  companies: companiesRouter,
  companySettings: companySettingsRouter,
  executiveSummary: executiveSummaryRouter,
  expenses: expensesRouter,
  imports: importsRouter,
  observability: router({ crashReport: crashReportRouter, status: statusRouter }),
  operator: operatorRouter,
  postRegistration: postRegistrationRouter,
  productDrawer: productDrawerRouter,
  productMaster: productMasterRouter,
  accounting: accountingRouter,
  profitAndLoss: profitAndLossRouter,
  savedViews: savedViewsRouter,
  scheduledMails: scheduledMailsRouter,
  session: sessionRouter,
  sqp: sqpRouter,
  threefinAdmin: threefinAdminRouter,
  trends: trendsRouter,
  unitEconomics: unitEconomicsRouter,
  userSettings: userSettingsRouter,
  users: usersRouter,
  stockValue: stockValueRouter,
  vatReport: vatReportRouter,
  wbr: weeklyReviewRouter,
})

export type AppRouter = typeof appRouter

/** By its path, as in `profitAndLoss.getData`: flat while it runs, whatever its type says. */
export const PROCEDURES = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>

/** Every procedure with what it is and who may call it; the operator may call all that need no person. */
export function proceduresOf(): { name: string; kind: string; callers: string }[] {
  return Object.entries(PROCEDURES)
    .map(([name, { _def }]) => ({ name, kind: _def.type, callers: (_def.meta as Meta).callers ?? '' }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
