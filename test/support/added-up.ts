/** Sums of numbers that a server has rounded, with a count of those in which there was something to add. */
import { expect } from 'vitest'

/** 10⁻¹² of one. An answer has six digits, and half of the last one may be rounded. */
export const fine = (value: string): bigint => {
  const [whole = '0', fraction = ''] = value.split('.')
  const magnitude = BigInt(whole.replace('-', '')) * 10n ** 12n + BigInt(fraction.padEnd(12, '0'))
  return value.startsWith('-') ? -magnitude : magnitude
}
/** What is left of a number by rounding it. */
export const ROUNDED = 500_000n
/** What was worked out with more digits than an answer has ends somewhere, too. */
const CUT = 10_000n

export const sumOf = <T>(all: readonly T[], of: (one: T) => bigint): bigint =>
  all.reduce((sum, one) => sum + of(one), 0n)

type Value = string | null
const isSomething = (value: Value) => value !== null && value !== '0'

export class AddedUp {
  readonly #counts = new Map<string, number>()

  /**
   * Parts of a whole: each amount of it is in one of them. A part of which nothing is known holds none of it, so the others
   * make the whole; a whole of which nothing is known has no part that is known.
   */
  expectParts(property: string, about: string, parts: readonly Value[], whole: Value): void {
    if (whole === null) {
      expect([property, about, parts.filter((part) => part !== null)]).toEqual([property, about, []])
      return
    }
    this.#expectSum(property, about, parts, whole)
  }

  /** Terms of a formula: it is known if all of them are. */
  expectTerms(property: string, about: string, terms: readonly Value[], result: Value): void {
    expect([property, about, result === null]).toEqual([property, about, terms.includes(null)])
    if (result !== null) this.#expectSum(property, about, terms, result)
  }

  /** A number that was worked out elsewhere, from so many rounded ones. */
  expectNear(property: string, about: string, found: bigint, wanted: bigint, roundedCount: number): void {
    const [difference, allowed] = [found - wanted, ROUNDED * BigInt(roundedCount) + CUT]
    if (difference > allowed || difference < -allowed)
      throw new Error(`${property}, ${about}: ${found} is not ${wanted} (${difference} too much, in 10⁻¹²)`)
    if (wanted !== 0n) this.#count(property)
  }

  /** Each property was held against so many sums in which there was something to add, and nothing else was. */
  expectCounts(wanted: Record<string, number>): void {
    console.info(JSON.stringify(Object.fromEntries(this.#counts)))
    for (const property of this.#counts.keys()) expect(Object.keys(wanted)).toContain(property)
    for (const [property, count] of Object.entries(wanted))
      expect(this.#counts.get(property) ?? 0, property).toBeGreaterThanOrEqual(Math.floor(count))
  }

  #expectSum(property: string, about: string, parts: readonly Value[], whole: string): void {
    const sum = sumOf(parts, (part) => fine(part ?? '0'))
    const allowed = ROUNDED * BigInt(parts.length + 1) + CUT
    const difference = sum - fine(whole)
    if (difference > allowed || difference < -allowed)
      throw new Error(
        `${property}, ${about}: ${parts.join(' + ')} is not ${whole} (${difference} too much, in 10⁻¹²)`,
      )
    // One part alone adds nothing.
    if (parts.filter(isSomething).length > 1) this.#count(property)
  }

  #count(property: string): void {
    this.#counts.set(property, (this.#counts.get(property) ?? 0) + 1)
  }
}
