import { UnreadableFile, type DeclaredAccount, type ReportType } from '#amazon/index.ts'
import { MARKETPLACES, marketplaceOf, marketplaceOfName, type Region } from '#contract/marketplaces.ts'
import {
  ensureSellerAccount,
  listSellerAccounts,
  updateImport,
  type Company,
  type Import,
  type SellerAccount,
} from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import type { OpenedFile } from '#server/reading/pieces.ts'
import { accountUnclear, marketplaceUnclear } from './open-questions.ts'

/* To which seller account of the company a file belongs. */

/** The id of the seller account that a file belongs to, which its record learns; empty where it belongs to none. */
export async function accountOfFile(
  services: Services,
  company: Company,
  record: Import,
  opened: OpenedFile,
): Promise<string> {
  const account = await accountFor(services, company, record, opened)
  if (account) await updateImport(services.accounts, company, record.id, { sellerAccountId: account.id })
  return account?.id ?? ''
}

/** Reports of money and orders belong to a seller account; costs and rates belong to the company. */
const needsAccount = ({ type }: OpenedFile): boolean =>
  type.source !== 'NONE' || isOfAccount(type) || ('table' in type && type.table === 'order_items')

/** A facts file may hold nothing that belongs to an account. */
const needsMarketplace = ({ type }: OpenedFile): boolean =>
  isOfAccount(type) || (type.source !== 'FACTS' && type.source !== 'NONE')

const isOfAccount = (type: ReportType): boolean =>
  (type.kind === 'records' && type.isOfAccount === true) || isOfMarketplace(type)

/** Rows of such a report say nothing as long as its marketplace is not known. */
export const isOfMarketplace = (type: ReportType): boolean =>
  type.kind === 'records' && type.isOfMarketplace === true

const REGION_LABELS: Record<Region, string> = {
  EUROPE: 'Europe',
  NORTH_AMERICA: 'North America',
  FAR_EAST: 'Far East',
}

/** An account of this name that the company has stays as it is; its home decides the days of rows without a marketplace. */
export async function declaredAccount(
  { accounts }: Services,
  company: Company,
  { name, region, homeMarketplace }: DeclaredAccount,
): Promise<string> {
  const held = (await listSellerAccounts(accounts, company)).find((account) => account.name === name)
  if (held && held.region !== region)
    throw new UnreadableFile(
      'ACCOUNT_ELSEWHERE',
      `The file says that the seller account "${name}" is in ${REGION_LABELS[region]}; the one of this company is in ${REGION_LABELS[held.region]}. Rename it in the file.`,
    )
  const account = await ensureSellerAccount(accounts, company, {
    name,
    region,
    ...(homeMarketplace !== null && { homeMarketplace }),
  })
  return account.id
}

/** The seller account of a file: named by the person, or the only one that can be meant. Made when the company has none there. */
async function accountFor(
  services: Services,
  company: Company,
  record: Import,
  opened: OpenedFile,
): Promise<SellerAccount | undefined> {
  const { accounts } = services
  const wanted = record.requested
  if (!needsAccount(opened) && !wanted.account) return undefined
  const home = homeMarketplace(opened, wanted.marketplace)
  const existing = await listSellerAccounts(accounts, company)
  if (wanted.account) {
    const named = existing.find((account) => account.name === wanted.account)
    if (named) return named
    if (!home && !needsMarketplace(opened)) return undefined
    if (!home) throw marketplaceUnclear()
    return ensureSellerAccount(accounts, company, {
      name: wanted.account,
      region: marketplaceOf(home)!.region,
      homeMarketplace: home,
    })
  }
  if (!home) {
    if (!needsMarketplace(opened)) return existing.length === 1 ? existing[0] : undefined
    // An account says no currency, without which an export by date range has no row that could be read.
    const hasCurrency =
      opened.kind === 'lines' || isOfAccount(opened.type) || opened.sample.currencies.length > 0
    if (existing.length === 1 && hasCurrency) return existing[0]
    throw marketplaceUnclear()
  }
  const { region } = marketplaceOf(home)!
  const inRegion = existing.filter((account) => account.region === region)
  if (inRegion.length === 1) return inRegion[0]
  if (inRegion.length > 1) {
    throw accountUnclear(
      inRegion.map((a) => a.name),
      `The company has ${inRegion.length} seller accounts in ${REGION_LABELS[region]}. Choose the one that this file belongs to.`,
    )
  }
  return ensureSellerAccount(accounts, company, {
    name: REGION_LABELS[region],
    region,
    homeMarketplace: home,
  })
}

function homeMarketplace({ sample }: OpenedFile, wanted: string | undefined): string | undefined {
  if (wanted && marketplaceOf(wanted)) return wanted
  for (const name of sample.marketplaces) {
    const code = marketplaceOf(name.toUpperCase())?.code ?? marketplaceOfName(name)
    if (code) return code
  }
  for (const currency of sample.currencies) {
    // The euro has several marketplaces; all are in one region, and Germany stands for it.
    const code = currency === 'EUR' ? 'DE' : MARKETPLACES.find((m) => m.currency === currency)?.code
    if (code) return code
  }
  return undefined
}
