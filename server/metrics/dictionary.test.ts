import { expect, test } from 'vitest'
import { METRIC_IDS } from '#contract/metrics/metrics.ts'
import { DICTIONARY, dictionaryText } from './dictionary.ts'

test('the document says what the declarations say', async () => {
  await expect(dictionaryText()).toMatchFileSnapshot('../../docs/metrics.md')
})

test('every metric is in the dictionary once', () => {
  expect(DICTIONARY.map(({ id }) => id).toSorted()).toEqual([...METRIC_IDS].toSorted())
  for (const { id, definition } of DICTIONARY) expect(definition, id).toMatch(/^[A-Z].{10,}\.$/)
})

test('a line says how Amazon calls its amounts', () => {
  const words = (id: string) => DICTIONARY.find((entry) => entry.id === id)!.words
  expect(words('referralFees')).toContain('ItemFees · Commission')
  expect(words('memoTransfers').length).toBeGreaterThan(2)
  expect(words('netProfit')).toEqual([])
})
