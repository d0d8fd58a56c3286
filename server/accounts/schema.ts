import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import {
  DEFAULT_REPLENISHMENT,
  DEFAULT_WASTED_CLICK_THRESHOLD,
  FX_POLICIES,
  type EndedSales,
  type Replenishment,
  type VatRate,
} from '#contract/company-settings.ts'
import { BLOCK_REASONS } from '#contract/admin.ts'
import { CONNECTION_NEXT } from '#contract/connections.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import { EXPENSE_FREQUENCIES, EXPENSE_SUBJECTS } from '#contract/dashboards/expenses.ts'
import { PRODUCT_SUBJECTS } from '#contract/dashboards/product-master.ts'
import { TARGET_METRICS } from '#contract/dashboards/executive-summary.ts'
import { SAVED_VIEW_PAGES } from '#contract/dashboards/saved-views.ts'
import { GIVEN_RATES, type RateNotice } from '#contract/exchange-rates.ts'
import { SUMMARY_COLUMN_PLACES } from '#contract/custom-summary-columns.ts'
import type { CostMapping, SlashedDateOrder } from '#contract/cost-mapping.ts'
import { IMPORT_STATUSES } from '#contract/import-status.ts'
import type { ClosedMonth } from '#contract/closed-months.ts'
import type { BookSettings } from '#contract/journals.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import { LICENCES } from '#contract/licences.ts'
import {
  BRAND_CATEGORIES,
  COMPANY_TYPES,
  LARGEST_MARKETPLACES,
  OTHER_CHANNELS,
  REFERRERS,
  ROLES_IN_COMPANY,
} from '#contract/post-registration.ts'
import { ROLES } from '#contract/roles.ts'
import { PLAIN } from '#contract/delimited-text.ts'
import type { MonthFiles } from '#contract/journals.ts'
import { MAIL_KINDS } from '#contract/scheduled-mails.ts'
import type { VerificationResult } from '#contract/verification.ts'

// After a change here: `npx drizzle-kit generate --name what_changed`. Stay with SQL that PostgreSQL 15 has.

export const REGIONS = ['EUROPE', 'NORTH_AMERICA', 'FAR_EAST'] as const
export const CONNECTION_PROVIDERS = ['SELLING_PARTNER', 'ADVERTISING'] as const
export const CONNECTION_STATUSES = ['ACTIVE', 'BROKEN'] as const
/** `EMPTY`: Amazon has nothing to say of it. `DEAD`: given up, and shown to whoever runs the installation. */
export const SYNC_STATES = ['WAITING', 'REQUESTED', 'IMPORTING', 'DONE', 'EMPTY', 'DEAD'] as const
export const INVITATION_STATUSES = ['PENDING', 'ACCEPTED', 'WITHDRAWN'] as const
/** `RATES`: exchange rates of the installation were added. */
export const PUBLICATION_KINDS = ['IMPORT', 'UNDO', 'EDIT', 'REBUILD', 'RATES'] as const
type Json = Record<string, unknown>

/** What the person said about a file before or while it is imported. */
export type ImportRequest = {
  account?: string
  region?: (typeof REGIONS)[number]
  marketplace?: string
  /** The day of a file that is a picture of one. */
  day?: string
  /** Which comes first in its dates such as 02/03/2026, where none of them says it. */
  dateOrder?: SlashedDateOrder
  /** What was asked for where Amazon was: the file is all that there is of these days. */
  complete?: { tables: readonly string[]; marketplaces: readonly string[]; start: string; end: string }
  /** The file is of what has changed since this day: of older days it says nothing but this. */
  changedSince?: string
  /** The days for which Amazon was asked for a file that may hold more, some of it in part. */
  days?: { start: string; end: string }
  /** The tables for which Amazon was asked for a file that may hold more. */
  tables?: readonly string[]
  /** In which characters it is, as Amazon says. */
  charset?: string
  /** When Amazon made the file; of one that somebody handed in nobody knows. */
  madeAt?: string
  reportType?: string
  /** The source of the sync that fetched it; absent where somebody handed it in. */
  fetched?: string
  /** The import of the archive that the file came in. */
  archive?: number
  /** How a list of costs is read. */
  costs?: CostMapping
  /** The file is what was entered on a page, which alone replaces it: that of expenses, or that of products. */
  entered?: true | 'COSTS'
}

/** Why an import did not go through: a code of the closed list of errors, and its text. */
export type ImportProblem = { code: string; text: string; details?: Json }

const version = () => bigint({ mode: 'number' })
// As fine as a JavaScript Date, so that an instant read here finds its own row again.
const instant = () => timestamp({ withTimezone: true, precision: 3 })
const uuidText = () =>
  text()
    .primaryKey()
    .default(sql`gen_random_uuid()::text`)

const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

/** Every version of every company comes from here, so a later version is a larger number everywhere. */
export const versionSeq = pgSequence('version_seq', { startWith: 1, increment: 1 })

export const companies = pgTable(
  'companies',
  {
    id: uuidText(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    establishmentCountry: text(),
    feeVatRecoverable: boolean().notNull().default(true),
    defaultCurrency: text(),
    fxPolicy: text({ enum: FX_POLICIES }).notNull().default('DAILY'),
    /** Readers see warehouse rows of this version and older ones, never newer ones. */
    publishedVersion: version().notNull().default(0),
    /** Of the warehouse's cluster, the one that has its rows; null where there is none, and before the first are written. */
    shard: integer(),
    isDemo: boolean().notNull().default(false),
    /** Set by a platform administrator: its people see only that and why. */
    blockReason: text({ enum: BLOCK_REASONS }),
    blockedAt: instant(),
    /** Set by a platform administrator. */
    licences: text({ enum: LICENCES })
      .array()
      .notNull()
      .default([...LICENCES]),
    /** Null until somebody has switched one. */
    licencesChangedAt: instant(),
    /** Instead of the standard rates of the marketplaces that occur in it. */
    vatRates: jsonb().$type<VatRate[]>().notNull().default([]),
    replenishment: jsonb().$type<Replenishment>().notNull().default(DEFAULT_REPLENISHMENT),
    /** So many clicks without an order are too many. */
    wastedClickThreshold: integer().notNull().default(DEFAULT_WASTED_CLICK_THRESHOLD),
    /** A search query that holds one of these, or the name of a brand, is a branded one. */
    brandAliases: text().array().notNull().default([]),
    /** Of seller accounts and currencies in which nothing is sold any longer. */
    endedSales: jsonb().$type<EndedSales[]>().notNull().default([]),
    /** Where amounts are placed that no rule of the product knows. */
    lineMappings: jsonb().$type<LineMapping[]>().notNull().default([]),
    /** Read at the versions of their closing. */
    closedMonths: jsonb().$type<ClosedMonth[]>().notNull().default([]),
  },
  (t) => [
    oneOf('companies_fx_policy', t.fxPolicy, FX_POLICIES),
    oneOf('companies_block_reason', t.blockReason, BLOCK_REASONS),
  ],
)

const companyId = () =>
  text()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

/**
 * Who signs in. A person is a subject of a user pool and never an address, which configuration can change and people do
 * change.
 */
export const users = pgTable(
  'users',
  {
    id: uuidText(),
    poolId: text().notNull(),
    subject: text().notNull(),
    /**
     * The address that the pool has verified, in lower case; null until that is known, and when somebody else has
     * verified it since. For showing and for mails: nobody gets a right by it.
     */
    email: text(),
    isPlatformAdmin: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('users_subject').on(t.poolId, t.subject),
    // Deferrable, which can't be said here: a restore puts it off while it loads older states.
    unique('users_email').on(t.email),
  ],
)

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What people have told about themselves after signing up. */
export const personalDetails = pgTable(
  'personal_details',
  {
    userId: userId().primaryKey(),
    name: text().notNull(),
    roleInCompany: text({ enum: ROLES_IN_COMPANY }).notNull(),
    otherRole: text(),
    countryOfResidence: text().notNull(),
    acceptsMarketingEmails: boolean().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [oneOf('personal_details_role', t.roleInCompany, ROLES_IN_COMPANY)],
)

/** What the one who registered a company has told about it. Nothing is computed from it. */
export const companyDetails = pgTable(
  'company_details',
  {
    companyId: companyId().primaryKey(),
    ownerOrReseller: text({ enum: COMPANY_TYPES }).notNull(),
    foundingYear: integer().notNull(),
    brandCategories: text({ enum: BRAND_CATEGORIES }).array().notNull(),
    otherSellingChannels: text({ enum: OTHER_CHANNELS }).array().notNull(),
    otherOtherSellingChannels: text(),
    largestAmazonMarketplace: text({ enum: LARGEST_MARKETPLACES }),
    otherAmazonMarketplaceName: text(),
    /** Of the one who registered it; what they may do is in `memberships`. */
    roleInCompany: text({ enum: ROLES_IN_COMPANY }).notNull(),
    otherRole: text(),
    referrer: text({ enum: REFERRERS }).notNull(),
    otherReferralDescription: text(),
    /** A hash of who registered it, and of the draft that they sent. */
    registration: text().unique(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    oneOf('company_details_type', t.ownerOrReseller, COMPANY_TYPES),
    oneOf('company_details_marketplace', t.largestAmazonMarketplace, LARGEST_MARKETPLACES),
    oneOf('company_details_role', t.roleInCompany, ROLES_IN_COMPANY),
    oneOf('company_details_referrer', t.referrer, REFERRERS),
  ],
)

export const memberships = pgTable(
  'memberships',
  {
    companyId: companyId(),
    userId: userId(),
    role: text({ enum: ROLES }).notNull(),
    joinedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    index('memberships_by_user').on(t.userId),
    oneOf('memberships_role', t.role, ROLES),
  ],
)

/** Views of pages that a member gave a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    companyId: text().notNull(),
    userId: text().notNull(),
    page: text({ enum: [...SAVED_VIEW_PAGES, ...SUMMARY_COLUMN_PLACES] }).notNull(),
    name: text().notNull(),
    /** JSON, which the page alone reads. */
    view: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.page, t.name] }),
    foreignKey({
      name: 'saved_views_membership',
      columns: [t.companyId, t.userId],
      foreignColumns: [memberships.companyId, memberships.userId],
    }).onDelete('cascade'),
  ],
)

/** Mails with the numbers of a company that a member has switched on. */
export const scheduledMails = pgTable(
  'scheduled_mails',
  {
    companyId: text().notNull(),
    userId: text().notNull(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    currencyCode: text().$type<CurrencyCode>().notNull(),
    timeZone: text().notNull(),
    files: jsonb().$type<MonthFiles>().notNull().default({ format: 'CSV', notation: PLAIN }),
    /** The day, where the reader is, whose mail was sent last; a new one begins with the day after it was switched on. */
    sentFor: date().notNull(),
    /** When the mail server would not take it; null once it has. */
    failedAt: instant(),
    /** Since when one failed; of a mail that was sent since, it says nothing. */
    failingSince: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.kind] }),
    foreignKey({
      name: 'scheduled_mails_membership',
      columns: [t.companyId, t.userId],
      foreignColumns: [memberships.companyId, memberships.userId],
    }).onDelete('cascade'),
    oneOf('scheduled_mails_kind', t.kind, MAIL_KINDS),
  ],
)

/** To which accounts of its books a company books the lines of settlements. */
export const journalSettings = pgTable('journal_settings', {
  companyId: companyId().primaryKey(),
  revision: integer().notNull(),
  settings: jsonb().$type<BookSettings>().notNull(),
  changedAt: instant().notNull(),
  changedBy: text().notNull(),
})

/** Whether the numbers of a company are what its files say, and when that was looked at last. */
export const verifications = pgTable('verifications', {
  companyId: companyId().primaryKey(),
  startedAt: instant().notNull(),
  /** Null while it runs, and where its process ended before. */
  endedAt: instant(),
  result: jsonb().$type<VerificationResult>(),
  /** Why it came to no result. */
  problem: text(),
  agreedAt: instant(),
  agreedVersion: version(),
})

/** An address is asked into a company; whoever signs in with it joins. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuidText(),
    companyId: companyId(),
    /** In lower case. */
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    invitedBy: text(),
    status: text({ enum: INVITATION_STATUSES }).notNull().default('PENDING'),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('invitations_pending')
      .on(t.companyId, t.email)
      .where(sql`status = 'PENDING'`),
    index('invitations_by_email').on(t.email),
    oneOf('invitations_role', t.role, ROLES),
    oneOf('invitations_status', t.status, INVITATION_STATUSES),
  ],
)

const namedOfCompany = () => ({ id: uuidText(), companyId: companyId(), name: text().notNull() })

export const expenseCategories = pgTable('expense_categories', namedOfCompany(), (t) => [
  uniqueIndex('expense_categories_name').on(t.companyId, t.name),
])

export const expenseVendors = pgTable('expense_vendors', namedOfCompany(), (t) => [
  uniqueIndex('expense_vendors_name').on(t.companyId, t.name),
])

/** Statements of a bank that people have handed in. Their files are kept nowhere. */
export const bankImports = pgTable(
  'bank_imports',
  {
    id: uuidText(),
    companyId: companyId(),
    fileName: text().notNull(),
    sha256: text().notNull(),
    importedAt: instant().notNull(),
    importedBy: text().notNull(),
    /** Of all of its rows, also of those that are not kept. */
    firstDay: date().notNull(),
    lastDay: date().notNull(),
    currencies: jsonb().$type<string[]>().notNull(),
    rowsRead: integer().notNull(),
  },
  // The same file counts once.
  (t) => [uniqueIndex('bank_imports_file').on(t.companyId, t.sha256)],
)

/** Credits that could be payouts, and no others. A row of two statements is there twice and counts once. */
export const bankRows = pgTable(
  'bank_rows',
  {
    importId: text()
      .notNull()
      .references(() => bankImports.id, { onDelete: 'cascade' }),
    /** A hash of all that the row says, and which of the rows it is that say the same. */
    id: text().notNull(),
    day: date().notNull(),
    amount: numeric({ precision: 18, scale: 9 }).notNull(),
    currency: text().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.id] })],
)

/** What people said: this row is the payout of this settlement. */
export const bankConfirmations = pgTable(
  'bank_confirmations',
  {
    companyId: companyId(),
    /** Account and number of the settlement. */
    payoutKey: text().notNull(),
    rowId: text().notNull(),
    confirmedAt: instant().notNull(),
    confirmedBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.payoutKey] }),
    uniqueIndex('bank_confirmations_row').on(t.companyId, t.rowId),
  ],
)

/** What was said of a week in its review. */
export const weeklyNotes = pgTable(
  'weekly_notes',
  {
    companyId: companyId(),
    /** Its Monday. */
    week: date().notNull(),
    text: text().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.week] })],
)

/** What happened on a day, as charts mark it: a price that changed, a deal. */
export const chartAnnotations = pgTable(
  'chart_annotations',
  {
    id: text()
      .primaryKey()
      .default(sql`gen_random_uuid()::text`),
    companyId: companyId(),
    day: date().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: text().notNull(),
  },
  (t) => [index('chart_annotations_by_day').on(t.companyId, t.day)],
)

/** What months are to bring. */
export const targets = pgTable(
  'targets',
  {
    companyId: companyId(),
    metric: text({ enum: TARGET_METRICS }).notNull(),
    /** Empty: all of them together. */
    marketplace: text().notNull(),
    /** Its first day. */
    month: date().notNull(),
    amount: numeric({ precision: 18, scale: 9 }).notNull(),
    currency: text().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.metric, t.marketplace, t.month] }),
    oneOf('targets_metric', t.metric, TARGET_METRICS),
  ],
)

/** Expenses that people have entered. For the ledger they are a facts file, made anew with each change. */
export const expenses = pgTable(
  'expenses',
  {
    ...namedOfCompany(),
    /** Their order is that of the lines of the file. */
    position: integer().notNull(),
    categoryId: text().references(() => expenseCategories.id),
    vendorId: text().references(() => expenseVendors.id),
    /** Null: of the whole company. */
    marketplace: text(),
    currency: text().notNull(),
    amount: numeric({ precision: 18, scale: 9 }).notNull(),
    frequency: text({ enum: EXPENSE_FREQUENCIES }).notNull(),
    startDate: date().notNull(),
    endDate: date(),
    invoiceId: text().notNull().default(''),
    /** Empty: of no one brand. */
    brandName: text().notNull().default(''),
    note: text().notNull().default(''),
    revision: integer().notNull().default(1),
    changedAt: instant().notNull(),
    changedBy: text().notNull(),
  },
  (t) => [
    uniqueIndex('expenses_position').on(t.companyId, t.position),
    oneOf('expenses_frequency', t.frequency, EXPENSE_FREQUENCIES),
  ],
)

/** What was created, changed or deleted on the page of expenses, by whom and when. */
export const expenseEdits = pgTable(
  'expense_edits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: companyId(),
    /** Of the call, which may come twice. */
    saveId: text().notNull(),
    at: instant().notNull(),
    actor: text().notNull(),
    subject: text({ enum: EXPENSE_SUBJECTS }).notNull(),
    subjectId: text().notNull(),
    before: jsonb().$type<Record<string, string>>(),
    after: jsonb().$type<Record<string, string>>(),
  },
  (t) => [
    index('expense_edits_by_company').on(t.companyId, t.id.desc()),
    index('expense_edits_by_save').on(t.companyId, t.saveId),
    oneOf('expense_edits_subject', t.subject, EXPENSE_SUBJECTS),
  ],
)

/** Of a package, in centimetres or kilograms. */
const measure = () => numeric({ precision: 7, scale: 3 })

/** What people call products, how they sort them, and what they measure. What is empty again stays, for its revision. */
export const enteredProducts = pgTable(
  'entered_products',
  {
    companyId: companyId(),
    sku: text().notNull(),
    customName: text().notNull().default(''),
    category: text().notNull().default(''),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    length: measure(),
    width: measure(),
    height: measure(),
    weight: measure(),
    revision: integer().notNull().default(1),
    changedAt: instant().notNull(),
    changedBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.sku] }),
    check('entered_products_sides', sql`num_nonnulls(${t.length}, ${t.width}, ${t.height}) in (0, 3)`),
  ],
)

const cost = () => numeric({ precision: 18, scale: 9 })

/** Costs of products that people have entered. For the ledger they are a facts file, made anew with each change. */
export const enteredCosts = pgTable(
  'entered_costs',
  {
    id: uuidText(),
    companyId: companyId(),
    /** Their order is that of the lines of the file. */
    position: integer().notNull(),
    sku: text().notNull(),
    /** Null: of all marketplaces that have none of their own. */
    marketplace: text(),
    validFrom: date().notNull(),
    validTo: date(),
    currency: text().notNull(),
    manufacturing: cost().notNull(),
    freight: cost(),
    duty: cost(),
    other: cost(),
    fbmShipping: cost(),
    revision: integer().notNull().default(1),
    changedAt: instant().notNull(),
    changedBy: text().notNull(),
  },
  (t) => [uniqueIndex('entered_costs_position').on(t.companyId, t.position)],
)

/** What was entered, changed or deleted of products and their costs, by whom and when. */
export const productEdits = pgTable(
  'product_edits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: companyId(),
    /** Of the call, which may come twice. */
    saveId: text().notNull(),
    at: instant().notNull(),
    actor: text().notNull(),
    subject: text({ enum: PRODUCT_SUBJECTS }).notNull(),
    /** Of a product its SKU, of a cost its id. */
    subjectId: text().notNull(),
    sku: text().notNull(),
    before: jsonb().$type<Record<string, string>>(),
    after: jsonb().$type<Record<string, string>>(),
  },
  (t) => [
    index('product_edits_by_company').on(t.companyId, t.id.desc()),
    index('product_edits_by_save').on(t.companyId, t.saveId),
    index('product_edits_by_sku').on(t.companyId, t.sku, t.id.desc()),
    oneOf('product_edits_subject', t.subject, PRODUCT_SUBJECTS),
  ],
)

/** How often somebody has done something in a day (UTC), where that has an end. */
export const dailyCounts = pgTable(
  'daily_counts',
  { day: date().notNull(), kind: text().notNull(), subject: text().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.subject] })],
)

/** One per region account at Amazon. */
export const sellerAccounts = pgTable(
  'seller_accounts',
  {
    id: uuidText(),
    companyId: companyId(),
    name: text().notNull(),
    region: text({ enum: REGIONS }).notNull(),
    homeMarketplace: text(),
    /** Amazon's own id of the seller, from the first consent on: who consents for another one gets another account. */
    sellingPartnerId: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('seller_accounts_name').on(t.companyId, t.name),
    oneOf('seller_accounts_region', t.region, REGIONS),
  ],
)

/** A consent of a seller's, given at Amazon: one for each region and each of the two APIs. */
export const connections = pgTable(
  'connections',
  {
    id: uuidText(),
    companyId: companyId(),
    provider: text({ enum: CONNECTION_PROVIDERS }).notNull(),
    region: text({ enum: REGIONS }).notNull(),
    status: text({ enum: CONNECTION_STATUSES }).notNull().default('ACTIVE'),
    /** Amazon's own id of the seller; of advertising there is none. */
    sellingPartnerId: text(),
    /** What is imported through it belongs to this account. */
    sellerAccountId: text().references(() => sellerAccounts.id, { onDelete: 'set null' }),
    /** Codes of the marketplaces that the seller takes part in. */
    marketplaces: text().array().notNull().default([]),
    /** Encrypted with the key of the installation. */
    refreshToken: text().notNull(),
    authorisedAt: instant().notNull(),
    /** When the consent lapses; null where it does not. */
    expiresAt: instant(),
    /** In words for people; null while it works. */
    brokenReason: text(),
    brokenAt: instant(),
    createdBy: text().notNull(),
  },
  (t) => [
    unique('connections_place').on(t.companyId, t.provider, t.region),
    oneOf('connections_provider', t.provider, CONNECTION_PROVIDERS),
    oneOf('connections_region', t.region, REGIONS),
    oneOf('connections_status', t.status, CONNECTION_STATUSES),
  ],
)

/** Somebody is on the way to Amazon's consent page, or back. What only the browser knows is kept as a hash. */
export const connectionStates = pgTable(
  'connection_states',
  {
    stateHash: text().primaryKey(),
    browserStateHash: text().notNull(),
    companyId: text().references(() => companies.id, { onDelete: 'cascade' }),
    userId: userId(),
    provider: text({ enum: CONNECTION_PROVIDERS }).notNull(),
    region: text({ enum: REGIONS }).notNull(),
    /** Where the seller account was opened, if that was asked for. */
    marketplace: text(),
    redirectUrl: text({ enum: CONNECTION_NEXT }).notNull(),
    /** What Amazon has sent back, encrypted, under a name of its own for the browser's last step. */
    refHash: text(),
    consent: text(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    unique('connection_states_ref').on(t.refHash),
    oneOf('connection_states_provider', t.provider, CONNECTION_PROVIDERS),
    oneOf('connection_states_region', t.region, REGIONS),
  ],
)

export const advertisingProfiles = pgTable(
  'advertising_profiles',
  {
    connectionId: text()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    profileId: text().notNull(),
    /** Of the account and its country: names of accounts alone are not unique. */
    name: text().notNull(),
    marketplace: text().notNull(),
    currency: text().notNull(),
    timeZone: text().notNull(),
    accountId: text().notNull(),
    isSelected: boolean().notNull().default(false),
    /** Found after somebody last chose profiles. */
    isNew: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.profileId] })],
)

/**
 * What is fetched from Amazon: one source of one place in one period. A row outlives every process that works on it; what it
 * has come to so far stands in it.
 */
export const syncTasks = pgTable(
  'sync_tasks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: companyId(),
    connectionId: text()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** A marketplace, a profile, or a report that Amazon has made by itself; empty for a whole region. */
    place: text().notNull().default(''),
    firstDay: date().notNull(),
    lastDay: date().notNull(),
    /** Which reading of these days it is: each that is due makes a new one. Below 1 a row is many that ended long ago. */
    reading: integer().notNull().default(1),
    state: text({ enum: SYNC_STATES }).notNull().default('WAITING'),
    isCritical: boolean().notNull().default(false),
    /** Smaller is sooner. */
    priority: integer().notNull(),
    notBefore: instant().notNull(),
    /** Answers in a row that none came of; begins anew with each step that is taken. */
    attempts: integer().notNull().default(0),
    /** How often a report that was asked for, or the import of its file, has come to nothing. */
    failures: integer().notNull().default(0),
    /** At Amazon, once it was asked for. */
    reportId: text(),
    importId: bigint({ mode: 'number' }).references(() => imports.id, { onDelete: 'set null' }),
    /** In words for people; null where nothing went wrong. */
    problem: text(),
    createdAt: instant().notNull().defaultNow(),
    endedAt: instant(),
    /** How many tasks the row stands for. */
    standsFor: integer().notNull().default(1),
  },
  (t) => [
    unique('sync_tasks_period').on(t.connectionId, t.source, t.place, t.firstDay, t.lastDay, t.reading),
    index('sync_tasks_due')
      .on(t.notBefore)
      .where(sql`ended_at is null`),
    index('sync_tasks_by_company').on(t.companyId, t.id.desc()),
    oneOf('sync_tasks_state', t.state, SYNC_STATES),
  ],
)

/** Of what marketplace a file is that is a picture of one day; of every other file its content says it. */
const PICTURED_PLACE = sql`case when requested ? 'day' then coalesce(requested ->> 'marketplace', '') else '' end`

export const imports = pgTable(
  'imports',
  {
    id: bigint({ mode: 'number' })
      .primaryKey()
      .default(sql`nextval('version_seq')`),
    companyId: companyId(),
    sellerAccountId: text().references(() => sellerAccounts.id),
    fileName: text().notNull(),
    fileSha256: text().notNull(),
    fileBytes: bigint({ mode: 'number' }).notNull(),
    reportType: text(),
    status: text({ enum: IMPORT_STATUSES }).notNull().default('QUEUED'),
    requested: jsonb().$type<ImportRequest>().notNull().default({}),
    progress: jsonb().$type<Json>(),
    result: jsonb().$type<Json>(),
    problem: jsonb().$type<ImportProblem>(),
    createdAt: instant().notNull().defaultNow(),
    startedAt: instant(),
    finishedAt: instant(),
    /** Facts are written under the version of the attempt: `id` names the import, also when it has to be run again. */
    attemptVersion: version(),
    publishedVersion: version(),
    undoneVersion: version(),
    /** Attempts that began and have come to no end: each crash in the middle of one leaves one. */
    unfinishedAttempts: integer().notNull().default(0),
    /** Since when it waits for an engine or a database that is away. */
    awaySince: instant(),
    /** Somebody wants a running import to stop; whoever runs it reads this. */
    cancelRequestedAt: instant(),
    /** When a refused file was deleted; null while the file is kept. */
    fileDeletedAt: instant(),
    /** When somebody took it off the list, of which nothing counts; the record stays. */
    dismissedAt: instant(),
  },
  (t) => [
    index('imports_by_company').on(t.companyId, t.id.desc()),
    index('imports_unfinished')
      .on(t.id)
      .where(sql`status in ('QUEUED', 'RUNNING')`),
    uniqueIndex('imports_live_file')
      .on(t.companyId, t.fileSha256, sql`(coalesce(requested ->> 'day', ''))`, sql`(${PICTURED_PLACE})`)
      .where(sql`status = 'PUBLISHED'`),
    index('imports_by_file').on(t.companyId, t.fileSha256),
    index('imports_of_no_use')
      .on(t.finishedAt)
      .where(sql`status in ('REFUSED', 'CANCELLED', 'UNPACKED') and file_deleted_at is null`),
    oneOf('imports_status', t.status, IMPORT_STATUSES),
  ],
)

export const publications = pgTable(
  'publications',
  {
    companyId: companyId(),
    version: version().notNull(),
    kind: text({ enum: PUBLICATION_KINDS }).notNull(),
    importId: bigint({ mode: 'number' }).references(() => imports.id),
    publishedAt: instant().notNull(),
    note: jsonb().$type<Json>(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.version] }),
    oneOf('publications_kind', t.kind, PUBLICATION_KINDS),
  ],
)

/** Versions that may have rows in the warehouse and will never be published. Readers leave them out. */
export const deadVersions = pgTable(
  'dead_versions',
  {
    companyId: companyId(),
    version: version().notNull(),
    reason: text().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
)

/** Versions being written. A row that outlives its writer tells what must be declared dead. */
export const openVersions = pgTable(
  'open_versions',
  { companyId: companyId(), version: version().notNull(), startedAt: instant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
)

/** What a published version changed in the settings of its company: the changed ones only. */
export const settingsHistory = pgTable(
  'settings_history',
  {
    companyId: companyId(),
    version: version().notNull(),
    changedAt: instant().notNull(),
    /** Null where it was not written down. */
    changedBy: text(),
    before: jsonb().$type<Json>().notNull(),
    after: jsonb().$type<Json>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
)

/** Deleted companies. No foreign key: a tombstone outlives its company, so that a restore does not bring it back. */
export const tombstones = pgTable('tombstones', {
  companyId: text().primaryKey(),
  deletedAt: instant().notNull().defaultNow(),
  /** Who may ask how far it is. */
  deletedBy: text(),
  /** When the last of its rows and files was gone; until then the start of the server goes on with it. */
  clearedAt: instant(),
})

/** Who did what, without a foreign key: the record of a deletion outlives what was deleted. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    actor: text().notNull(),
    action: text().notNull(),
    companyId: text(),
    details: jsonb().$type<Json>(),
  },
  (t) => [
    index('audit_log_by_day').on(t.at),
    index('audit_log_by_company').on(t.companyId, t.id.desc()),
    index('audit_log_by_actor').on(t.actor, t.id.desc()),
  ],
)

/** One row while the installation is under maintenance, and none otherwise. */
export const maintenance = pgTable(
  'maintenance',
  {
    id: boolean().primaryKey().default(true),
    since: instant().notNull().defaultNow(),
    startedBy: text().notNull(),
    note: text(),
  },
  (t) => [check('maintenance_single', sql`${t.id}`)],
)

/**
 * Exchange rates that the installation has beyond those that come with the product: from the bank's published file, kept
 * as they were first published, and from files of the operator.
 */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    origin: text({ enum: GIVEN_RATES }).notNull(),
    currency: text().notNull(),
    day: date().notNull(),
    usdPerUnit: numeric({ precision: 38, scale: 18 }).notNull(),
    publisher: text().notNull(),
    addedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.origin, t.currency, t.day] }),
    oneOf('exchange_rates_origin', t.origin, GIVEN_RATES),
  ],
)

/** One row from the first look at the bank's file on: how the last one went, and what was not taken. */
export const ratesUpdate = pgTable(
  'rates_update',
  {
    id: boolean().primaryKey().default(true),
    triedAt: instant().notNull(),
    succeededAt: instant(),
    /** Since the last success. */
    failures: integer().notNull().default(0),
    problem: text(),
    notices: jsonb().$type<RateNotice[]>().notNull().default([]),
  },
  (t) => [check('rates_update_single', sql`${t.id}`)],
)

/** Crashes that browsers have reported. No foreign keys: what a browser says of itself is not checked. */
export const crashReports = pgTable(
  'crash_reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    /** The same for crashes of one name at one place of the program. */
    fingerprint: text().notNull(),
    name: text().notNull(),
    causeName: text(),
    stack: text().notNull(),
    browserPathname: text().notNull(),
    clientCompanyId: text(),
    reconciliationId: text().notNull(),
    /** A person, or a hash of a network: whose place among those that are kept it takes. */
    sender: text().notNull().default(''),
  },
  (t) => [
    index('crash_reports_by_sender').on(t.sender, t.id),
    index('crash_reports_by_fingerprint').on(t.fingerprint, t.id.desc()),
    index('crash_reports_by_day').on(t.at),
  ],
)
