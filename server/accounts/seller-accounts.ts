import { and, asc, eq } from 'drizzle-orm'
import { AccountsError } from './accounts-error.ts'
import type { Company } from './companies.ts'
import type { Accounts } from './open.ts'
import { sellerAccounts } from './schema.ts'

export type SellerAccount = typeof sellerAccounts.$inferSelect

export function listSellerAccounts(accounts: Accounts, company: Company): Promise<SellerAccount[]> {
  return accounts.db
    .select()
    .from(sellerAccounts)
    .where(eq(sellerAccounts.companyId, company.id))
    .orderBy(asc(sellerAccounts.createdAt), asc(sellerAccounts.name))
}

/** The account of this name, made if the company has none. The home marketplace is set once and then kept. */
export async function ensureSellerAccount(
  accounts: Accounts,
  company: Company,
  {
    name,
    region,
    homeMarketplace,
  }: { name: string; region: SellerAccount['region']; homeMarketplace?: string },
): Promise<SellerAccount> {
  return accounts.db.transaction(async (tx) => {
    await tx
      .insert(sellerAccounts)
      .values({ companyId: company.id, name, region, homeMarketplace })
      .onConflictDoNothing()
    const named = and(eq(sellerAccounts.companyId, company.id), eq(sellerAccounts.name, name))
    const [account] = await tx.select().from(sellerAccounts).where(named).for('update')
    if (account!.region !== region) {
      throw new AccountsError(
        'SELLER_ACCOUNT_ELSEWHERE',
        `The seller account ${name} is in ${account!.region}, not in ${region}.`,
      )
    }
    if (account!.homeMarketplace !== null || homeMarketplace === undefined) return account!
    const [settled] = await tx.update(sellerAccounts).set({ homeMarketplace }).where(named).returning()
    return settled!
  })
}
