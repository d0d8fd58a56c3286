import { readStored, writeStored } from '#web/stored.ts'
import { sendCrashReport } from '#web/trpc.ts'
import { crashReport, isWorthReporting, oncePerCrash } from './crash-report.ts'
import { rememberedCompanyId } from './selected-company.ts'

const isNew = oncePerCrash()

/** Random, and the same for as long as this browser keeps its storage. */
export function reconciliationId(): string {
  const stored = readStored('reconciliation-id')
  if (typeof stored === 'string') return stored
  const made = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
  writeStored('reconciliation-id', made)
  return made
}

/** Tells the server of a crash, once, and never fails itself. */
export function reportCrash(error: unknown): void {
  if (!isWorthReporting(error) || !isNew(error)) return
  const report = crashReport(error, {
    pathname: location.pathname,
    companyId: rememberedCompanyId(),
    reconciliationId: reconciliationId(),
  })
  sendCrashReport(report).catch(() => {
    // Somebody whose connection broke must not be told so twice.
  })
}

/** Whatever nobody caught is reported; while developing it also stays on the console. */
export function reportUncaught(): void {
  const isBuilt = import.meta.env.PROD
  window.addEventListener('error', (event) => {
    if (event.error === undefined || event.error === null) return
    if (isBuilt) event.preventDefault()
    reportCrash(event.error)
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (isBuilt) event.preventDefault()
    reportCrash(event.reason)
  })
}
