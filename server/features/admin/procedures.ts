import { mayBePlatformAdmin } from '#server/access.ts'
import { procedure, router } from '#server/trpc.ts'
import { blockCompany, getCompanies, setCompanyLicence, unblockCompany } from './companies.ts'
import { getJobs } from './jobs.ts'
import { getMaintenance, setMaintenance } from './maintenance.ts'
import { getAuditLog, getCrashOccurrences, getCrashReports } from './records.ts'

/** What those who run the platform see and do. The name is the specification's. */
export const threefinAdminRouter = router({
  isUserThreefinAdmin: procedure.query(({ ctx }) => mayBePlatformAdmin(ctx.caller)),

  getCompanies,
  blockCompany,
  unblockCompany,
  setCompanyLicence,

  getMaintenance,
  setMaintenance,

  getJobs,
  getAuditLog,
  getCrashReports,
  getCrashOccurrences,
})
