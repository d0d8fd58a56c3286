import { expect, test, vi } from 'vitest'
import { EditStore } from './edit-store.ts'
import { saveSheet } from './use-sheet-save.ts'

function typed() {
  const store = new EditStore()
  store.change([{ row: 'a', column: 'cost', typed: '7' }], () => false)
  return { store, count: () => store.edits().typed.size }
}

test('what was typed stays until its rows are read again, and goes also where they cannot be', async () => {
  const { store, count } = typed()
  const send = vi.fn(async () => {})
  const reread = vi.fn(async () => {
    expect([send.mock.calls.length, count()]).toEqual([1, 1])
    throw new TypeError('Failed to fetch')
  })
  expect(await saveSheet(store, { send, reread })).toBeNull()
  expect(reread).toHaveBeenCalledOnce()
  expect(count()).toBe(0)
})

test('what is refused stays typed beside what is read again, and says why', async () => {
  const { store, count } = typed()
  const reread = vi.fn(async () => {})
  const send = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await saveSheet(store, { send, reread })).toBe(
    'The server could not be reached. Check the connection.',
  )
  expect(reread).toHaveBeenCalledOnce()
  expect(count()).toBe(1)
})
