/** What a company decides for itself: the form and the procedure read the same rules. */
import { z } from 'zod'
import { COUNTRY_CODES } from './countries.ts'
import { MARKETPLACE_CODES } from './marketplaces.ts'
import type { LineMapping } from './line-mappings.ts'
import { CompanyName } from './post-registration.ts'
import { CompanyId, Currency, IsoDate, text } from './fields.ts'
import { SETTINGS } from './metrics/metric.ts'

export const FX_POLICIES = ['DAILY', 'LATEST'] as const
export type FxPolicy = (typeof FX_POLICIES)[number]

const Marketplace = z.enum(MARKETPLACE_CODES, 'Choose a marketplace.')

/** VAT in prices from a day on, until the next of the same marketplace; `rate` is a fraction as decimal text. */
const VatRate = z.object({
  marketplace: Marketplace,
  validFrom: IsoDate,
  rate: z.string().regex(/^0(\.\d{1,6})?$/, 'A rate is a share below 1: 0.19 for 19 %.'),
})
export type VatRate = z.infer<typeof VatRate>

const VAT_RATES_MAX = 300
export const VatRates = z
  .array(VatRate)
  .max(VAT_RATES_MAX, `At most ${VAT_RATES_MAX} rates can be kept.`)
  .refine(
    (rates) => new Set(rates.map(vatRateId)).size === rates.length,
    'A day has one rate per marketplace.',
  )
  .transform((rates) => rates.toSorted((a, b) => (vatRateId(a) < vatRateId(b) ? -1 : 1)))

/** The marketplace and the day that a rate begins on. */
export const vatRateId = ({ marketplace, validFrom }: Pick<VatRate, 'marketplace' | 'validFrom'>): string =>
  `${marketplace} ${validFrom}`

export const DAYS_MAX = 730
const days = z
  .int(`Provide whole days from 0 to ${DAYS_MAX}.`)
  .min(0, `Provide whole days from 0 to ${DAYS_MAX}.`)
  .max(DAYS_MAX, `Provide whole days from 0 to ${DAYS_MAX}.`)

/** What stock is reordered by, unless a product says otherwise (INV-2). */
export const Replenishment = z.object({
  leadTimeDays: days,
  safetyDays: days,
  targetCoverDays: days,
  /** Where goods for a marketplace take longer or shorter. */
  marketplaceLeadTimeDays: z.partialRecord(Marketplace, days),
})
export type Replenishment = z.infer<typeof Replenishment>

export const DEFAULT_REPLENISHMENT: Replenishment = {
  leadTimeDays: Number(SETTINGS.leadTimeDays.preset),
  safetyDays: Number(SETTINGS.safetyDays.preset),
  targetCoverDays: Number(SETTINGS.targetCoverDays.preset),
  marketplaceLeadTimeDays: {},
}

/** So many clicks without an order are too many, unless a company says otherwise. */
export const DEFAULT_WASTED_CLICK_THRESHOLD = 10
export const WASTED_CLICK_THRESHOLD_MAX = 1_000
const WASTED_CLICK_MESSAGE = `Provide a whole number of clicks from 1 to ${WASTED_CLICK_THRESHOLD_MAX}.`
export const WastedClickThreshold = z
  .int(WASTED_CLICK_MESSAGE)
  .min(1, WASTED_CLICK_MESSAGE)
  .max(WASTED_CLICK_THRESHOLD_MAX, WASTED_CLICK_MESSAGE)

const ALIAS_LENGTH = { min: 2, max: 100 }
const ALIASES_MAX = 100
const ALIAS_MESSAGE = `Provide a name between ${ALIAS_LENGTH.min} and ${ALIAS_LENGTH.max} characters.`

/** Searches are compared without regard to case and to how many blanks stand between words. */
export const BrandAlias = text(500)
  .transform((text) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-GB'))
  .pipe(z.string().min(ALIAS_LENGTH.min, ALIAS_MESSAGE).max(ALIAS_LENGTH.max, ALIAS_MESSAGE))
export const BrandAliases = z
  .array(BrandAlias)
  .max(ALIASES_MAX, `At most ${ALIASES_MAX} names can be kept.`)
  .transform((aliases) => [...new Set(aliases)].toSorted())

export const ENDED_SALES_MAX = 200

/** Somebody has said that a seller account sold nothing in a currency after a day. */
export const EndedSales = z.object({
  /** The name of the seller account. */
  account: text(100).min(1),
  currency: Currency,
  lastDay: IsoDate,
})
export type EndedSales = z.infer<typeof EndedSales>

/** Of each account and currency there is one. */
export const AllEndedSales = z
  .array(EndedSales)
  .max(ENDED_SALES_MAX, `At most ${ENDED_SALES_MAX} can be kept.`)
  .transform((all) => [...new Map(all.map((one) => [endedSalesId(one), one])).values()])
  .transform((all) => all.toSorted((a, b) => (endedSalesId(a) < endedSalesId(b) ? -1 : 1)))

export const endedSalesId = ({ account, currency }: { account: string; currency: string }): string =>
  JSON.stringify([account, currency])

/** `companySettings.setEndedSales`: null takes back what was said. */
export const EndedSalesInput = EndedSales.extend({ companyId: CompanyId, lastDay: IsoDate.nullable() })

export const EstablishmentCountry = z
  .string()
  .refine((code) => COUNTRY_CODES.includes(code), 'Give a country as two capital letters, such as DE.')

/** `companies.set`: what is left out stays as it is. */
export const CompanySettingsChange = z.object({
  name: CompanyName.optional(),
  establishmentCountry: EstablishmentCountry.nullable().optional(),
  feeVatRecoverable: z.boolean().optional(),
  defaultCurrency: Currency.nullable().optional(),
  fxPolicy: z.enum(FX_POLICIES, 'Choose DAILY or LATEST.').optional(),
  vatRates: VatRates.optional(),
  replenishment: Replenishment.optional(),
  wastedClickThreshold: WastedClickThreshold.optional(),
})
export type CompanySettingsChange = z.infer<typeof CompanySettingsChange>

/** What stood where a list was changed that is sent as a whole: somebody else may have changed it meanwhile. */
export const SeenSettings = CompanySettingsChange.pick({ vatRates: true, replenishment: true })

type AllSettings = { [K in keyof CompanySettingsChange]-?: Exclude<CompanySettingsChange[K], undefined> }

/** `companySettings.getGeneral` */
export interface GeneralSettings extends AllSettings {
  /** In force where the company has none of its own. */
  standardVatRates: (VatRate & { validTo: string | null })[]
}

/** Settings that statements are computed from: changing one changes numbers of all days. */
export const SETTINGS_THAT_COUNT = [
  'establishmentCountry',
  'feeVatRecoverable',
  'fxPolicy',
  'vatRates',
  'lineMappings',
] as const

export const SettingsHistoryInput = z.object({ cursor: z.int().min(1).optional() })

/** A published change: the settings that differ, as they were and as they became. */
export interface SettingsEdit {
  /** The cursor of older ones. */
  id: number
  changedAt: string
  /** Null where nobody wrote it down. */
  changedBy: string | null
  before: EditedSettings
  after: EditedSettings
}
type EditedSettings = Partial<
  CompanySettingsChange & {
    brandAliases: string[]
    endedSales: EndedSales[]
    /** Of the names whose places differ. */
    lineMappings: { first: LineMapping[]; total: number }
  }
>

/** `companySettings.getHistory`, the newest first. */
export interface SettingsHistory {
  edits: SettingsEdit[]
  hasMore: boolean
}

/** `companySettings.deleteCompany`: the name is typed, so that nobody deletes the wrong one. */
export const DeleteCompanyInput = z.object({ name: text(200) })

/** How far the deletion of a company is; nobody can ask for anything of it from the first moment on. */
export interface Deletion {
  areNumbersGone: boolean
  areFilesGone: boolean
  /** Nothing is left. */
  isDone: boolean
}
