/** Under which rules a row of the VAT transactions report falls, and who owes its tax. */
import { UNSOLD_SCHEMES, type VatLiable, type VatScheme } from './vat-report.ts'

/** The member states, as Amazon writes them. Northern Ireland is GB there. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** Marketplaces that the VAT transactions report holds all sales of. */
export const VAT_REPORT_MARKETPLACES = ['BE', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'SE']

/** Goods of the seller's own that move: from one warehouse to another, and into the first. */
const isOwnStock = (transactionType: string): boolean => /^(FC_TRANSFER|INBOUND)$/i.test(transactionType)

/** Goods that a buyer sends back; the money is in the refund (Amazon's help on the report: "product movement only"). */
const isReturn = (transactionType: string): boolean => /^RETURN$/i.test(transactionType)

/** Rows that have no amounts by nature. */
export const isMovement = (transactionType: string): boolean =>
  isOwnStock(transactionType) || isReturn(transactionType)

/** Goods of another seller that Amazon sent to a buyer in place of the seller's own: their tax is that seller's. */
const isPurchase = (transactionType: string): boolean => /^COMMINGLING_BUY$/i.test(transactionType)

export interface StatedTransaction {
  transactionType: string
  departs: string
  arrives: string
  /** UNION-OSS, REGULAR and others. */
  taxScheme: string
  /** SELLER or MARKETPLACE. */
  collectedBy: string
  buyerType: string
  /** The row says that there is no tax: by a rate of 0 or, without a rate, by a tax of 0. */
  isUntaxed: boolean
}

/** What the report names goes before what follows from countries and buyers. */
export function schemeOf(row: StatedTransaction): VatScheme {
  const { departs, arrives, isUntaxed } = row
  if (isOwnStock(row.transactionType)) return 'OWN_STOCK'
  if (isReturn(row.transactionType)) return 'RETURNED'
  if (isPurchase(row.transactionType)) return 'PURCHASE'
  if (/IOSS|IMPORT-OSS/i.test(row.taxScheme)) return 'IOSS'
  if (/OSS/i.test(row.taxScheme)) return 'UNION_OSS'
  if (/DEEMED|VOEC/i.test(row.taxScheme)) return 'DEEMED_SUPPLIER'
  if (departs === '' || arrives === '') return 'UNKNOWN'
  const isOfBusiness = row.buyerType === 'BUSINESS'
  if (departs === arrives) return isOfBusiness && isUntaxed ? 'REVERSE_CHARGE' : 'DOMESTIC'
  if (!EU.has(departs)) return EU.has(arrives) ? 'UNKNOWN' : 'EXPORT'
  if (!EU.has(arrives)) return 'EXPORT'
  return isOfBusiness && isUntaxed ? 'INTRA_COMMUNITY' : 'DISTANCE_SALE'
}

/** Where the report does not say who collects it, the tax is the seller's. */
export function liableOf(row: StatedTransaction, scheme: VatScheme): VatLiable {
  if (/^MARKETPLACE$/i.test(row.collectedBy)) return 'MARKETPLACE'
  if (UNSOLD_SCHEMES.includes(scheme)) return 'NOBODY'
  return scheme === 'INTRA_COMMUNITY' || scheme === 'REVERSE_CHARGE' ? 'BUYER' : 'SELLER'
}
