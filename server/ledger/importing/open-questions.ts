import { UnreadableFile } from '#amazon/index.ts'
import type { CostQuestion } from '#contract/cost-mapping.ts'
import type { ImportResult } from './import-result.ts'

/** What a file leaves open and a person can say: the import waits, and its record has what it asks. */
export class OpenQuestion extends Error {
  readonly code: string
  readonly asks: Partial<ImportResult>

  constructor(code: string, asks: Partial<ImportResult>, text: string) {
    super(text)
    this.code = code
    this.asks = asks
  }
}

/** Several seller accounts could own the file. */
export const accountUnclear = (accountChoices: string[], text: string): OpenQuestion =>
  new OpenQuestion('ACCOUNT_UNCLEAR', { accountChoices }, text)

/** The file says neither its marketplace nor its currency. */
export const marketplaceUnclear = (): OpenQuestion =>
  new OpenQuestion(
    'ACCOUNT_UNCLEAR',
    { asksMarketplace: true },
    'The file names no marketplace. Choose the one it belongs to.',
  )

/** Of which day the file is. */
export const dayUnclear = (
  text = 'The file does not say which day it is for. Enter the day it was downloaded.',
): OpenQuestion => new OpenQuestion('DAY_UNCLEAR', { asksDay: true }, text)

/** Which column of a list of costs is what. */
export const costsUnclear = (costQuestion: CostQuestion): OpenQuestion =>
  new OpenQuestion(
    'COSTS_UNCLEAR',
    { costQuestion },
    'This is a list of costs. Check whether its columns are recognised correctly, and fill in what is missing.',
  )

/** The question that a failure is, if it is one. */
export function questionIn(error: unknown): OpenQuestion | undefined {
  if (error instanceof OpenQuestion) return error
  // Who reads the rows finds this out.
  return error instanceof UnreadableFile && error.code === 'DATE_ORDER_UNKNOWN'
    ? new OpenQuestion(error.code, { asksDateOrder: true }, error.message)
    : undefined
}
