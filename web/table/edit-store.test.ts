import { expect, test } from 'vitest'
import { placeKey } from './cell-edits.ts'
import { EditStore } from './edit-store.ts'

const place = (row: string) => ({ row, column: 'cost' })
const isFive = ({ typed }: { typed: string }) => typed === '5'
const type = (store: EditStore, row: string, typed: string) =>
  store.change([{ ...place(row), typed }], isFive)
const texts = (store: EditStore) =>
  [...store.edits().typed.values()].map(({ row, typed }) => `${row} ${typed}`)

/** A store that is saving `a 7`, and what ends that. */
function saving() {
  const store = new EditStore()
  type(store, 'a', '7')
  let answer: { resolve: () => void; reject: (error: Error) => void }
  const promise = new Promise<void>((resolve, reject) => (answer = { resolve, reject }))
  return { store, answer: answer!, saved: store.save(() => promise) }
}

test('what is typed while saving stays, and what was saved goes', async () => {
  const { store, answer, saved } = saving()
  type(store, 'b', '8')
  answer.resolve()
  await saved
  expect(texts(store)).toEqual(['b 8'])
  store.undo()
  expect(texts(store)).toEqual([])
})

test('a cell that is typed again while it is saved is a change of what was saved, also back to what it was', async () => {
  const { store, answer, saved } = saving()
  type(store, 'a', '5')
  answer.resolve()
  await saved
  expect(texts(store)).toEqual(['a 5'])
})

test('what is on its way is not taken back, and when it fails all that was typed is there', async () => {
  const { store, answer, saved } = saving()
  store.undo()
  store.clear()
  type(store, 'b', '8')
  answer.reject(new Error('no'))
  await expect(saved).rejects.toThrow('no')
  expect(texts(store)).toEqual(['a 7', 'b 8'])
  store.undo()
  expect(texts(store)).toEqual(['a 7'])
})

test('after saving nothing is changed, and there is no way back', async () => {
  const { store, answer, saved } = saving()
  answer.resolve()
  await saved
  expect(store.edits()).toMatchObject({ past: [], future: [] })
  expect(texts(store)).toEqual([])
})

test('what is typed into a row while it is made is a change of the row that it becomes', async () => {
  const store = new EditStore()
  type(store, 'new-1', '7')
  let made: (ids: ReadonlyMap<string, string>) => void
  const saved = store.save(() => new Promise((resolve) => (made = resolve)))
  type(store, 'new-1', '8')
  made!(new Map([['new-1', 'a']]))
  await saved
  expect(texts(store)).toEqual(['a 8'])
  expect(store.typedAt(place('a'))).toBe('8')
})

test('a cell was left once it was opened and closed, whatever was typed', () => {
  const store = new EditStore()
  const told: number[] = []
  store.subscribe(() => told.push(store.left().size))
  store.open(place('a'), '')
  store.close()
  store.close()
  expect([...store.left()]).toEqual([placeKey(place('a'))])
  expect(told).toEqual([0, 1])
  store.clear()
  expect(store.left().size).toBe(0)
})
