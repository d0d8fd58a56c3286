import { figureParts, type FigureUnit } from './figure-parts.ts'

interface FigureTextProps {
  /** Decimal text. */
  value: string
  unit: FigureUnit
  /** By which its unit steps back; told whether it stands before the number. */
  unitClass?: (isFirst: boolean) => string | undefined
}

/** A large figure, of which the unit steps back. */
export const FigureText = ({ value, unit, unitClass }: FigureTextProps) =>
  figureParts(value, unit).map(({ text, isUnit }, index) =>
    isUnit && unitClass ? (
      <span key={index} className={unitClass(index === 0)}>
        {text}
      </span>
    ) : (
      text
    ),
  )
