import { InvalidArgumentError, type Command } from 'commander'
import { CostMapping, lackOf, SlashedDateOrder, type CostQuestion } from '#contract/cost-mapping.ts'
import { UsageError } from './failures.ts'
import { quoted } from './terminal.ts'

/** What a person says about the columns of a list of costs; what is left out is taken as it is guessed. */
export interface CostOptions {
  sku?: string
  cost?: string
  currency?: string
  validFrom?: string
  validTo?: string
  marketplaceColumn?: string
  dates?: SlashedDateOrder
}

export const withCostOptions = (command: Command): Command =>
  command
    .option('--sku <column>', 'of a list of costs: the column of the SKU, by its heading or number')
    .option('--cost <column>', 'the column of the cost of one unit')
    .option('--currency <code>', 'the currency of the costs, such as EUR, or the column that says it')
    .option('--valid-from <day>', 'the day from which they hold, or the column that says it')
    .option('--valid-to <column>', 'the column of the last day on which they hold')
    .option('--marketplace-column <column>', 'the column of the marketplace')
    .option('--dates <order>', 'of dates such as 01/07/2026: DMY or MDY', dateOrder)

function dateOrder(text: string): SlashedDateOrder {
  const order = SlashedDateOrder.safeParse(text.toUpperCase())
  if (!order.success) throw new InvalidArgumentError('Give DMY or MDY.')
  return order.data
}

const CELL_LENGTH_MAX = 40

/** How the columns of a list of costs are understood, and its first rows. */
export function describeQuestion({ headings, rows, hasSlashedDates, guess }: CostQuestion): string[] {
  const heading = (column: number) => quoted(headings[column] ?? '')
  const said = (column: number | null, otherwise: string) => (column === null ? otherwise : heading(column))
  return [
    `  SKU: ${heading(guess.skuColumn)} · cost of one unit: ${heading(guess.costColumn)}`,
    `  currency: ${said(guess.currencyColumn, guess.currency ?? 'not known')} · valid from: ${said(guess.validFromColumn, guess.validFrom)} · marketplace: ${said(guess.marketplaceColumn, 'every one')}`,
    ...(hasSlashedDates ? [`  dates: ${guess.dateOrder ?? 'not known, --dates DMY or --dates MDY'}`] : []),
    '  The first rows:',
    ...[headings, ...rows].map(
      (cells) => `    ${cells.map((cell) => quoted(cell, CELL_LENGTH_MAX)).join(' | ')}`,
    ),
  ]
}

/** The whole answer. Throws `UsageError` for what the file has not, and for what is still open. */
export function costsFrom(question: CostQuestion, options: CostOptions): CostMapping {
  const { headings, guess } = question
  const find = (text: string) => {
    const named = headings.findIndex((heading) => heading.toLowerCase() === text.trim().toLowerCase())
    return named >= 0
      ? named
      : /^\d{1,3}$/.test(text) && Number(text) <= headings.length
        ? Number(text) - 1
        : -1
  }
  const column = (text: string) => {
    const found = find(text)
    if (found < 0)
      throw new UsageError(
        `The file has no column "${text}". It has ${headings.map((heading) => quoted(heading)).join(', ')}.`,
      )
    return found
  }
  const { sku, cost, currency, validFrom, validTo, marketplaceColumn, dates } = options
  const columnOr = (text: string, isValue: RegExp) =>
    isValue.test(text) && find(text) < 0 ? null : column(text)
  const currencyColumn = currency === undefined ? guess.currencyColumn : columnOr(currency, /^[a-z]{3}$/i)
  const validFromColumn =
    validFrom === undefined ? guess.validFromColumn : columnOr(validFrom, /^\d{4}-\d{2}-\d{2}$/)
  const mapping = CostMapping.parse({
    skuColumn: sku === undefined ? guess.skuColumn : column(sku),
    costColumn: cost === undefined ? guess.costColumn : column(cost),
    currencyColumn,
    currency: currency !== undefined && currencyColumn === null ? currency.toUpperCase() : guess.currency,
    validFromColumn,
    validFrom: validFrom !== undefined && validFromColumn === null ? validFrom : guess.validFrom,
    validToColumn: validTo === undefined ? guess.validToColumn : column(validTo),
    marketplaceColumn: marketplaceColumn === undefined ? guess.marketplaceColumn : column(marketplaceColumn),
    dateOrder: dates ?? guess.dateOrder,
  })
  const lack = lackOf(mapping, question)
  if (lack) throw new UsageError(lack)
  return mapping
}
