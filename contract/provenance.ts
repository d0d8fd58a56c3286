/** `audit.getProvenance`: what the numbers of a company follow from, for files that leave the product. */
import { z } from 'zod'
import type { FX_POLICIES } from './company-settings.ts'
import { AsOf, CompanyId } from './fields.ts'

export const ProvenanceInput = z.object({ companyId: CompanyId, asOf: AsOf.optional() })

export interface Provenance {
  /** Of the numbers, and when readers first saw it; null before the first. */
  dataVersion: number
  publishedAt: string | null
  programVersion: string
  /** Which edition of the rules tells lines of files apart, and how many names the company placed by itself. */
  mappingVersion: number
  placedNames: number
  /** The version with which the set of exchange rates began; null where there is none. */
  rateSet: number | null
  /** Of currencies in which the company has money. Null stands for rates of every day, as a peg's. */
  rates: { currency: string; source: string; newestDay: string | null }[]
  fxPolicy: (typeof FX_POLICIES)[number]
  /** Months that are read as of the version at which they were closed, with its rates; those that follow each other and share it are one. */
  closedMonths: { first: string; last: string; version: number }[]
  /** By the server's clock. */
  now: string
}
