/** The words in which Amazon is asked for what a task names. */
import type { AdvertisingApi, SellingPartnerApi } from '#amazon/index.ts'
import type { SyncedConnection, SyncTask } from '#server/accounts/index.ts'
import { chunkIn } from './search-chunks.ts'
import type { Question, Source } from './sources.ts'

const HOUR_MS = 3_600_000

type Days = Pick<SyncTask, 'place' | 'firstDay' | 'lastDay'>

export function sellerRequest(
  { scope, rhythm }: Source,
  question: Extract<Question, { kind: 'REPORT' | 'SEARCHES' }>,
  { place, firstDay, lastDay }: Days,
  { marketplaces }: Pick<SyncedConnection, 'marketplaces'>,
  now: Date,
): Parameters<SellingPartnerApi['createReport']>[0] {
  const { reportType } = question
  const start = new Date(`${firstDay}T00:00:00Z`)
  const end = new Date(`${lastDay}T23:59:59Z`)
  if (question.kind === 'SEARCHES') {
    const { marketplace, asins } = chunkIn(place)
    return {
      reportType,
      marketplaces: [marketplace],
      start,
      end,
      options: { reportPeriod: 'WEEK', asin: asins },
    }
  }
  return {
    reportType,
    marketplaces: scope === 'REGION' ? marketplaces : [place],
    ...(question.sinceHours !== undefined && { start: new Date(+now - question.sinceHours * HOUR_MS) }),
    // What Amazon takes for now has no days. A day that is not over ends now.
    ...(rhythm.kind !== 'TODAY' && { start, end: end < now ? end : now }),
    ...(question.options && { options: { ...question.options } }),
  }
}

export const advertisingRequest = (
  { adProduct, reportTypeId, groupBy, columns }: Extract<Question, { kind: 'ADVERTISING' }>,
  { firstDay, lastDay }: Days,
): Parameters<AdvertisingApi['createReport']>[1] => ({
  name: `${reportTypeId} ${firstDay} to ${lastDay}`,
  start: firstDay,
  end: lastDay,
  adProduct,
  reportTypeId,
  groupBy,
  columns,
})
