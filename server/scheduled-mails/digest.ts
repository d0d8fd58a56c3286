import { ALL_IN_ONE_CARDS } from '#contract/dashboards/all-in-one.ts'
import { addDays, daysBefore, type IsoDate } from '#contract/date-range.ts'
import type { MonthFiles } from '#contract/journals.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import type { Company } from '#server/accounts/index.ts'
import { alertsOf } from '#server/metrics/alerts.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { MailPart } from '#server/mail/mail-of.ts'
import type { Mail } from '#server/mail/outbox.ts'
import { answerWhole, cellsOf, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { changeText, countText, dayText, figureText, isAnyLacking, LACKING_NOTE } from './figure-text.ts'

/** So far back it is looked for a day with numbers; where there is none, there is no mail. */
const LOOKED_BACK_DAYS = 14
/** So far behind any of its reports may be. */
const LATE_DAYS = 4
const DAYS = 7
/** What reports tell of a day, each from reports of its own. */
const TELLING = ['orderedProductSales', 'netProfit', 'adSpend'] as const

export interface MailQuestion {
  currencyCode: CurrencyCode
  /** The day that the mail is due on. */
  day: IsoDate
  files: MonthFiles
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
  const week = { start: addDays(day, 1 - DAYS), end: day }
  const only = { start: day, end: day }
  const periods = [
    { period: only, comparison: only },
    { period: week, comparison: daysBefore(week) },
  ]
  const question = { scope, metrics: ALL_IN_ONE_CARDS, periods }
  const [answers, alerts] = await Promise.all([
    answerWhole(services, company, question, signal),
    alertsOf(services, company, { companyId: company.id, currencyCode }, signal),
  ])
  const [ofDay, ofWeek] = answers.map((one) => cellsOf(ALL_IN_ONE_CARDS, one)) as [Cells, Cells]
  const sales = ofDay.orderedProductSales
  const link = (path: string, search: Record<string, string> = {}) => {
    const url = new URL(`/${company.id}/${path}`, address)
    for (const [key, value] of Object.entries(search)) url.searchParams.set(key, value)
    return url.href
  }
  const counts = [
    [
      alerts.losingProducts,
      'product loses money after ads',
      'products lose money after ads',
      'brandManager/product',
    ],
    [
      alerts.unitsWithoutCost,
      'unit was sold without a cost',
      'units were sold without a cost',
      'productMaster',
    ],
    [Number(alerts.strandedUnits ?? 0), 'unit is stranded', 'units are stranded', 'productMaster'],
    [
      alerts.brokenConnections,
      'connection to Amazon has ended',
      'connections to Amazon have ended',
      'connections',
    ],
    [
      alerts.endingConnections,
      'connection to Amazon ends within 30 days',
      'connections to Amazon end within 30 days',
      'connections',
    ],
  ] as const
  const rows = ALL_IN_ONE_CARDS.map((id) => [
    metricOf(id).label,
    figureText(id, ofDay[id], currencyCode),
    figureText(id, ofWeek[id], currencyCode),
    changeText(id, ofWeek[id]),
  ])
  return {
    subject: `${name}, ${dayText(day)}${sales.value === null ? '' : `: sales ${figureText('orderedProductSales', sales, currencyCode)}`}`,
    parts: [
      ...(day < yesterday ? [`Reports are available up to ${dayText(day)}.`] : []),
      { head: ['', dayText(day), `${DAYS} days`, 'Change'], rows },
      `The change compares these ${DAYS} days with the ${DAYS} days before.`,
      ...(isAnyLacking(rows) ? [LACKING_NOTE] : []),
      ...counts.flatMap(([count, one, many, path]) =>
        count === null || count === 0 ? [] : { text: `${countText(count, one, many)}:`, link: link(path) },
      ),
      {
        text: `Open these ${DAYS} days:`,
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
  const isTold = ({ now }: Answered, id: (typeof TELLING)[number]) => now.figure(id).value !== null
  const toldIn = (days: number) =>
    TELLING.filter((id) => answers.slice(0, days).some((one) => isTold(one, id)))
  // Reports come some days late, and are waited for; a source that has stopped is not.
  const late = toldIn(LATE_DAYS)
  const told = late.length > 0 ? late : toldIn(LOOKED_BACK_DAYS)
  if (told.length === 0) return undefined
  const whole = answers.findIndex((one) => told.every((id) => isTold(one, id)))
  return days[whole >= 0 ? whole : answers.findIndex((one) => told.some((id) => isTold(one, id)))]
}
