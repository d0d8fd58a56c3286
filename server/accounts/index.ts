/**
 * The relational store: companies, imports, versions. **Invariant:** only this folder makes a `Company`, and only
 * `publish` changes what readers of the warehouse see.
 */
export { accountsFigures, hasOwnData } from './figures.ts'
export { AccountsError, isDatabaseAway } from './accounts-error.ts'
export { blockReasonOf, listAdministeredCompanies, setBlock, setLicence } from './administration.ts'
export { addressesOf, listAudit, recordAttempt, recordAudit, recordVisit, STRANGER } from './audit.ts'
export {
  companiesAsClosed,
  companyAsOf,
  companyAtVersion,
  asIfClosed,
  companyBeside,
  createCompany,
  setShard,
  deleteCompany,
  getCompany,
  ignoringClosing,
  listCompanies,
  markCleared,
  mappingEdits,
  settingsEdits,
  stateKey,
  tombstoneOf,
  clearedCompanies,
  uncleared,
  type Company,
  type CompanySettings,
} from './companies.ts'
export {
  answerConnectionState,
  createConnectionState,
  dropConnectionState,
  takeConnectionState,
  type ConnectionState,
} from './connection-states.ts'
export {
  addProfiles,
  breakConnection,
  deleteConnection,
  isConsentEnding,
  isConsentOver,
  listConnections,
  listProfiles,
  listSealedTokens,
  replaceSealedToken,
  saveAdvertisingConnection,
  saveSellerConnection,
  selectProfiles,
  setMarketplaces,
  type Connection,
} from './connections.ts'
export {
  addBankImport,
  confirmBankRow,
  listBankConfirmations,
  listBankImports,
  bankWords,
  listBankRows,
  removeBankImport,
  undoBankConfirmation,
  type BankImport,
  type StoredBankRow,
} from './bank-statements.ts'
export {
  giveMailBack,
  isMailStillDue,
  scheduledMailsOf,
  switchMailOff,
  switchMailOn,
  switchMailsOff,
  takeMail,
  waitingMails,
  type MailPlace,
  type WaitingMail,
} from './scheduled-mails.ts'
export {
  beginVerification,
  companiesNotVerifiedSince,
  endVerification,
  lastVerification,
  verificationFigures,
} from './verifications.ts'
export {
  addAnnotation,
  listAnnotations,
  listWeeklyNotes,
  removeAnnotation,
  saveWeeklyNote,
} from './weekly-review.ts'
export {
  crashOccurrences,
  listCrashes,
  saveCrashReport,
  crashSenderName,
  type CrashSender,
} from './crash-reports.ts'
export {
  companiesWithQueuedImports,
  countQueuedImports,
  dismissImport,
  endImport,
  findLiveImport,
  forgetFile,
  getImport,
  hasData,
  importState,
  isFirstDataComing,
  keptContents,
  endUnpacked,
  importOutcomes,
  listImports,
  listImportsOfAll,
  filesOfAttempts,
  handedInAt,
  liveImports,
  liveRequests,
  liveVersions,
  nextQueuedImport,
  outdatedRefusedFiles,
  queueImport,
  refuseStray,
  releaseImport,
  reportProgress,
  requestCancel,
  requestStop,
  requeueImport,
  storedBytes,
  startImport,
  updateImport,
  type Import,
  type ImportLine,
  type ImportPart,
} from './imports.ts'
export {
  beginMaintenance,
  currentMaintenance,
  endMaintenance,
  type MaintenancePeriod,
} from './maintenance.ts'
export { journalSettingsOf, saveJournalSettings } from './journal-settings.ts'
export { isSaved } from './entered-edits.ts'
export { replaceEnteredImport, type Entered } from './entered-imports.ts'
export { countPublications, lastRebuild, listPublications } from './publications.ts'
export {
  costBooks,
  costsChangedAt,
  countedCosts,
  enteredProducts,
  productEditsOf,
  productHistory,
  writeCosts,
  writeProducts,
  type EnteredCost,
  type EnteredProduct,
  type ProductEditRow,
} from './products.ts'
export {
  countedExpenses,
  expenseBooks,
  expenseEditsOf,
  expenseHistory,
  lastEditsOf,
  writeExpenses,
  type BookedEdit,
  type EnteredExpense,
  type ExpenseBooks,
  type NamedGroup,
} from './expenses.ts'
export {
  addBankRates,
  latestUpdate,
  newestBankDays,
  removeOperatorRates,
  replaceOperatorRates,
  saveUpdate,
  storedRates,
  type StoredRate,
  type UpdateState,
} from './exchange-rates.ts'
export { openAccounts, type Accounts, type Tx } from './open.ts'
export { processCounters, type MakeCounter } from './counters.ts'
export { INSTALLATION } from './jobs.ts'
export { dumpAccounts, restoreAccounts } from './backup.ts'
export { deleteView, renameView, savedViewsOf, saveView } from './saved-views.ts'
export { addCompanyNotes } from './company-notes.ts'
export { listTargets, saveTargets, type StoredTarget } from './targets.ts'
export type { ImportRequest } from './schema.ts'
export * as tables from './schema.ts'
export {
  hasCompletedPostRegistration,
  personalDetailsOf,
  registerCompany,
  savePersonalDetails,
} from './post-registration.ts'
export {
  companiesWithDeadVersions,
  forgetDeadVersions,
  openSeveralVersions,
  publishRebuild,
} from './rebuilds.ts'
export { ensureSellerAccount, listSellerAccounts, type SellerAccount } from './seller-accounts.ts'
export { mergeEndedSyncTasks } from './ended-sync-tasks.ts'
export {
  addSyncTasks,
  advanceSyncTask,
  askedPeriods,
  companiesToPlan,
  companiesWithDueSyncs,
  countSyncTasks,
  dropSyncTask,
  isCriticalOpen,
  giveUpSource,
  hasAnswered,
  hasUploadedData,
  hurrySyncTasks,
  knownReports,
  lastReportAt,
  nextDueSyncTask,
  postponeSyncTasks,
  retryDeadSyncTasks,
  syncedConnections,
  syncFigures,
  syncTaskCounts,
  troubledSyncTasks,
  wakeSyncTask,
  type AskedPeriod,
  type PlannedTask,
  type SyncedConnection,
  type SyncStep,
  type SyncTask,
  type SyncFigures,
} from './sync-tasks.ts'
export {
  changeRole,
  invite,
  leaveEmptyCompany,
  listInvitations,
  listMembers,
  removeMember,
  transferOwnership,
  withdrawInvitation,
} from './team.ts'
export {
  accountCompanies,
  addMember,
  companiesOf,
  companyFor,
  deleteUser,
  followAddress,
  followAddresses,
  joinPendingInvitations,
  setPlatformAdmin,
  withoutPlatform,
  setUserEmail,
  soleOwner,
  userById,
  userOfSubject,
  type User,
} from './users.ts'
export {
  abandonVersion,
  disownUnknownVersions,
  openVersion,
  publish,
  recoverAfterCrash,
  UNFINISHED_ATTEMPTS_MAX,
  withCompanyLock,
  type RecountedRows,
} from './versions.ts'
