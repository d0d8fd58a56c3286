/** What a number is without, as pages and files say it. */
import { parseDecimal, ZERO } from './decimal.ts'
import { LACKS, type Lack } from './profit-and-loss-lines.ts'
import type { PnlCell } from './profit-and-loss.ts'

/** As it follows "before". */
const BEFORE: Partial<Record<Lack, string>> = {
  COSTS: 'cost of goods for some units',
  EXPENSES: 'operating expenses',
  ADVERTISING: 'advertising',
  STOCK_LOSSES: 'lost and damaged stock',
  STORAGE: 'storage fees',
  PRICES: 'the price of some pending units',
  REFUNDS: 'refunds and some fees that are not in a settlement yet',
}

/** Without these there is no number. */
export const NO_BUDGET = 'no daily budget for some campaigns'

const namesOf = (lacks: readonly Lack[]): string[] => lacks.flatMap((lack) => BEFORE[lack] ?? [])

/** `before cost of goods of some units and operating expenses`; null where nothing is left out. */
export const beforeText = (lacks: readonly Lack[] = []): string | null => listed('before', namesOf(lacks))

/** `without the files of some days and operating expenses`: beside a decision; null where the number is whole. */
export const withoutText = (lacks: readonly Lack[] = []): string | null =>
  listed('without', [
    ...(lacks.includes('DAYS') ? ['files for some days'] : []),
    ...(lacks.includes('RATES') ? ['exchange rates for some amounts'] : []),
    ...namesOf(lacks),
  ])

function listed(word: string, names: readonly string[]): string | null {
  const last = names.at(-1)
  if (last === undefined) return null
  return `${word} ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`
}

/** Why a 0 is none that anybody said: `not known: storage fees`; null of every other number. */
export function unsaidText({ value, lacks = [] }: Pick<PnlCell, 'value' | 'lacks'>): string | null {
  const names = namesOf(lacks)
  return value !== null && parseDecimal(value) === ZERO && names.length > 0
    ? `not known: ${names.join(', ')}`
    : null
}

/** What a number is without. */
export type Lacking = Pick<PnlCell, 'lacks' | 'unconverted' | 'isShared'>

/** Several numbers in one: what any of them is without. Money of different numbers makes no sum, and its currency is told. */
export const missingTogether = (numbers: readonly Lacking[]): string =>
  missingText(
    {
      lacks: LACKS.filter((lack) => numbers.some(({ lacks }) => lacks?.includes(lack))),
      isShared: numbers.some(({ isShared }) => isShared),
    },
    [...new Set(numbers.flatMap(({ unconverted = [] }) => unconverted.map(({ currency }) => currency)))].join(
      ', ',
    ),
  )

/**
 * `no exchange rate (402.05 AUD); days without a file; before operating expenses`: beside the numbers of a line in a file.
 * @param unconverted the money that could not be converted
 */
export const missingText = (
  { lacks = [], isShared = false }: Pick<PnlCell, 'lacks' | 'isShared'>,
  unconverted: string,
): string =>
  [
    lacks.includes('RATES') ? `no exchange rate${unconverted === '' ? '' : ` (${unconverted})`}` : [],
    lacks.includes('DAYS') ? 'days without a file' : [],
    lacks.includes('BUDGETS') ? NO_BUDGET : [],
    beforeText(lacks) ?? [],
    isShared ? 'with account-level amounts shared by net sales' : [],
  ]
    .flat()
    .join('; ')
