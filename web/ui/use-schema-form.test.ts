import { expect, test } from 'vitest'
import { settled } from './use-schema-form.ts'

test('what was sent becomes what was saved, and what was typed meanwhile stays', () => {
  const sent = { name: ' Acme ', currency: 'EUR' }
  expect(settled(sent, sent, { name: 'Acme' })).toEqual({ name: 'Acme', currency: 'EUR' })
  expect(settled({ ...sent, name: ' Acme and more' }, sent, { name: 'Acme' }).name).toBe(' Acme and more')
  const emptied = settled({ ...sent, currency: 'GBP' }, sent, { name: '', currency: 'USD' })
  expect(emptied).toEqual({ name: '', currency: 'GBP' })
})
