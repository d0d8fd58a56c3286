/** What the palette alone knows of pages: most visits do not open it. */
import { PATHS } from '#web/paths.ts'

/** Other words somebody may look for. */
export const PAGE_WORDS: Readonly<Record<string, string>> = {
  [PATHS.executiveSummaryNew]: 'today now hourly real time live orders targets projected month kpi legacy',
  [PATHS.allInOne]: 'overview summary movers alerts profit bridge advertising sales traffic',
  [PATHS.brandManagerMarketplace]:
    'sales traffic sessions conversion marketplaces brands products forecast b2b',
  [PATHS.weeklyReview]: 'wbr meeting weeks months 6-12 notes annotations drivers contributors',
  [PATHS.salesTrends]: 'over time course weekday week day month season sessions advertising acos',
  [PATHS.transactionProfitAndLoss]: 'p&l statement',
  [PATHS.unitEconomics]: 'margin per unit product profit price break-even sku',
  [PATHS.expenses]: 'opex operating costs rent salaries software vendors categories recurring',
  [PATHS.bankMatch]: 'bank statement payout deposit csv reconcile arrived missing',
  [PATHS.vatReport]: 'vat value-added tax oss ioss countries rates reverse charge deemed supplier accountant',
  [PATHS.stockValue]: 'inventory valuation roll-forward landed cost cogs write-offs losses units accountant',
  [PATHS.productMaster]: 'products sku asin costs cost of goods landed tags categories dimensions catalogue',
  [PATHS.accountingMonths]: 'period lock accountant books close reopen',
  [PATHS.journals]: 'accounting bookkeeping accountant xero quickbooks datev csv accounts settlements month',
  [PATHS.connections]: 'amazon seller central advertising profiles connect reconnect sync',
  [PATHS.import]: 'upload files reports',
  [PATHS.companyGeneral]: 'VAT exchange rates lead time delete',
  [PATHS.companyTeam]: 'members invite roles',
  [PATHS.subscription]: 'licences',
  [PATHS.userDetails]: 'password authenticator mfa devices sessions currency account',
  [PATHS.glossary]: 'glossary metrics definitions guide seller central',
  [PATHS.licenses]: 'licences third party notices',
  [PATHS.debug]: 'support status version',
  [PATHS.signOut]: 'log out leave',
}

/** Pages that another page leads to, which the sidebar leaves out. */
export const FURTHER_PAGES = [
  {
    label: 'Sales and traffic',
    to: PATHS.salesAndTraffic,
    words: 'day week month sessions page views brand manager',
  },
] as const
