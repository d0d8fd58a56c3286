import { coursePeriods, periodBefore, periodsBeside, periodYearAgo } from '#contract/dashboards/course.ts'
import {
  ANNOTATIONS_MAX,
  CONTRIBUTORS_NAMED,
  intervalOf,
  REVIEW_DAYS_MAX,
} from '#contract/dashboards/weekly-review.ts'
import { addDays, asRange, daysIn, earlier, type DateRange } from '#contract/date-range.ts'
import { toText } from '#contract/decimal.ts'
import { DRIVERS, varianceOf, type Driver, type VarianceSums } from '#contract/metrics/variance.ts'
import { comparisonRange } from '#contract/periods.ts'
import {
  AnnotationsInput,
  ContributorsInput,
  DeleteAnnotationInput,
  NotesInput,
  ReviewInput,
  SaveAnnotationInput,
  SaveNoteInput,
  SixTwelveInput,
  type Contributors,
  type ReviewAnnotation,
  type ReviewNote,
  type ReviewOverview,
  type SixTwelve,
} from '#contract/weekly-review.ts'
import {
  addAnnotation,
  addressesOf,
  listAnnotations,
  listWeeklyNotes,
  removeAnnotation,
  saveWeeklyNote,
} from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { AppError } from '#server/errors.ts'
import { ofBrands } from '#server/ledger/products/catalogue.ts'
import { today } from '#server/ledger/services.ts'
import { readMovedWithTerms } from '#server/metrics/facts/moved-products.ts'
import { LARGEST_OF_EACH, moversOf } from '#server/metrics/movers.ts'
import { within } from '#server/metrics/range-limit.ts'
import { daysOver } from '#server/metrics/reported-days.ts'
import { answerProcedure, companyProcedure, companyProcedureFor, LONG_LISTS, router } from '#server/trpc.ts'
import { reviewColumns, type AskedColumn } from '#server/metrics/review-columns.ts'
import { sixTwelveOf } from '#server/metrics/six-twelve.ts'

const noteWriter = companyProcedureFor('changeSettings')

/** One page for a weekly meeting: every number in its place, and what moved. */
export const weeklyReviewRouter = router({
  getOverview: answerProcedure
    .meta(LONG_LISTS)
    .input(ReviewInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<ReviewOverview> => {
      const input = await ofBrands(services, company, asked, signal)
      const range = asRange(within(input, REVIEW_DAYS_MAX))
      const own = input.comparison && asRange(within(input.comparison, REVIEW_DAYS_MAX))
      const dateInterval = intervalOf(range, input.dateInterval ?? null)
      const over = daysOver(range, { today: today(services) })
      const cut = over ? coursePeriods(over, dateInterval) : []
      const others = own && periodsBeside(cut, own)
      const buckets = cut.map(({ partial, ...bucket }, index): AskedColumn => ({
        period: bucket,
        before: periodBefore(bucket, dateInterval),
        yearAgo: others ? others[index]! : periodYearAgo(bucket, dateInterval),
        isCut: partial,
      }))
      const whole: AskedColumn = {
        period: over ?? range,
        before: over && comparisonRange(over, 'MONTH_ON_MONTH'),
        yearAgo: over && (own ? asFarAs(over, range, own) : comparisonRange(over, 'YEAR_ON_YEAR')),
      }
      const { columns, said } = await reviewColumns(services, company, input, [whole, ...buckets], signal)
      const [total, ...periods] = columns
      return { dateInterval, periods, total: over && total!, ...said(0) }
    }),

  getSixTwelve: answerProcedure
    .meta(LONG_LISTS)
    .input(SixTwelveInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<SixTwelve> =>
      sixTwelveOf(services, company, await ofBrands(services, company, input, signal), signal),
    ),

  getContributors: answerProcedure
    .meta(LONG_LISTS)
    .input(ContributorsInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<Contributors> => {
      const input = await ofBrands(services, company, within(asked, REVIEW_DAYS_MAX), signal)
      const range = asRange(input)
      const over = daysOver(range, { today: today(services) })
      const days = {
        period: over ?? range,
        comparison: asRange(within(input.comparison, REVIEW_DAYS_MAX)),
      }
      const { moved, terms } = await readMovedWithTerms(services, company, { ...input, days }, signal)
      const found = { ...moved, isComparable: over !== null && moved.isComparable }
      const movers = await moversOf(
        services,
        company,
        { days, scope: input, found },
        LARGEST_OF_EACH(CONTRIBUTORS_NAMED),
        signal,
      )
      return { ...movers, drivers: over && terms && driversOf(terms) }
    }),

  /** Of the weeks that begin in a range. */
  getNotes: companyProcedure
    .input(NotesInput)
    .query(async ({ ctx: { services, company }, input }): Promise<ReviewNote[]> => {
      const range = asRange(within(input, REVIEW_DAYS_MAX))
      const found = await listWeeklyNotes(services.accounts, company, range)
      const names = await addressesOf(services.accounts, [...new Set(found.map((note) => note.updatedBy))])
      return found.map(({ updatedAt, updatedBy, ...note }) => ({
        ...note,
        updatedAt: updatedAt.toISOString(),
        updatedBy: names.get(updatedBy) ?? updatedBy,
      }))
    }),

  saveNote: noteWriter
    .input(SaveNoteInput)
    .mutation(async ({ ctx: { services, company, caller }, input: { week, text, updatedAt } }) => {
      const known = updatedAt === null ? null : new Date(updatedAt)
      const note = { week, text, updatedAt: services.now(), updatedBy: actorOf(caller), known }
      if (!(await saveWeeklyNote(services.accounts, company, note))) throw new AppError('NOTE_CHANGED')
    }),

  getAnnotations: companyProcedure
    .input(AnnotationsInput)
    .query(async ({ ctx: { services, company } }): Promise<ReviewAnnotation[]> => {
      const found = await listAnnotations(services.accounts, company)
      const names = await addressesOf(services.accounts, [...new Set(found.map((one) => one.createdBy))])
      return found.map(({ id, day, text, createdAt, createdBy }) => ({
        id,
        date: day,
        text,
        createdAt: createdAt.toISOString(),
        createdBy: names.get(createdBy) ?? createdBy,
      }))
    }),

  saveAnnotation: noteWriter
    .input(SaveAnnotationInput)
    .mutation(async ({ ctx: { services, company, caller }, input: { date, text } }) => {
      const made = await addAnnotation(
        services.accounts,
        company,
        { day: date, text, createdAt: services.now(), createdBy: actorOf(caller) },
        ANNOTATIONS_MAX,
      )
      if (!made) throw new AppError('ANNOTATIONS_FULL', { max: ANNOTATIONS_MAX })
      return { id: made.id }
    }),

  deleteAnnotation: noteWriter
    .input(DeleteAnnotationInput)
    .mutation(({ ctx: { services, company }, input }) =>
      removeAnnotation(services.accounts, company, input.id),
    ),
})

/** While a range runs, no more of its own dates than as many days as of it are over. */
const asFarAs = (over: DateRange, range: DateRange, { start, end }: DateRange): DateRange => ({
  start,
  end: over.end < range.end ? earlier(end, addDays(start, daysIn(over) - 1)) : end,
})

function driversOf(terms: VarianceSums): Record<Driver, string> {
  const found = varianceOf(terms)
  return Object.fromEntries(DRIVERS.map((driver) => [driver, toText(found[driver])])) as Record<
    Driver,
    string
  >
}
