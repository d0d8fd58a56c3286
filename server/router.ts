import { threefinAdminRouter } from './features/admin/procedures.ts'
import { auditRouter } from './features/audit/procedures.ts'
import { companySettingsRouter } from './features/company-settings/procedures.ts'
import { companiesRouter } from './features/companies/procedures.ts'
import { crashReportRouter } from './features/crash-reports/procedures.ts'
import { importsRouter } from './features/imports/procedures.ts'
import { operatorRouter } from './features/operator/procedures.ts'
import { postRegistrationRouter } from './features/post-registration/procedures.ts'
import { productMasterRouter } from './features/product-master/procedures.ts'
import { profitAndLossRouter } from './features/profit-and-loss/procedures.ts'
import { sessionRouter } from './features/session/procedures.ts'
import { userSettingsRouter } from './features/user-settings/procedures.ts'
import { usersRouter } from './features/users/procedures.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  audit: auditRouter,
  companies: companiesRouter,
  companySettings: companySettingsRouter,
  imports: importsRouter,
  observability: router({ crashReport: crashReportRouter }),
  operator: operatorRouter,
  postRegistration: postRegistrationRouter,
  productMaster: productMasterRouter,
  profitAndLoss: profitAndLossRouter,
  session: sessionRouter,
  threefinAdmin: threefinAdminRouter,
  userSettings: userSettingsRouter,
  users: usersRouter,
})

export type AppRouter = typeof appRouter
