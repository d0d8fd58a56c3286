import { weekNumber } from '#contract/date-range.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { sixTwelveOf } from '#server/metrics/six-twelve.ts'
import type { Services } from '#server/ledger/services.ts'
import type { MailContent, MailQuestion } from './digest.ts'
import { changeText, dayText, figureText, isAnyLacking, LACKING_NOTE, yearChangeText } from './figure-text.ts'
import { reviewPdf } from './review-pdf.ts'

/** Told in the mail itself; everything is in the PDF. */
const TOLD = ['orderedProductSales', 'unitsOrdered', 'sessions', 'adSpend', 'netProfit'] as const

/** The last week that is over as a PDF; undefined where nothing has come of it. */
export async function weeklyReviewOf(
  services: Services,
  company: Company,
  { currencyCode, name, address }: MailQuestion,
  signal: AbortSignal,
): Promise<MailContent | undefined> {
  const review = await sixTwelveOf(services, company, { currencyCode }, signal)
  const last = review.weeks.at(-1)!
  if (Object.values(last.metrics).every(({ value }) => value === null)) return undefined
  const week = `week ${weekNumber(last.startDate)}`
  const days = `${dayText(last.startDate)} to ${dayText(last.endDate)} ${last.endDate.slice(0, 4)}`
  const link = new URL(`/${company.id}/wbr/overview`, address)
  link.searchParams.set('startDate', review.weeks[0]!.startDate)
  link.searchParams.set('endDate', last.endDate)
  link.searchParams.set('currencyCode', currencyCode)
  const table = {
    head: ['', week, 'vs week before', 'vs year before'],
    rows: TOLD.map((id) => {
      const cell = last.metrics[id]
      return [
        metricOf(id).label,
        figureText(id, cell, currencyCode),
        changeText(id, cell),
        yearChangeText(id, cell),
      ]
    }),
  }
  const sales = last.metrics.orderedProductSales
  const title = `Weekly business review${isPrintable(name) ? ` of ${name}` : ''}`
  const content = await reviewPdf({
    title,
    subtitle: `Week ${weekNumber(last.startDate)}, ${days}, ${currencyCode}. Six weeks on the left, twelve months on the right; last year is dashed.`,
    currencyCode,
    review,
  })
  return {
    subject: `${name}, ${week}${sales.value === null ? '' : `: sales ${figureText('orderedProductSales', sales, currencyCode)}`}`,
    parts: [
      `The weekly review of ${days} is attached.`,
      table,
      ...(isAnyLacking(table.rows) ? [LACKING_NOTE] : []),
      { text: 'Open the full review:', link: link.href },
    ],
    attachments: [
      {
        filename: `weekly-review-${last.startDate}.pdf`,
        contentType: 'application/pdf',
        content,
      },
    ],
  }
}

/** The letters of a PDF's own fonts are those of Western Europe; a name in others stays in the mail alone. */
const isPrintable = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text)
