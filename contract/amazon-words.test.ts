import { expect, test } from 'vitest'
import { readableWords } from './amazon-words.ts'

test.each([
  ['Commission', 'Referral fee'],
  ['WAREHOUSE_LOST', 'Lost in the warehouse'],
  ['CUSTOMER_DAMAGED', 'Customer damaged'],
  ['SELLABLE', 'Sellable'],
  ['LiquidationsProceeds', 'Liquidations proceeds'],
  ['FBALabelServiceFee', 'FBA label service fee'],
  ['LowValueGoodsTax-Principal', 'Low value goods tax principal'],
  // What is words already, or nobody's code.
  ['Order', 'Order'],
  ['Vine Enrollment Fee', 'Vine Enrollment Fee'],
  ['C-1', 'C-1'],
  ['constructor', 'constructor'],
  ['', ''],
])('%s is read as %s', (code, words) => {
  expect(readableWords(code)).toBe(words)
})
