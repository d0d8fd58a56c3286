import type { CauseKind, ChangePart, Publication } from '#contract/as-it-was.ts'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { countText } from '#web/ui/numbers.ts'

const SETTINGS: Record<string, string> = {
  name: 'company name',
  establishmentCountry: 'country of establishment',
  feeVatRecoverable: 'VAT on fees',
  defaultCurrency: 'default currency',
  fxPolicy: 'exchange rates policy',
  vatRates: 'VAT rates',
  replenishment: 'lead times',
  wastedClickThreshold: 'clicks without an order',
  brandAliases: 'brand names',
  endedSales: 'ended sales',
  closedMonths: 'closed months',
}

const KINDS: Record<Exclude<CauseKind, 'IMPORT' | 'UNDO' | 'SETTINGS'>, string> = {
  PLACED_LINES: 'Unmapped lines assigned',
  EXPENSES: 'Expenses edited',
  COSTS: 'Product costs edited',
  PRODUCTS: 'Products edited',
  EDIT: 'Correction by Amazon',
  RATES: 'Exchange rates',
  REBUILD: 'Tables rebuilt; the history begins here',
}

/** "Import of settlement.txt", "Settings: VAT rates". */
export function publicationText({ kind, fileName, settings }: Publication): string {
  if (kind === 'IMPORT') return fileName === null ? 'Import' : `Import of ${fileName}`
  if (kind === 'UNDO') return fileName === null ? 'Import undone' : `Import of ${fileName} undone`
  if (kind !== 'SETTINGS') return KINDS[kind]
  return `Settings: ${settings.map((setting) => SETTINGS[setting] ?? setting).join(', ')}`
}

/** What a part of a change is that no single publication made. */
export function otherPartText({ of, count }: Pick<ChangePart, 'of' | 'count'>): string {
  switch (of) {
    case 'EARLIER':
      return countText(count, 'earlier change')
    case 'CLOSING':
      return 'Months closed again or reopened'
    case 'DAYS':
      return 'Expenses for days that have passed since'
    case 'RATES':
      return 'Exchange rates'
    case 'RULES':
      return 'Which advertising, shared amounts and products of brands count'
    case 'OTHERS':
    case null:
      return 'Smaller changes'
  }
}

/** Where a publication came from, or where its kind has its history. */
export function placeOf({ kind, importId, settings }: Pick<Publication, 'kind' | 'importId' | 'settings'>): {
  to: CompanyPath
  search: { import?: string }
} | null {
  switch (kind) {
    case 'IMPORT':
    case 'UNDO':
      return { to: PATHS.import, search: importId === null ? {} : { import: String(importId) } }
    case 'SETTINGS':
      if (settings.includes('closedMonths')) return { to: PATHS.accountingMonths, search: {} }
      return { to: PATHS.companyGeneral, search: {} }
    case 'RATES':
      return { to: PATHS.companyGeneral, search: {} }
    case 'PLACED_LINES':
      return { to: PATHS.reconciliation, search: {} }
    case 'EXPENSES':
      return { to: PATHS.expenses, search: {} }
    case 'COSTS':
    case 'PRODUCTS':
      return { to: PATHS.productMaster, search: {} }
    case 'EDIT':
    case 'REBUILD':
      return null
  }
}
