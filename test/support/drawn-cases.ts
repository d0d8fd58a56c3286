/**
 * Tests whose cases are drawn by chance. How many they try is fixed: few in `npm test`, many in `npm run test:long`
 * (SEXTANT_TEST_LONG=1), and never what the machine happens to have time for. SEXTANT_TEST_CASES sets another number.
 */
const isLong = process.env['SEXTANT_TEST_LONG'] === '1'

export const casesOf = (usual: number, long: number): number =>
  Number(process.env['SEXTANT_TEST_CASES'] ?? (isLong ? long : usual))

/** Every run draws the same cases unless SEXTANT_TEST_SEED asks for others. It is printed, so that a failure can be repeated. */
export function printedSeed(): number {
  const seed = Number(process.env['SEXTANT_TEST_SEED'] ?? 20_260_301)
  console.info(`SEXTANT_TEST_SEED=${seed}`)
  return seed
}
