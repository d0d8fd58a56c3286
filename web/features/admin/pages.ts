/** Loaded as one: whoever opens one of them is likely to open others. */
export { AuditLogPage } from './AuditLogPage.tsx'
export { BrandsPage } from './BrandsPage.tsx'
export { CrashReportsPage } from './CrashReportsPage.tsx'
export { JobsPage } from './JobsPage.tsx'
export { LicensesPage } from './LicensesPage.tsx'
export { MaintenancePage } from './MaintenancePage.tsx'
export { SubscriptionsPage } from './SubscriptionsPage.tsx'
