import { expect, test } from 'vitest'
import { PRODUCT_TEXTS } from './product-edit-texts.ts'

const change = (before: Record<string, string>, after: Record<string, string>) =>
  PRODUCT_TEXTS.change({ subject: 'PRODUCT', name: 'CUP', before, after })

test('three sides are told as a size, one as what it is, each with its unit', () => {
  const none = { width: '', height: '', length: '' }
  const size = { width: '40', height: '12.5', length: '1062.125' }
  expect(change(none, size)).toBe('size none → 1,062.125 × 40 × 12.5 cm')
  expect(change({ ...size, weight: '2' }, { ...none, weight: '2.25' })).toBe(
    'weight 2 kg → 2.25 kg, size 1,062.125 × 40 × 12.5 cm → none',
  )
  expect(change({ length: '12' }, { length: '13' })).toBe('length 12 cm → 13 cm')
})
