/**
 * Single fields that many inputs have. Apart from what they are about, so that a page which only counts days or shows
 * marketplaces does not load the schemas.
 */
import { z } from 'zod'
import { CALENDAR, isDay } from './date-range.ts'
import { CURRENCY_CODES, RATED_CURRENCY_CODES } from './currencies.ts'
import { MARKETPLACE_CODES } from './marketplaces.ts'

/** NUL, which PostgreSQL refuses, and halves of a pair of surrogates, which no encoding of text has. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** Text from outside: at most so many UTF-16 units, and nothing that a store would refuse. */
export const text = (lengthMax: number, message?: string) =>
  z
    .string(message)
    .max(lengthMax, message)
    .refine((value) => !UNSTORABLE.test(value), 'This text holds characters that cannot be stored.')

/** As the stores make them. One that looks like this may still be nobody's. */
export const Id = z.string().regex(/^[\w-]{1,64}$/, 'This is not an id.')
export const CompanyId = z.string().regex(/^[\w-]{1,64}$/, 'Give the id of a company.')
export const MarketplaceCode = z.enum(MARKETPLACE_CODES, 'This is not one of the marketplaces.')
/** Any number of them, once each at most. */
export const MarketplaceCodes = z
  .array(MarketplaceCode)
  .max(MARKETPLACE_CODES.length)
  .refine((codes) => new Set(codes).size === codes.length, 'Name each marketplace once.')
/** That numbers are shown in. */
export const Currency = z.enum(CURRENCY_CODES, 'This currency is not known.')
/** That costs and expenses are entered in. */
export const RatedCurrency = z.enum(RATED_CURRENCY_CODES, 'This currency is not known.')
/** Longer than any sum that the warehouse can hold. What is no such text is not looked at further: a number is made of it there. */
export const DecimalText = z
  .string()
  .regex(/^-?\d{1,76}(\.\d{1,76})?$/, { error: 'Give a number as 12.50.', abort: true })

/** Of brands, tags and categories. */
export const NAME_LENGTH_MAX = 200

/** Amazon allows 40 characters; other systems, whose names facts files hold, more. */
export const SKU_LENGTH_MAX = 100
/** The longest list of products that a filter takes. */
export const SKUS_MAX = 10_000
export const Skus = z.array(text(SKU_LENGTH_MAX)).max(SKUS_MAX, `Choose at most ${SKUS_MAX} products.`)

/** Percent of the net price set aside (UNIT-2): 0.5 = 0.5 %. */
export const Contingency = z.number().min(0).max(100)

const DAY_MESSAGE = `Give a date as 2026-03-31, from ${CALENDAR.start} to ${CALENDAR.end}.`
/** A day that somebody names. Every date of an input is of this schema. */
export const IsoDate = z.iso.date(DAY_MESSAGE).refine(isDay, DAY_MESSAGE)
/** A month that somebody names: `2025-01`. */
export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Give a month such as 2025-01.')
  .refine((month) => IsoDate.safeParse(`${month}-01`).success, 'This month is not in the calendar.')
  .refine((month) => month >= CALENDAR.start.slice(0, 7), 'This month is not in the calendar.')

/** A day in an answer: what a day is compared with may lie before the calendar. */
export const AnsweredDate = z.iso.date()

const MOMENT_MESSAGE = 'Give a moment as 2026-03-31T12:00:00Z.'
/** A moment of the calendar. A day more on either side, because days begin elsewhere at other moments. */
const isInCalendar = (moment: string): boolean =>
  Date.parse(moment) >= Date.parse(CALENDAR.start) - DAY_MS &&
  Date.parse(moment) <= Date.parse(CALENDAR.end) + 2 * DAY_MS
const DAY_MS = 86_400_000
export const Moment = z.iso
  .datetime({ offset: true, error: MOMENT_MESSAGE })
  .refine(isInCalendar, MOMENT_MESSAGE)

/** The numbers as they were published: under a version, or at a moment. */
export const AsOf = z.union([z.int().min(0), Moment], 'Give a version, or a moment as 2026-03-31T12:00:00Z.')

/** Rows that come before those that are asked for. */
export const Offset = z.int().min(0).max(1_000_000_000)
