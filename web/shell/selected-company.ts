import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'company'

/** The company that an address without one means: the one looked at last, else the first. */
export const selectedCompanyOf = <T extends { id: string }>(companies: readonly T[]): T | undefined =>
  companies.find(({ id }) => id === readStored(KEY)) ?? companies[0]

export const rememberCompany = (companyId: string): void => writeStored(KEY, companyId)

export function rememberedCompanyId(): string | null {
  const stored = readStored(KEY)
  return typeof stored === 'string' ? stored : null
}
