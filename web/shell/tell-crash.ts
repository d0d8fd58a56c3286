import { sendCrashReport } from '#web/trpc.ts'
import { crashReport, isWorthReporting, oncePerCrash } from './crash-report.ts'
import { isDetailedLogging, rememberDetailedLogging } from './detailed-logging.ts'
import { reconciliationId } from './reconciliation-id.ts'
import { rememberedCompanyId } from './selected-company.ts'

const isNew = oncePerCrash()

/** Tells the server of a crash, once. */
export async function tellCrash(error: unknown, pathname: string): Promise<void> {
  if (!isWorthReporting(error) || !isNew(error)) return
  const report = crashReport(error, {
    pathname,
    companyId: rememberedCompanyId(),
    reconciliationId: reconciliationId(),
    isDetailed: isDetailedLogging(),
  })
  const { isMessageWanted } = await sendCrashReport(report)
  rememberDetailedLogging(isMessageWanted)
}
