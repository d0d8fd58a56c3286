import type { Question } from './sources.ts'

const HOUR_MS = 3_600_000

/** Made anew every half hour. */
const NEAR_REAL_TIME = /^GET_(FBA_MYI|STRANDED)_/
/** Of all marketplaces of an account together: once a day. */
const DAILY_OF_ACCOUNT = 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA'
const OF_FULFILMENT = /^GET_(FBA|LEDGER|STRANDED)_/

/**
 * How long after a report Amazon makes no other of its type, of whatever days: what is asked for sooner it cancels, as if there were
 * nothing to report, or says that it could not make it (Reports API 2021-06-30, FAQ). 0 where it makes as many as are asked for.
 */
export function pauseMsOf(question: Question): number {
  if (question.kind !== 'REPORT' || !OF_FULFILMENT.test(question.reportType)) return 0
  // A little more than Amazon says.
  if (isOfAccount(question)) return 24.25 * HOUR_MS
  return NEAR_REAL_TIME.test(question.reportType) ? 0.6 * HOUR_MS : 4.25 * HOUR_MS
}

/** Whether the pause is that of the account, and not of each place that is asked for. */
export const isOfAccount = (question: Question): boolean =>
  question.kind === 'REPORT' && question.reportType === DAILY_OF_ACCOUNT
