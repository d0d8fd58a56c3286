import { test } from 'vitest'

/**
 * Tests whose cases are drawn by chance. How many they try is fixed: few in `npm test`, many in `npm run test:long`
 * (SEXTANT_TEST_LONG=1), and never what the machine happens to have time for. SEXTANT_TEST_CASES sets another number.
 */
const isLong = process.env['SEXTANT_TEST_LONG'] === '1'

export const casesOf = (usual: number, long: number): number =>
  Number(process.env['SEXTANT_TEST_CASES'] ?? (isLong ? long : usual))

/** The long run, or `npm run test:long -- forms`, which has each test once. */
const hasAllForms = isLong || process.env['SEXTANT_TEST_FORMS'] === 'all'

/** What asks again in another form what a test beside it asks, or guards little for the time that it takes: for the long run. */
export const formTest = test.runIf(hasAllForms)

/** Of listed cases so many as `npm test` has time for, spread over the list; the long run has all. */
export function formsOf<T>(all: readonly T[], usual: number): T[] {
  if (hasAllForms || all.length <= usual) return [...all]
  return Array.from({ length: usual }, (_, nth) => all[Math.ceil((nth * all.length) / usual)]!)
}

/** From one place of a sequence to the next that is tried; the long run tries each. */
export const strideOf = (usual: number): number => (hasAllForms ? 1 : usual)

/** Every run draws the same cases unless SEXTANT_TEST_SEED asks for others. It is printed, so that a failure can be repeated. */
export function printedSeed(): number {
  const seed = Number(process.env['SEXTANT_TEST_SEED'] ?? 20_260_301)
  console.info(`SEXTANT_TEST_SEED=${seed}`)
  return seed
}
