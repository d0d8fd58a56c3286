import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { OTHER_REASONS, type HeldBack, type RollForward } from '#contract/reconciliation.ts'
import { sheetFrom, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'

type Deferred = NonNullable<HeldBack['deferred']>
export type Due = Deferred['due'][number]

/** What is held back still, whatever it was in months before. */
export const stillHeld = ({ months }: Pick<Deferred, 'months'>): string => months.at(-1)?.end ?? '0'

/** By Amazon's word (Finances API 2024-06-19, `DeferredContext`). */
const REASONS = new Map([
  ['DD7', 'Held until seven days after delivery'],
  ['B2B', 'Invoiced order'],
  [OTHER_REASONS, 'Other reasons'],
])

/** Amazon's own word where nobody knows what it means. */
export const reasonText = (reason: string | null): string =>
  reason === null ? 'Not said' : (REASONS.get(reason) ?? reason)

/** What movements are called: what is added, what is taken away, and what is left. */
export type MovementWords = readonly [held: string, released: string, end: string]

export const DEFERRED_WORDS: MovementWords = [
  'Newly deferred',
  'Released into the statement',
  'Deferred at the end',
]
export const RESERVE_WORDS: MovementWords = ['Newly kept', 'Given back', 'Reserve at the end']

export const START = 'At the start'
export const BROUGHT = 'From before the first settlement of an account'

export const negated = (amount: string): string => toText(-parseDecimal(amount), 9)

/** The first of them, and what all later ones come to. */
export function soonest(due: readonly Due[], count: number): { shown: Due[]; later: string | null } {
  // One row more says more than that there is one.
  if (due.length <= count + 1) return { shown: [...due], later: null }
  const later = due.slice(count).reduce((sum, { amount }) => sum + parseDecimal(amount), ZERO)
  return { shown: due.slice(0, count), later: toText(later, 9) }
}

const WHY = 'Why'
const WORD = "Amazon's word"

/** Month by month for each reason, so that the rows of a month come to what is deferred in it. */
export const deferredSheet = ({ reasons }: Deferred, currency: string): Sheet =>
  sheetFrom(
    reasons.flatMap(({ reason, months }) => months.map((month) => ({ reason, ...month }))),
    [
      ['Month', 'text', ({ month }) => month],
      [WHY, 'text', ({ reason }) => reasonText(reason)],
      [WORD, 'text', ({ reason }) => reason],
      [START, 'money', ({ start }) => start],
      ...movementColumns(DEFERRED_WORDS),
    ],
    currency,
  )

/** What is held back still, with the day on which Amazon says it is released. */
export const dueSheet = ({ due }: Deferred, currency: string): Sheet =>
  sheetFrom(
    due,
    [
      ['Released on', 'day', ({ day }) => day],
      [WHY, 'text', ({ reason }) => reasonText(reason)],
      [WORD, 'text', ({ reason }) => reason],
      ['Amount', 'money', ({ amount }) => amount],
    ],
    currency,
  )

export const reservesSheet = ({ months }: HeldBack['reserves'], currency: string): Sheet =>
  sheetFrom(
    months,
    [
      ['Month', 'text', ({ month }) => month],
      [START, 'money', ({ start }) => start],
      [BROUGHT, 'money', ({ brought }) => brought],
      ...movementColumns(RESERVE_WORDS),
    ],
    currency,
  )

/** With the signs that the page has, so that a row adds up to its end. */
const movementColumns = ([held, released, end]: MovementWords): FileColumnOf<RollForward>[] => [
  [held, 'money', (month) => month.held],
  [released, 'money', (month) => negated(month.released)],
  [end, 'money', (month) => month.end],
]
