import { moneyParts, percentText, rateText, wholeText } from './numbers.ts'

/** What a single figure is measured in. */
export type FigureUnit =
  | { kind: 'money'; currencyCode: string }
  /** `unit` stands behind the number, as in "76 days". */
  | { kind: 'count'; unit?: string }
  /** A rate has two decimals where it is small. */
  | { kind: 'ratio'; isRate?: boolean }

export interface FigurePart {
  text: string
  isUnit: boolean
}

/** The same in one piece. */
export const figureText = (value: string, unit: FigureUnit): string =>
  figureParts(value, unit)
    .map(({ text }) => text)
    .join('')

const WITHOUT_DECIMALS_FROM = 1_000

/** A large figure in parts, so that its unit can step back: `€` `1,843,363`, `12.2` `%`, `76 ` `days`. */
export function figureParts(value: string, unit: FigureUnit): FigurePart[] {
  if (unit.kind === 'money') {
    const isWhole = Math.abs(Number(value)) >= WITHOUT_DECIMALS_FROM
    return moneyParts(value, unit.currencyCode, isWhole).map(({ text, isSymbol }) => ({
      text,
      isUnit: isSymbol,
    }))
  }
  if (unit.kind === 'ratio')
    return (unit.isRate ? rateText : percentText)(Number(value))
      .split(/(\s?%)/)
      .filter((text) => text !== '')
      .map((text) => ({ text, isUnit: text.includes('%') }))
  const number = wholeText(value)
  if (unit.unit === undefined) return [{ text: number, isUnit: false }]
  // The space is of the number's size: within the smaller unit nobody would see it.
  return [
    { text: `${number} `, isUnit: false },
    { text: unit.unit, isUnit: true },
  ]
}
