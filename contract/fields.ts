/**
 * Single fields that many inputs have. Apart from what they are about, so that a page which only counts days or shows
 * marketplaces does not load the schemas.
 */
import { z } from 'zod'
import { CURRENCY_CODES, MARKETPLACE_CODES } from './marketplaces.ts'

export const CompanyId = z.string().min(1, 'Give the id of a company.').max(64)
export const MarketplaceCode = z.enum(MARKETPLACE_CODES, 'This is not one of the marketplaces.')
export const Currency = z.enum(CURRENCY_CODES, 'This currency is not known.')
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)
export const IsoDate = z.iso.date('Give a date as 2026-03-31.')
