import { ALL_IN_ONE_CARDS } from '#contract/dashboards/all-in-one.ts'
import { addDays, type DateRange } from '#contract/date-range.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import type { Company } from '#server/accounts/index.ts'
import { alertsOf } from '#server/features/all-in-one/alerts.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { MailPart } from '#server/mail/mail-of.ts'
import type { Mail } from '#server/mail/outbox.ts'
import { answerWhole, cellsOf, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { changeText, dayText, figureText } from './figure-text.ts'

/** So far back it is looked for a day with numbers; where there is none, there is no mail. */
const LOOKED_BACK_DAYS = 14
const DAYS = 7
/** One of these has a value where reports of a day have come. */
const TELLING = ['orderedProductSales', 'netProfit'] as const

export interface MailQuestion {
  currencyCode: CurrencyCode
  /** Of the company, as a mail may show it. */
  name: string
  /** Where people reach the installation. */
  address: string
}

export interface MailContent {
  subject: string
  parts: MailPart[]
  attachments?: NonNullable<Mail['attachments']>
}

/** The figures of all in one, of the last day with reports and of seven; undefined where nothing has come for a while. */
export async function digestOf(
  services: Services,
  company: Company,
  { currencyCode, name, address }: MailQuestion,
  signal: AbortSignal,
): Promise<MailContent | undefined> {
  const scope = scopeOfOrders({ currencyCode })
  const yesterday = addDays(today(services), -1)
  const day = await lastDayWithReports(services, company, { scope, yesterday }, signal)
  if (day === undefined) return undefined
  const of = (period: DateRange) => ({ period, comparison: comparisonRange(period, 'MONTH_ON_MONTH') })
  const week = { start: addDays(day, 1 - DAYS), end: day }
  const question = { scope, metrics: ALL_IN_ONE_CARDS, periods: [of({ start: day, end: day }), of(week)] }
  const [answers, alerts] = await Promise.all([
    answerWhole(services, company, question, signal),
    alertsOf(services, company, { companyId: company.id, currencyCode }, signal),
  ])
  const [ofDay, ofWeek] = answers.map((one) => cellsOf(ALL_IN_ONE_CARDS, one)) as [Cells, Cells]
  const sales = ofDay.orderedProductSales.value
  const link = (path: string, search: Record<string, string> = {}) => {
    const url = new URL(`/${company.id}/${path}`, address)
    for (const [key, value] of Object.entries(search)) url.searchParams.set(key, value)
    return url.href
  }
  const counts = [
    [alerts.losingProducts, 'products lose money after ads', 'brandManager/product'],
    [alerts.unitsWithoutCost, 'units were sold without a cost', 'productMaster'],
    [Number(alerts.strandedUnits ?? 0), 'units are stranded', 'productMaster'],
    [alerts.brokenConnections, 'connections to Amazon have ended', 'connections'],
  ] as const
  return {
    subject: `${name}, ${dayText(day)}${sales === null ? '' : `: ${figureText('orderedProductSales', sales, currencyCode)} of sales`}`,
    parts: [
      ...(day < yesterday ? [`Reports have come up to ${dayText(day)}.`] : []),
      {
        head: ['', dayText(day), `${DAYS} days`, 'Change'],
        rows: ALL_IN_ONE_CARDS.map((id) => [
          metricOf(id).label,
          figureText(id, ofDay[id].value, currencyCode),
          figureText(id, ofWeek[id].value, currencyCode),
          changeText(id, ofWeek[id]),
        ]),
      },
      `The change is that of the ${DAYS} days against the ${DAYS} days before them.`,
      ...counts
        .filter(([count]) => (count ?? 0) > 0)
        .map(([count, what, path]) => ({ text: `${count} ${what}:`, link: link(path) })),
      {
        text: `All of these ${DAYS} days:`,
        link: link('allInOne', { startDate: week.start, endDate: week.end, currencyCode }),
      },
    ],
  }
}

type Cells = ReturnType<typeof cellsOf<(typeof ALL_IN_ONE_CARDS)[number]>>

async function lastDayWithReports(
  services: Services,
  company: Company,
  { scope, yesterday }: { scope: ReturnType<typeof scopeOfOrders>; yesterday: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const days = Array.from({ length: LOOKED_BACK_DAYS }, (_, back) => addDays(yesterday, -back))
  const periods = days.map((day) => {
    const period = { start: day, end: day }
    return { period, comparison: period }
  })
  const answers = await answerWhole(services, company, { scope, metrics: TELLING, periods }, signal)
  const isTold = ({ now }: Answered) => TELLING.some((id) => now.figure(id).value !== null)
  return days[answers.findIndex(isTold)]
}
