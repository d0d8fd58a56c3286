/**
 * Who may call what, as a table: every procedure of the router is in it, or the test fails. A caller is let in when the
 * call gets past the access check; what the procedure then says of an empty input is not asked here.
 */
import type { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, setPlatformAdmin, userOfSubject } from '#server/accounts/index.ts'
import type { Role } from '#contract/roles.ts'
import { AppError } from '#server/errors.ts'
import { appRouter, proceduresOf } from '#server/router.ts'
import { startTestServer, type RouterCaller, type TestServer } from './support/server.ts'

/**
 * `blocked` is the owner of a company that is blocked, of which the others are nothing; `admin` is a platform
 * administrator and a member of none.
 */
const CALLERS = [
  'signed out',
  'stranger',
  'viewer',
  'accountant',
  'manager',
  'owner',
  'blocked',
  'admin',
  'operator',
] as const
type CallerName = (typeof CALLERS)[number]

/** One word for each caller. A company of others is said not to exist; administrators look and change nothing. */
const EVERYBODY = 'yes yes yes yes yes yes yes yes yes'
const SIGNED_IN = '401 yes yes yes yes yes yes yes 401'
const MEMBERS = '401 404 yes yes yes yes blocked yes yes'
/** The books of a company: its closed months and the accounts that its lines are booked to. */
const BOOKKEEPERS = '401 404 403 yes yes yes blocked 403 yes'
const MANAGERS = '401 404 403 403 yes yes blocked 403 yes'
const CONNECTORS = '401 404 403 403 yes yes blocked 403 401'
const OWNERS = '401 404 403 403 403 yes blocked 403 yes'
const ADMINS = '401 403 403 403 403 403 403 yes yes'
const OPERATOR = '403 403 403 403 403 403 403 403 yes'

const TABLE: Record<string, string> = {
  'accounting.closeMonths': BOOKKEEPERS,
  'accounting.getAfterClosing': MEMBERS,
  'accounting.listMonths': MEMBERS,
  'accounting.reopenMonth': BOOKKEEPERS,
  'amazon.disconnect': MANAGERS,
  'amazon.generateAdsOAuthStateParameter': CONNECTORS,
  'amazon.generateSPOAuthStateParameter': CONNECTORS,
  'amazon.getAdsSelectedProfiles': MEMBERS,
  'amazon.getAmazonAdsOnboardingStatus': MEMBERS,
  'amazon.getConnections': MEMBERS,
  'amazon.getRegionsRequiringAdsProfileSelection': MEMBERS,
  'amazon.getSellingPartnerOnboardingStatus': MEMBERS,
  'amazon.getSyncProgress': MEMBERS,
  'amazon.isCriticalSyncComplete': MEMBERS,
  'amazon.retrySync': MANAGERS,
  'amazon.specifyAdsSelectedProfiles': MANAGERS,
  'amazon.syncNow': MANAGERS,
  'amazon.verifyAdsTokens': MANAGERS,
  'amazon.verifySPTokens': MANAGERS,
  'audit.explainChange': MEMBERS,
  'audit.explainDifference': MEMBERS,
  'audit.explainFlag': MEMBERS,
  'audit.explainGroups': MEMBERS,
  'audit.explainLines': MEMBERS,
  'audit.explainValue': MEMBERS,
  'audit.listChanges': MEMBERS,
  'audit.listMoments': MEMBERS,
  'bankMatch.confirm': BOOKKEEPERS,
  'bankMatch.getData': MEMBERS,
  'bankMatch.importStatement': BOOKKEEPERS,
  'bankMatch.preview': BOOKKEEPERS,
  'bankMatch.undoImport': BOOKKEEPERS,
  'audit.getProvenance': MEMBERS,
  'companies.create': OPERATOR,
  'companies.delete': OPERATOR,
  'companies.get': MEMBERS,
  'companies.getUserCompanyOptions': '401 yes yes yes yes yes yes yes yes',
  'companies.isCompanyBlocked': '401 404 yes yes yes yes yes yes yes',
  'companies.leaveUnconnectedCompanies': SIGNED_IN,
  'companies.set': MANAGERS,
  'companySettings.deleteCompany': OWNERS,
  'companySettings.getBrandAliases': MEMBERS,
  'companySettings.getDeletion': SIGNED_IN,
  'companySettings.getExchangeRates': MEMBERS,
  'companySettings.getGeneral': MEMBERS,
  'companySettings.getHistory': MEMBERS,
  'companySettings.getLicences': MEMBERS,
  'companySettings.permissions.changeRole': OWNERS,
  'companySettings.permissions.getTeam': MEMBERS,
  'companySettings.permissions.invite': OWNERS,
  'companySettings.permissions.joinAllPendingInvites': SIGNED_IN,
  'companySettings.permissions.leave': MEMBERS,
  'companySettings.permissions.removeMember': OWNERS,
  'companySettings.permissions.transferOwnership': OWNERS,
  'companySettings.permissions.withdrawInvite': OWNERS,
  'companySettings.setEndedSales': MANAGERS,
  'executiveSummary.getLegacy': MEMBERS,
  'executiveSummary.getTargets': MEMBERS,
  'executiveSummary.saveTargets': MANAGERS,
  'executiveSummary.realTimeData.getDaily': MEMBERS,
  'executiveSummary.realTimeData.getHourly': MEMBERS,
  'executiveSummary.realTimeData.getMarketplaces': MEMBERS,
  'executiveSummary.realTimeData.getMinMaxDate': MEMBERS,
  'executiveSummary.realTimeData.getMovers': MEMBERS,
  'executiveSummary.realTimeData.getRealTimeDataLicenseStatus': MEMBERS,
  'executiveSummary.realTimeData.getRecentOrders': MEMBERS,
  'executiveSummary.realTimeData.getTiles': MEMBERS,
  'expenses.getDailyAllocation': MEMBERS,
  'expenses.getHistory': MEMBERS,
  'expenses.importList': MANAGERS,
  'expenses.list': MEMBERS,
  'expenses.preview': MEMBERS,
  'expenses.previewList': MANAGERS,
  'expenses.save': MANAGERS,
  'expenses.undoSave': MANAGERS,
  'imports.answer': MANAGERS,
  'imports.cancel': MANAGERS,
  'imports.dismiss': MANAGERS,
  'imports.get': MEMBERS,
  'imports.getCoverage': MEMBERS,
  'imports.getDownloadTicket': MEMBERS,
  'imports.getReportGuide': MEMBERS,
  'imports.getVersion': MEMBERS,
  'imports.list': MEMBERS,
  'imports.retry': MANAGERS,
  'imports.undo': MANAGERS,
  'journals.get': MEMBERS,
  'journals.getDownloadTicket': MEMBERS,
  'journals.getExchange': MEMBERS,
  'journals.getRows': MEMBERS,
  'journals.getSettings': MEMBERS,
  'journals.list': MEMBERS,
  'journals.setSettings': BOOKKEEPERS,
  'metrics.getDictionary': EVERYBODY,
  'observability.crashReport.send': EVERYBODY,
  'observability.status.get': EVERYBODY,
  'operator.backup': OPERATOR,
  'operator.checksums': OPERATOR,
  'operator.companyOfImport': OPERATOR,
  'operator.createDemoCompany': OPERATOR,
  'operator.export': OPERATOR,
  'operator.importRates': OPERATOR,
  'operator.progress': OPERATOR,
  'operator.rates': OPERATOR,
  'operator.rebuild': OPERATOR,
  'operator.removeRates': OPERATOR,
  'operator.status': OPERATOR,
  'operator.syncTasks': OPERATOR,
  'operator.updateRates': OPERATOR,
  'operator.verify': OPERATOR,
  'postRegistration.isPostRegistrationComplete': SIGNED_IN,
  'postRegistration.submitFullPostRegistrationData': SIGNED_IN,
  'postRegistration.submitPersonalPostRegistrationData': SIGNED_IN,
  'productDrawer.getCourse': MEMBERS,
  'productDrawer.getLostContribution': MEMBERS,
  'productDrawer.getProduct': MEMBERS,
  'productDrawer.getSearches': MEMBERS,
  'productMaster.getBrandNames': MEMBERS,
  'productMaster.getCostTemplate': MEMBERS,
  'productMaster.getCosts': MEMBERS,
  'productMaster.getCustomCategories': MEMBERS,
  'productMaster.getCustomTags': MEMBERS,
  'productMaster.getHistory': MEMBERS,
  'productMaster.getProductImageBase64': MEMBERS,
  'productMaster.getProductThumbnail': MEMBERS,
  'productMaster.getProductThumbnails': MEMBERS,
  'productMaster.getProducts': MEMBERS,
  'productMaster.getProductsByCustomTagsOrCategories': MEMBERS,
  'productMaster.getProductsCount': MEMBERS,
  'productMaster.importList': MANAGERS,
  'productMaster.list': MEMBERS,
  'productMaster.listCosts': MEMBERS,
  'productMaster.previewList': MANAGERS,
  'productMaster.proposeCosts': MEMBERS,
  'productMaster.saveCosts': MANAGERS,
  'productMaster.undoSave': MANAGERS,
  'productMaster.updateProducts': MANAGERS,
  'profitAndLoss.convert': MEMBERS,
  'profitAndLoss.createCustomSummaryColumn': MEMBERS,
  'profitAndLoss.deleteCustomSummaryColumn': MEMBERS,
  'profitAndLoss.getCustomSummaryColumns': MEMBERS,
  'profitAndLoss.getData': MEMBERS,
  'profitAndLoss.getOrderData': MEMBERS,
  'profitAndLoss.getEstimatedFeeShare': MEMBERS,
  'profitAndLoss.getNextRelease': MEMBERS,
  'profitAndLoss.getOrderProfitAndLossAvailableDataTimeWindow': MEMBERS,
  'profitAndLoss.getOrderProfitAndLossLicenseStatus': MEMBERS,
  'profitAndLoss.getPeriods': EVERYBODY,
  'profitAndLoss.getSettlements': MEMBERS,
  'profitAndLoss.getHeldBack': MEMBERS,
  'profitAndLoss.getPayoutBridge': MEMBERS,
  'profitAndLoss.getPayoutBridgeRows': MEMBERS,
  'profitAndLoss.getUnmapped': MEMBERS,
  'profitAndLoss.getVerification': MEMBERS,
  'profitAndLoss.previewMapping': MEMBERS,
  'profitAndLoss.setMapping': MANAGERS,
  'savedViews.delete': MEMBERS,
  'savedViews.list': MEMBERS,
  'savedViews.rename': MEMBERS,
  'savedViews.save': MEMBERS,
  'scheduledMails.list': MEMBERS,
  'scheduledMails.switchOff': MEMBERS,
  'scheduledMails.switchOn': MEMBERS,
  'session.getUser': EVERYBODY,
  'sqp.setBrandAliases': MANAGERS,
  'advertising.getValidDataTimeWindow': MEMBERS,
  'ai.chatbot.testLicense': MEMBERS,
  'allInOne.getAlerts': MEMBERS,
  'allInOne.getLostContribution': MEMBERS,
  'allInOne.getMarketplaces': MEMBERS,
  'allInOne.getMovers': MEMBERS,
  'allInOne.getProducts': MEMBERS,
  'allInOne.getProfitBridge': MEMBERS,
  'allInOne.getSummary': MEMBERS,
  'allInOne.getTimeSeries': MEMBERS,
  'brandManager.getBrands': MEMBERS,
  'brandManager.getForecast': MEMBERS,
  'brandManager.getMarketplaces': MEMBERS,
  'brandManager.getProducts': MEMBERS,
  'brandManager.getSalesAndTraffic': MEMBERS,
  'brandManager.getSummary': MEMBERS,
  'brandManager.getTimeSeries': MEMBERS,
  'trends.getAdvertising': MEMBERS,
  'trends.getSalesAndTraffic': MEMBERS,
  'unitEconomics.getData': MEMBERS,
  'unitEconomics.simulate': MEMBERS,
  'userSettings.deleteAccount': SIGNED_IN,
  'userSettings.getAccount': SIGNED_IN,
  'threefinAdmin.blockCompany': ADMINS,
  'threefinAdmin.getAuditLog': ADMINS,
  'threefinAdmin.getCompanies': ADMINS,
  'threefinAdmin.getCrashOccurrences': ADMINS,
  'threefinAdmin.getCrashReports': ADMINS,
  'threefinAdmin.getJobs': ADMINS,
  'threefinAdmin.getMaintenance': ADMINS,
  'threefinAdmin.isUserThreefinAdmin': EVERYBODY,
  'threefinAdmin.setCompanyLicence': ADMINS,
  'threefinAdmin.setMaintenance': ADMINS,
  'threefinAdmin.unblockCompany': ADMINS,
  'userSettings.getUserPersonalDetails': SIGNED_IN,
  'userSettings.setUserPersonalDetails': SIGNED_IN,
  'users.create': OPERATOR,
  'users.delete': OPERATOR,
  'users.list': OPERATOR,
  'users.resetMfa': OPERATOR,
  'users.resetPassword': OPERATOR,
  'users.setAdmin': OPERATOR,
  'users.setDisabled': OPERATOR,
  'stockValue.getData': MEMBERS,
  'stockValue.getLines': MEMBERS,
  'vatReport.getData': MEMBERS,
  'vatReport.getLines': MEMBERS,
  'wbr.deleteAnnotation': MANAGERS,
  'wbr.getAnnotations': MEMBERS,
  'wbr.getContributors': MEMBERS,
  'wbr.getNotes': MEMBERS,
  'wbr.getOverview': MEMBERS,
  'wbr.getSixTwelve': MEMBERS,
  'wbr.saveAnnotation': MANAGERS,
  'wbr.saveNote': MANAGERS,
}

const REFUSALS: Record<string, string> = {
  NOT_SIGNED_IN: '401',
  COMPANY_UNKNOWN: '404',
  COMPANY_BLOCKED: 'blocked',
  ROLE_TOO_SMALL: '403',
  OPERATOR_ONLY: '403',
  ADMIN_ONLY: '403',
  UNDER_MAINTENANCE: '503',
}

/** Procedures that would do their work with no more than a company. They are called for callers who are refused only. */
const WOULD_ACT = [
  'companies.delete',
  'companies.leaveUnconnectedCompanies',
  'companySettings.permissions.leave',
  'operator.rebuild',
  'operator.updateRates',
  'userSettings.deleteAccount',
]

let server: TestServer
let callers: Record<CallerName, RouterCaller>
let companyId: string
let blockedId: string

beforeAll(async () => {
  server = await startTestServer()
  companyId = (await server.company()).id
  blockedId = (await server.company()).id
  const member = async (role: Role, id = companyId) => {
    const { user, calls } = await server.person()
    await addMember(server.services.accounts, { id }, user, role)
    return calls
  }
  const { user } = await server.person('admin@example.com')
  await setPlatformAdmin(server.services.accounts, { poolId: 'test', subject: user.subject }, true)
  const admin = await userOfSubject(server.services.accounts, { poolId: 'test', subject: user.subject })
  callers = {
    'signed out': server.guest,
    stranger: (await server.person()).calls,
    viewer: await member('VIEWER'),
    accountant: await member('ACCOUNTANT'),
    manager: await member('MANAGER'),
    owner: await member('OWNER'),
    blocked: await member('OWNER', blockedId),
    admin: server.as(admin).calls,
    operator: server.operator,
  }
  await server.operator.threefinAdmin.blockCompany({ companyId: blockedId, reason: 'ADMIN_BLOCKED' })
})
afterAll(() => server[Symbol.asyncDispose]())

test('every procedure is in the table, and nothing else', () => {
  expect(Object.keys(appRouter._def.procedures).toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

const WORDS: Record<string, string> = {
  [EVERYBODY]: 'everybody',
  [SIGNED_IN]: 'people who have signed in',
  [MEMBERS]: 'members of the company: VIEWER, ACCOUNTANT, MANAGER, OWNER',
  [BOOKKEEPERS]: 'members of the company: ACCOUNTANT, MANAGER, OWNER',
  [MANAGERS]: 'members of the company: MANAGER, OWNER',
  [CONNECTORS]: 'people who have signed in; for a company: MANAGER, OWNER',
  [OWNERS]: 'members of the company: OWNER',
  [ADMINS]: 'administrators of the platform',
  [OPERATOR]: 'the operator',
}

test('the list of procedures says of each what the table says', () => {
  const listed = proceduresOf().filter(({ name }) => WORDS[TABLE[name]!] !== undefined)
  expect(listed).toHaveLength(Object.keys(TABLE).length - 2)
  for (const { name, callers } of listed) expect(callers, name).toBe(WORDS[TABLE[name]!])
})

describe.each(Object.entries(TABLE))('%s', (path, words) => {
  test.each(CALLERS.map((caller, index) => [caller, words.split(' ')[index]!] as const))(
    '%s: %s',
    async (caller, expected) => {
      if (expected === 'yes' && WOULD_ACT.includes(path)) return
      const company = caller === 'blocked' ? blockedId : companyId
      expect(await answerTo(callers[caller], path, company)).toBe(expected)
    },
  )
})

test('an administrator looks into a blocked company as into any other', async () => {
  expect(await answerTo(callers.admin, 'imports.list', blockedId)).toBe('yes')
  expect(await answerTo(callers.admin, 'companies.set', blockedId)).toBe('403')
})

test('under maintenance everything but the way to the switch is closed, whoever one is', async () => {
  await server.operator.threefinAdmin.setMaintenance({ isOn: true })
  try {
    const open = []
    for (const path of Object.keys(TABLE))
      if ((await answerTo(callers.owner, path)) !== '503') open.push(path)
    expect(open).toEqual([
      'observability.crashReport.send',
      'session.getUser',
      'threefinAdmin.isUserThreefinAdmin',
    ])
  } finally {
    await server.operator.threefinAdmin.setMaintenance({ isOn: false })
  }
})

/** `yes` where the access check lets the call through. */
async function answerTo(caller: RouterCaller, path: string, company = companyId): Promise<string> {
  const call = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller)
  try {
    await (call as (input: unknown) => Promise<unknown>)({ companyId: company })
    return 'yes'
  } catch (error) {
    const { cause } = error as TRPCError
    // The deletion of a company belongs to whoever deleted it, and is nobody else's.
    if (
      path === 'companySettings.getDeletion' &&
      cause instanceof AppError &&
      cause.code === 'COMPANY_UNKNOWN'
    )
      return 'yes'
    return (cause instanceof AppError && REFUSALS[cause.code]) || 'yes'
  }
}
