/**
 * Where a company places amounts that no rule of the product knows: `profitAndLoss.getUnmapped`, `previewMapping` and
 * `setMapping`.
 */
import { z } from 'zod'
import { AnsweredDate, CompanyId, DecimalText, IsoDate, text } from './fields.ts'
import { PNL_LINE_IDS, type PnlLine } from './profit-and-loss-lines.ts'

const NAME_LENGTH_MAX = 500
/** Of one name, from different days on. */
const PLACES_MAX = 20
const LINE_MAPPINGS_MAX = 500

/** What files call an amount. */
const AmountName = z.object({
  transactionType: text(NAME_LENGTH_MAX),
  amountType: text(NAME_LENGTH_MAX),
  amountDescription: text(NAME_LENGTH_MAX),
})
export type AmountName = z.infer<typeof AmountName>

/** The line of the statement from a day on, until the next of the same name. */
const Place = z.object({
  validFrom: IsoDate,
  line: z.enum(PNL_LINE_IDS, 'This is no line of the statement.'),
})
export type Place = z.infer<typeof Place>

const LineMapping = AmountName.extend(Place.shape)
export type LineMapping = z.infer<typeof LineMapping>

export const nameId = ({ transactionType, amountType, amountDescription }: AmountName): string =>
  JSON.stringify([transactionType, amountType, amountDescription])

const byDay = (a: Place, b: Place): number => (a.validFrom < b.validFrom ? -1 : 1)
const haveOneEach = (places: readonly Place[]): boolean =>
  new Set(places.map(({ validFrom }) => validFrom)).size === places.length
const ONE_EACH = 'A day has one line per name.'

export const LineMappings = z
  .array(LineMapping)
  .max(LINE_MAPPINGS_MAX, `At most ${LINE_MAPPINGS_MAX} lines can be placed.`)
  .refine((mappings) => [...byName(mappings).values()].every(haveOneEach), ONE_EACH)
  .transform(inOrder)

function inOrder(mappings: readonly LineMapping[]): LineMapping[] {
  return [...byName(mappings)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofName]) => ofName.toSorted(byDay))
}

/** What has each name, by the name's id. */
export function byName<T extends AmountName>(mappings: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const mapping of mappings) {
    const id = nameId(mapping)
    const ofName = found.get(id)
    if (ofName) ofName.push(mapping)
    else found.set(id, [mapping])
  }
  return found
}

/** The places of each name, by its id, the earliest first. */
export const placesByName = (mappings: readonly LineMapping[]): Map<string, Place[]> =>
  new Map(
    [...byName(mappings)].map(([id, ofName]) => [
      id,
      ofName.map(({ validFrom, line }) => ({ validFrom, line })).toSorted(byDay),
    ]),
  )

/** The places of one name among all, the earliest first. */
export const placesOf = (mappings: readonly LineMapping[], name: AmountName): Place[] =>
  placesByName(mappings).get(nameId(name)) ?? []

/** The mappings of the names whose places differ, as they were and as they will be. */
export function changedMappings(
  before: readonly LineMapping[],
  after: readonly LineMapping[],
): { before: LineMapping[]; after: LineMapping[] } {
  const [old, now] = [placesByName(before), placesByName(after)]
  const isChanged = (mapping: LineMapping): boolean => {
    const id = nameId(mapping)
    return JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id))
  }
  return { before: before.filter(isChanged), after: after.filter(isChanged) }
}

/** All mappings as they were before a change, of which `before` and `after` have those that it took and gave. */
export function mappingsBefore(
  mappings: readonly LineMapping[],
  { before, after }: { before: readonly LineMapping[]; after: readonly LineMapping[] },
): LineMapping[] {
  const placeId = (mapping: LineMapping) => `${nameId(mapping)} ${mapping.validFrom} ${mapping.line}`
  const given = new Set(after.map(placeId))
  return inOrder([...mappings.filter((mapping) => !given.has(placeId(mapping))), ...before])
}

/** All mappings, with other places of one name. */
export const withPlaces = (
  mappings: readonly LineMapping[],
  { transactionType, amountType, amountDescription }: AmountName,
  places: readonly Place[],
): LineMapping[] => {
  const name = { transactionType, amountType, amountDescription }
  const id = nameId(name)
  return [
    ...mappings.filter((mapping) => nameId(mapping) !== id),
    ...places.map((place) => ({ ...name, ...place })),
  ]
}

/** Where an amount of a day is placed; undefined where the company says nothing of that day. */
export const lineOn = (places: readonly Place[], day: string): PnlLine | undefined =>
  places.findLast(({ validFrom }) => validFrom <= day)?.line

const Places = z
  .array(Place)
  .max(PLACES_MAX, `At most ${PLACES_MAX} lines can follow each other.`)
  .refine(haveOneEach, ONE_EACH)
  .transform((places) => places.toSorted(byDay))

/** All places of the name as they are to be; none takes it back to where amounts without a rule go. */
export const PreviewMappingInput = AmountName.extend({ companyId: CompanyId, places: Places })
/** With those that the person has seen, so that nobody overwrites what they do not know. */
export const SetMappingInput = PreviewMappingInput.extend({ seen: Places })

/** An amount that no rule knows, wherever the company places it. */
const UnmappedName = AmountName.extend({
  /** Where it goes if the company says nothing. */
  fallback: z.enum(PNL_LINE_IDS),
  places: z.array(Place),
  firstDay: AnsweredDate,
  lastDay: AnsweredDate,
  amounts: z.array(z.object({ currency: z.string(), amount: DecimalText, rows: z.number() })),
  /** Rows that stand where nobody has placed them. */
  rowsUnmapped: z.number(),
})
export type UnmappedName = z.infer<typeof UnmappedName>

const MappingEdit = AmountName.extend({
  changedAt: z.string(),
  /** An e-mail address where one is known; empty where nobody is. */
  changedBy: z.string(),
  /** All its places. */
  before: z.array(Place),
  after: z.array(Place),
})
export type MappingEdit = z.infer<typeof MappingEdit>

export const Unmapped = z.object({
  names: z.array(UnmappedName),
  /** More exist than are listed. */
  hasMore: z.boolean(),
  choices: z.array(z.enum(PNL_LINE_IDS)),
  /** The newest first. */
  history: z.array(MappingEdit),
})
export type Unmapped = z.infer<typeof Unmapped>

/** What leaves a line for another in a month. */
const Move = z.object({
  month: AnsweredDate,
  currency: z.string(),
  from: z.enum(PNL_LINE_IDS),
  to: z.enum(PNL_LINE_IDS),
  amount: DecimalText,
  rows: z.number(),
})
export type Move = z.infer<typeof Move>
