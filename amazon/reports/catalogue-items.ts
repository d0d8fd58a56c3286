import { parseDecimal, toText } from '#contract/decimal.ts'
import { NAME_LENGTH_MAX } from '#contract/fields.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { jsonParts } from '../files/json-rows.ts'
import { readCell, RefusedRecord } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { checkValue, marketplaceIn } from './facts-file.ts'
import { jsonObject, plainText } from './json-object.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'

const TABLE = 'catalogue_items'

/**
 * Items of the Catalog Items API (2022-04-01) as it gives them, `{"items": [{…}]}`. Before them may stand which were asked for,
 * `"asked": {"marketplaceId": "…", "day": "…", "asins": […]}`: what Amazon does not know of these is left out of its answer.
 */
export const catalogueItems: RecordReportType = {
  kind: 'records',
  id: 'catalogue_items',
  label: 'Items of the product catalogue (JSON)',
  guide: {
    gives:
      'Brands, parents, pictures, titles and sizes of products; of the day on which they were asked for.',
    where: 'The API: catalog/2022-04-01/items with identifiersType ASIN',
  },
  source: 'NONE',
  lists: { [TABLE]: 'items' },
  dayColumn: 'snapshot_date',
  recognise: ({ text }) =>
    /^\s*\{/.test(text) &&
    /"items"\s*:\s*\[/.test(text) &&
    (/"asked"\s*:\s*\{\s*"marketplaceId"/.test(text) || /"(summaries|relationships)"\s*:\s*\[/.test(text)),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  let asked: Asked = {
    marketplace: input.options.marketplace ?? null,
    day: snapshotDay(input),
    asins: new Set(),
  }
  let rows = 0
  for await (const { key, index, text, problem } of jsonParts(input.text())) {
    if (key !== 'items' && key !== 'asked' && !problem) continue
    try {
      if (problem) throw new RefusedRecord(problem)
      if (key === 'asked') asked = askedIn(jsonObject(text), asked)
      else if (index === null) throw new RefusedRecord('items: a list is expected')
      else {
        rows = index
        const item = jsonObject(text)
        const asin = asinOf(item['asin'])
        asked.asins.delete(asin)
        const places = placesOf(item, asked.marketplace)
        yield* places.map((place, part): FactRecord => {
          const values = valuesOf(item, place, { day: asked.day, asin })
          return { table: TABLE, lineNumber: index, part, values }
        })
      }
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(index ?? 1, error.message, text, TABLE)
    }
  }
  // Known to have been asked for, so that it is not asked for again and again.
  for (const asin of asked.asins) {
    const values = emptyRow(TABLE)
    Object.assign(values, { snapshot_date: asked.day, marketplace: asked.marketplace, asin })
    yield { table: TABLE, lineNumber: ++rows, part: 0, values }
  }
}

type Json = Record<string, unknown>

interface Asked {
  marketplace: string | null
  day: string | null
  asins: Set<string>
}

function askedIn({ marketplaceId, day, asins }: Json, otherwise: Asked): Asked {
  const marketplace = marketplaceIn(plainText('marketplaceId', marketplaceId))
  if (!marketplace) throw new RefusedRecord('asked: a marketplace that is not known')
  return {
    marketplace,
    day: readCell('day', plainText('day', day), 'day') ?? otherwise.day,
    asins: new Set(listOf(asins).map(asinOf)),
  }
}

function asinOf(value: unknown): string {
  const asin = plainText('asin', value).toUpperCase()
  if (!/^[A-Z0-9]{10}$/.test(asin))
    throw new RefusedRecord(`asin: "${asin.slice(0, 100)}" is not an ASIN such as B0F7YT4YW2`)
  return asin
}

interface Place {
  marketplace: string
  /** Parts of the item are of the marketplaces that they name. */
  isOf: (part: unknown) => part is Json
}

/** The marketplaces that an item is told of. */
function placesOf(item: Json, asked: string | null): Place[] {
  const ids = new Set(
    ['summaries', 'images', 'relationships', 'dimensions'].flatMap((name) =>
      listOf(item[name]).flatMap((part) => (isObject(part) ? [textIn(part['marketplaceId'])] : [])),
    ),
  )
  const places = MARKETPLACES.filter(({ amazonId }) => ids.has(amazonId)).map(
    ({ code, amazonId }): Place => ({
      marketplace: code,
      isOf: (part): part is Json => isObject(part) && part['marketplaceId'] === amazonId,
    }),
  )
  if (places.length > 0) return places
  if (asked === null) throw new RefusedRecord('marketplaceId: missing, or of none that is known')
  return [{ marketplace: asked, isOf: (_part): _part is Json => false }]
}

function valuesOf(
  item: Json,
  { marketplace, isOf }: Place,
  { day, asin }: { day: string | null; asin: string },
): Record<string, string | null> {
  const here = (name: string): Json => listOf(item[name]).find(isOf) ?? {}
  const summary = here('summaries')
  const values = emptyRow(TABLE)
  return Object.assign(values, {
    snapshot_date: day,
    marketplace,
    asin,
    parent_asin: parentIn(here('relationships')),
    title: textIn(summary['itemName']),
    brand: brandIn(summary),
    image_address: pictureIn(here('images')),
    ...sizesIn(here('dimensions')),
  })
}

/** What is longer is no name that can be chosen. */
function brandIn(summary: Json): string | null {
  const brand = textIn(summary['brand'])
  return brand !== null && brand.length <= NAME_LENGTH_MAX ? brand : null
}

/** Beside variations there are packages of several. */
function parentIn({ relationships }: Json): string | null {
  const variations = listOf(relationships)
    .filter(isObject)
    .filter(({ type }) => type === 'VARIATION')
  const parents = variations.flatMap(({ parentAsins }) =>
    listOf(parentAsins).flatMap((parent) => textIn(parent) ?? []),
  )
  return parents.filter((parent) => /^[A-Z0-9]{10}$/.test(parent)).toSorted()[0] ?? null
}

const ADDRESS_CHARACTERS_MAX = 2_000

/** The address of the largest main picture. */
function pictureIn({ images }: Json): string | null {
  const area = ({ width, height }: Json) => (Number(width) || 0) * (Number(height) || 0)
  const [largest] = listOf(images)
    .filter(isObject)
    .filter(({ variant }) => variant === 'MAIN')
    .toSorted((a, b) => area(b) - area(a))
  const address = textIn(largest?.['link'])
  return address !== null && address.length <= ADDRESS_CHARACTERS_MAX ? address : null
}

const SIDES = ['length', 'width', 'height'] as const

/** Of the package. Sides in several units are none that can be told in one. */
function sizesIn(dimensions: Json): Record<string, string | null> {
  const sizes = isObject(dimensions['package']) ? dimensions['package'] : {}
  const measureOf = (name: string) => {
    const one = isObject(sizes[name]) ? sizes[name] : {}
    return { value: amountIn(one['value']), unit: textIn(one['unit']) }
  }
  const sides = SIDES.map(measureOf)
  const unit = sides[0]!.unit
  const isTold = unit !== null && sides.every((side) => side.unit === unit && side.value !== null)
  const weight = measureOf('weight')
  const isWeighed = weight.unit !== null && weight.value !== null
  return {
    ...(isTold && {
      package_length: sides[0]!.value,
      package_width: sides[1]!.value,
      package_height: sides[2]!.value,
      length_unit: unit,
    }),
    ...(isWeighed && { package_weight: weight.value, weight_unit: weight.unit }),
  }
}

/** Null for what is no amount that the warehouse keeps: a size is not worth an item. */
function amountIn(value: unknown): string | null {
  try {
    const read = readCell('value', plainText('value', value), 'decimal')
    if (read === null || read.startsWith('-')) return null
    // A number of JSON has more digits than are kept: where Amazon converts a size, its own example has ten decimals.
    const amount = toText(parseDecimal(read), 9)
    checkValue(TABLE, 'package_length', amount)
    return amount
  } catch (error) {
    if (error instanceof RefusedRecord) return null
    throw error
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** What is no text says nothing. */
const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim()) || null
