import { expect, test } from 'vitest'
import type { Company } from '#server/accounts/index.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import { sizeOfStates } from './closed-states.ts'

test('states of a company are as large as the lists of settings that they have, and one that several have counts once', () => {
  const mappings = (name: string) =>
    Array.from({ length: 500 }, (): LineMapping => ({
      transactionType: name.repeat(500),
      amountType: '',
      amountDescription: '',
      validFrom: '2025-01-01',
      line: 'adjustments',
    }))
  const state = (lineMappings: LineMapping[]) =>
    ({ lineMappings, vatRates: [], brandAliases: [], endedSales: [] }) as unknown as Company
  const [first, second] = [mappings('a'), mappings('b')]
  const one = sizeOfStates(new Map([[1, state(first)]]))
  expect(one).toBeGreaterThan(1_250)
  expect(
    sizeOfStates(
      new Map([
        [1, state(first)],
        [2, state(first)],
      ]),
    ),
  ).toBeLessThan(one + 5)
  expect(
    sizeOfStates(
      new Map([
        [1, state(first)],
        [2, state(second)],
      ]),
    ),
  ).toBeGreaterThan(2 * one - 5)
})
