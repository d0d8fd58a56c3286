import { multiply, parseDecimal, toText } from '#contract/decimal.ts'

/** Centimetres, and kilograms, in one of each unit that Amazon names. */
const CENTIMETRES: Record<string, string> = {
  millimeters: '0.1',
  centimeters: '1',
  decimeters: '10',
  meters: '100',
  inches: '2.54',
  feet: '30.48',
  yards: '91.44',
}
const KILOGRAMS: Record<string, string> = {
  milligrams: '0.000001',
  grams: '0.001',
  kilograms: '1',
  ounces: '0.028349523125',
  pounds: '0.45359237',
}

const inUnit = (
  units: Record<string, string>,
  value: string,
  unit: string,
  digits: number,
): string | null => {
  const factor = units[unit.toLowerCase()]
  return factor === undefined ? null : toText(multiply(parseDecimal(value), parseDecimal(factor)), digits)
}

interface Size {
  length: string
  width: string
  height: string
  unit: string
}

/** Length, width and height in centimetres; null where the unit is none that we know. */
export function sizeText({ length, width, height, unit }: Size): string | null {
  const sides = [length, width, height].map((side) => (side ? inUnit(CENTIMETRES, side, unit, 1) : null))
  return sides.some((side) => side === null) ? null : sides.join(' × ')
}

/** In kilograms. */
export const weightOf = ({ value, unit }: { value: string; unit: string }): string | null =>
  inUnit(KILOGRAMS, value, unit, 3)
