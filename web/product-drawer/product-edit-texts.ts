import { LANDED_PARTS, SIDES } from '#contract/dashboards/product-master.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { changedColumns, type EditSaid, type EditTexts } from '#web/dashboard/EditHistory.tsx'
import { dayText } from '#web/ui/dates.ts'
import { moneyText, quantityText } from '#web/ui/numbers.ts'

const LABELS: Record<string, string> = {
  customName: 'custom name',
  validFrom: 'valid from',
  validTo: 'valid to',
  fbmShipping: 'own shipping',
}

const said = (column: string, text: string): string => {
  if (text === '') return column === 'marketplace' ? 'all' : 'none'
  if ((SIDES as readonly string[]).includes(column)) return `${quantityText(text)} cm`
  if (column === 'weight') return `${quantityText(text)} kg`
  return column === 'validFrom' || column === 'validTo' ? dayText(text) : text
}

/** Three sides at once are a size. */
function withSize(texts: Record<string, string>): Record<string, string> {
  const { length, width, height, ...rest } = texts
  if (length === undefined || width === undefined || height === undefined) return texts
  return { ...rest, size: length && `${[length, width, height].map(quantityText).join(' × ')} cm` }
}

/** "tags new → new, oak"; of a cost that was created or deleted, what it was. */
function what({ subject, before, after }: EditSaid): string {
  const period = (texts: Record<string, string>) =>
    `${landedIn(texts)} from ${dayText(texts['validFrom']!)}, ${said('marketplace', texts['marketplace'] ?? '')}`
  if (subject === 'COST' && !before && after) return `Created, ${period(after)}`
  if (!after) return before ? `Deleted, ${period(before)}` : 'Deleted'
  return changedColumns(withSize(before ?? {}), withSize(after), LABELS, said)
}

/** What a unit costs landed: "€3.60". */
const landedIn = (texts: Record<string, string>): string =>
  moneyText(
    toText(
      LANDED_PARTS.reduce((sum, part) => sum + parseDecimal(texts[part] || '0'), ZERO),
      9,
    ),
    texts['currency']!,
  )

/** How histories and previews of products say what was done to what. */
export const PRODUCT_TEXTS: EditTexts = {
  named: ({ subject, name }) => `${subject === 'COST' ? 'Cost of' : 'Product'} ${name}`,
  change: what,
}
