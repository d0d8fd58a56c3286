import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapOf } from '#contract/dashboards/product-master.ts'
import { addDays } from '#contract/date-range.ts'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { overlapsIn } from './product-changes.ts'

const day = fc.integer({ min: 0, max: 12 }).map((days) => addDays('2026-01-01', days))
const period = fc.record({
  sku: fc.constantFrom('CUP', 'LAMP'),
  marketplace: fc.constantFrom(null, 'DE'),
  validFrom: day,
  validTo: fc.option(day),
})
const periods = fc.array(period, { maxLength: 12 })

test('a period overlaps what it would if it were held beside every other one', () => {
  fc.assert(
    fc.property(periods, periods, (all, inFiles) => {
      const plainly = all.flatMap((cost) => {
        const files = inFiles.filter(({ validFrom }) => validFrom !== cost.validFrom)
        const others = all.filter((other) => other !== cost)
        const date = overlapOf(cost, others) ?? overlapOf(cost, files)
        return date === null ? [] : [{ cost, date }]
      })
      expect(overlapsIn(all, all, { inFiles })).toEqual(plainly)
    }),
    { seed: printedSeed(), numRuns: casesOf(500, 20_000) },
  )
})

test('as many periods of one product as a list may hold are looked through and not held beside each other', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => ({
    sku: 'CUP',
    marketplace: null,
    validFrom: addDays('1970-01-01', index),
    validTo: addDays('1970-01-01', index + 1),
  }))
  expect(overlapsIn(all, all, { inFiles: all.slice(0, 10) })).toHaveLength(all.length - 1)
})
